import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { longOnes } from '../../support/properties.ts';
import { violations } from './axe.ts';
import { describeInChromium } from './browser.ts';
import { fileOf, kinds, type Name, names, textOf } from './pages.ts';

/** What holds for the page of every kind of document. */

const ofEachKind = Object.entries(kinds).map(([kind, name]) => ({ kind, name }));
const isOfAKind = (name: Name) => Object.values<Name>(kinds).includes(name);
const schemes = ['light', 'dark'] as const;

const looked = [
  ...ofEachKind.flatMap(({ name }) => schemes.map((colorScheme) => ({ name, colorScheme }))),
  ...longOnes(names.filter((name) => !isOfAKind(name))).map((name, at) => ({
    name,
    colorScheme: schemes[at % 2] ?? 'light',
  })),
  { name: 'made by hand' as const, colorScheme: 'dark' as const },
];

/** Where the tab key may stop, in a page without any choice made. */
const stops = 'a[href], button, summary, input, select, [tabindex="0"]';

/** How many of them are seen. */
function stopsIn(page: Page): Promise<number> {
  return page
    .locator(stops)
    .evaluateAll(
      (all) => all.filter((one) => (one as HTMLElement).tabIndex >= 0 && one.checkVisibility()).length,
    );
}

/** As wide as a sheet of A4 between its margins. */
const sheet = { width: 718, height: 1000 };

test.each(ofEachKind)('the page of a $kind has at most 300 KB', async ({ name }) =>
  expect(Buffer.byteLength(await textOf(name))).toBeLessThan(300_000),
);

describeInChromium('a page', (open) => {
  describe('axe-core', () => {
    test.each(looked)('finds nothing on $name, $colorScheme', async ({ name, colorScheme }) => {
      const { page } = await open(await fileOf(name), { colorScheme });
      const exchange = page.locator('.exchange:not([open]) > summary').first();
      if ((await exchange.count()) > 0) await exchange.click();
      expect(await violations(page)).toEqual([]);
    });

    test('finds a colour that is too faint, so it does look', async () => {
      const { page } = await open(await fileOf('made by hand'));
      await page.evaluate(() => document.documentElement.style.setProperty('--muted', '#ccc'));
      expect((await violations(page)).join('\n')).toMatch(/color-contrast/);
    });
  });

  test.each(ofEachKind)(
    'of a $kind is gone through with the tab key, which is always seen',
    async ({ name }) => {
      const { page } = await open(await fileOf(name));
      const visited = new Set<number>();
      const all = await stopsIn(page);
      for (let at = 0; at < all; at += 1) {
        await page.keyboard.press('Tab');
        const { place, outline } = await page.evaluate((selector) => {
          const focused = document.activeElement ?? document.body;
          return {
            place: [...document.querySelectorAll(selector)].indexOf(focused),
            outline: getComputedStyle(focused).outlineStyle,
          };
        }, stops);
        expect([at, outline]).toEqual([at, 'solid']);
        visited.add(place);
      }
      expect(visited.size).toBe(all);
      expect(visited.has(-1)).toBe(false);
    },
  );

  test.each(ofEachKind)('of a $kind is complete without its script', async ({ name }) => {
    const { page } = await open(await fileOf(name), { javaScriptEnabled: false });
    for (const heading of await page.locator('h1, h2').all()) expect(await heading.isVisible()).toBe(true);
    expect(await page.locator('.scripted:visible, .tools:visible, [data-copy]:visible').count()).toBe(0);
    // Opened as a reader does it, from the outside to the inside.
    for (let closed = page.locator('details:not([open]) > summary:visible'); (await closed.count()) > 0; )
      await closed.first().press('Enter');
    const hidden = await page
      .locator('main :is(li, tr, article):not(.scripted)')
      .evaluateAll((rows) => rows.filter((row) => !row.checkVisibility()).map((row) => row.textContent));
    expect(hidden).toEqual([]);
  });

  test.each(ofEachKind)(
    'of a $kind fits on paper, with every column, run and deviation',
    async ({ name }) => {
      const { page } = await open(await fileOf(name), { viewport: sheet });
      await page.emulateMedia({ media: 'print' });
      const cells = page.locator('.cell, .runs a, .deviation .pair, .strip');
      const beyond = await cells.evaluateAll((all, width) => {
        const seen = all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
        return seen.filter(({ left, right }) => left < 0 || right > width).length;
      }, sheet.width);
      expect(beyond).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        sheet.width,
      );
      expect(await page.locator('.runs a:visible').count()).toBe(await page.locator('.runs a').count());
      expect(await page.locator('.deviation .pair:visible').count()).toBe(
        await page.locator('.deviation .pair').count(),
      );
      expect(await page.locator('.tools:visible, .contents:visible, .scripted:visible').count()).toBe(0);
    },
  );

  test.each([1280, 360])('of one run has room for its name, %i wide', async (width) => {
    const { page } = await open(await fileOf('a history of one run'), { viewport: { width, height: 900 } });
    const name = page.locator('.runs .name').last();
    const [all, shown] = await name.evaluate((one) => [one.scrollHeight, one.clientHeight]);
    expect(all).toBeLessThanOrEqual(shown as number);
  });

  test.each([
    [1280, true],
    [360, false],
  ])('of traffic, %i wide, has its two sides beside each other: %s', async (width, isBeside) => {
    const { page } = await open(await fileOf('traffic'), { viewport: { width, height: 900 } });
    const [service, clients] = await Promise.all(
      ['#deviations', '#client-deviations'].map((side) => page.locator(side).boundingBox()),
    );
    expect(service?.y === clients?.y).toBe(isBeside);
    expect((service?.x ?? 0) < (clients?.x ?? 0)).toBe(isBeside);
  });
});
