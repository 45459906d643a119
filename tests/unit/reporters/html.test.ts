import { expect, it } from 'vitest';
import { later } from '../../../reporters/html/text-of.ts';
import { page as render } from '../../support/rendered.ts';
import { report } from './fixture.ts';
import { withText } from './hostile.ts';

it.each(['words', later])('has every exchange once, in its section, whatever texts say: %s', (text) => {
  const page = render(withText(text));
  const [before = '', ...parts] = page.split('<div class="card exchanges">');
  expect(before).not.toContain('<details class="exchange"');
  const within = parts.map((part) => part.slice(0, part.indexOf('</section>')));
  const counts = within.map((part) => part.match(/<details class="exchange"/g)?.length ?? 0);
  expect(counts).toHaveLength(2);
  expect(counts.reduce((sum, count) => sum + count)).toBe(report.exchanges.length);
  expect(page).not.toContain(later);
  expect(page.endsWith('</html>\n')).toBe(true);
});
