import { expect, test } from 'vitest';
import { longOnes } from '../../support/properties.ts';
import { violations } from './axe.ts';
import { describeInChromium } from './browser.ts';
import { pageFile, pageNames } from './reports.ts';

const cases = pageNames.map((name) => ({ name, colorScheme: 'light' as const }));
/** Between them they have every colour. */
const inTheDark = (['deviating', 'incomplete', 'made by hand'] as const).map((name) => ({
  name,
  colorScheme: 'dark' as const,
}));

describeInChromium('axe-core', (open) => {
  test.each([...longOnes(cases), ...inTheDark])(
    'finds nothing on $name, $colorScheme',
    async ({ name, colorScheme }) => {
      const { page } = await open(await pageFile(name), { colorScheme });
      await page.locator('.exchange:not([open]) > summary').first().click();
      expect(await violations(page)).toEqual([]);
    },
  );

  test('finds a colour that is too faint, so it does look', async () => {
    const { page } = await open(await pageFile('made by hand'));
    await page.evaluate(() => document.documentElement.style.setProperty('--muted', '#ccc'));
    expect((await violations(page)).join('\n')).toMatch(/color-contrast/);
  });
});
