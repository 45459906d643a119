import { expect, it } from 'vitest';
import { later } from '../../../reporters/html/text-of.ts';
import { render } from '../../../reporters/html.tsx';
import { report } from './fixture.ts';
import { withText } from './hostile.ts';

it.each(['words', later])('has every exchange once, in its section, whatever texts say: %s', (text) => {
  const page = render(withText(text));
  const [before = '', section = '', ...more] = page.split('<div class="card exchanges">');
  expect(more).toEqual([]);
  expect(before).not.toContain('<details class="exchange">');
  const within = section.slice(0, section.indexOf('</section>'));
  expect(within.match(/<details class="exchange">/g)).toHaveLength(report.exchanges.length);
  expect(page).not.toContain(later);
  expect(page.endsWith('</html>\n')).toBe(true);
});
