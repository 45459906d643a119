import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { outcomes } from '../../unit/reporters/targets/summaries.ts';
import { violations } from './axe.ts';
import { describeInChromium, openedInert } from './browser.ts';
import { minded } from './html-validate.ts';
import { broken, fileOf, type Name, names, pages } from './pages.ts';

describe('html-validate', () => {
  test.each(names)('minds nothing on %s', async (name) => {
    expect(await minded(pages[name])).toEqual([]);
  });
});

describeInChromium('a page of several reports', (open) => {
  test.each(names)('%s: says nothing, asks for nothing, runs nothing, fits a narrow screen', async (name) => {
    const page = await openedInert(open, fileOf(name));
    const ids = new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id)));
    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const isOfPage = (href: string) =>
      /^[\w-]+\/report\.(?:html|md)(?:#|$)/.test(href) || (href.startsWith('#') && ids.has(href.slice(1)));
    expect(links.filter((href) => !isOfPage(href))).toEqual([]);
  });

  test.each<[Name, 'light' | 'dark']>([
    ['a comparison that is worse', 'light'],
    ['a comparison that is worse', 'dark'],
    ['a comparison without a difference', 'light'],
    ['a hostile comparison', 'dark'],
    ['a matrix of nights', 'light'],
    ['a matrix of hosts', 'dark'],
    ['a matrix of hostile hosts', 'light'],
    ['targets of every outcome', 'light'],
    ['targets of every outcome', 'dark'],
  ])('axe-core finds nothing: %s, %s', async (name, colorScheme) => {
    const { page } = await open(fileOf(name), { colorScheme });
    expect(await violations(page)).toEqual([]);
  });

  test('a comparison is complete without its script: what changed first, with its evidence and an address', async () => {
    const { page } = await open(fileOf('a comparison that is worse'), { javaScriptEnabled: false });
    const headings = await page.locator('h2').allTextContents();
    expect(headings.slice(0, 3)).toEqual(['What differs (15)', 'Got worse (6)', 'Got better (4)']);
    const id = 'put.data.conditions.each.column:type';
    await page.goto(`${page.url()}#${id}`);
    const flip = page.locator(`[id="${id}"]`);
    expect(await flip.isVisible()).toBe(true);
    expect(await flip.textContent()).toContain('/data/conditions/0/column');
  });

  test('a cell of a matrix opens its evidence in the page of its report, without a script too', async () => {
    const file = fileOf('a matrix of hosts');
    const { page } = await open(file, { javaScriptEnabled: false });
    await page.locator(`a.cell[href="usual-1/report.html#${broken}"]`).click();
    expect(page.url()).toBe(`file://${join(dirname(file), 'usual-1/report.html')}#${broken}`);
    expect(await page.locator(`[id="${broken}"]`).isVisible()).toBe(true);
  });

  test('targets are all there to be read without a script', async () => {
    const { page } = await open(fileOf('targets of every outcome'), { javaScriptEnabled: false });
    for (const name of outcomes)
      expect(await page.getByRole('heading', { name, exact: true }).isVisible()).toBe(true);
  });
});
