import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { render } from '../../../reporters/targets/html.tsx';
import { temporaryFolder } from '../../support/cli.ts';
import { hostile } from '../../unit/reporters/hostile.ts';
import { outcomes, row, shown } from '../../unit/reporters/targets/summaries.ts';
import { violations } from './axe.ts';
import { describeInChromium, openedInert } from './browser.ts';
import { minded } from './html-validate.ts';
import { attacks } from './reports.ts';

const folder = temporaryFolder();

const odd = `${attacks.join(' ')} ${hostile}`;

const pages: Readonly<Record<string, string>> = {
  every: render(shown(outcomes.map((outcome) => row(outcome)))),
  one: render(shown([row('conforms')])),
  hostile: render(shown(outcomes.map((outcome) => row(outcome, { verdict: odd, baseUrl: odd })))),
};

function fileOf(name: string): string {
  const path = join(folder, `${name}.html`);
  writeFileSync(path, pages[name] ?? '');
  return path;
}

describe('html-validate', () => {
  test.each(Object.keys(pages))('minds nothing on the page for all targets, %s', async (name) => {
    expect(await minded(pages[name] ?? '')).toEqual([]);
  });
});

describeInChromium('the page for all targets', (open) => {
  test.each(Object.keys(pages))('%s: says nothing, asks for nothing, fits a narrow screen', async (name) => {
    await openedInert(open, fileOf(name));
  });

  test.each(['light', 'dark'] as const)('breaks no rule of accessibility, %s', async (colorScheme) => {
    const { page } = await open(fileOf('every'), { colorScheme });
    expect(await violations(page)).toEqual([]);
  });

  test('without JavaScript everything is there to be read', async () => {
    const { page } = await open(fileOf('every'), { javaScriptEnabled: false });
    for (const name of outcomes)
      expect(await page.getByRole('heading', { name, exact: true }).isVisible()).toBe(true);
  });
});
