import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInChromium } from './browser.ts';
import { pageFile, pageNames } from './reports.ts';

/** Everything that axe-core minds, its best practices included, as `rule: element`. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

const cases = pageNames.map((name) => ({ name, colorScheme: 'light' as const }));
/** Between them they have every colour. */
const inTheDark = (['deviating', 'incomplete', 'made by hand'] as const).map((name) => ({
  name,
  colorScheme: 'dark' as const,
}));

describeInChromium('axe-core', (open) => {
  test.each([...cases, ...inTheDark])(
    'finds nothing on $name, $colorScheme',
    async ({ name, colorScheme }) => {
      const { page } = await open(await pageFile(name), { colorScheme });
      await page.locator('.exchange > summary').first().click();
      expect(await violations(page)).toEqual([]);
    },
  );

  test('finds a colour that is too faint, so it does look', async () => {
    const { page } = await open(await pageFile('made by hand'));
    await page.evaluate(() => document.documentElement.style.setProperty('--muted', '#ccc'));
    expect((await violations(page)).join('\n')).toMatch(/color-contrast/);
  });
});
