import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { describeInChromium } from './browser.ts';
import { broken, fileOf } from './pages.ts';

describeInChromium('a page of several reports', (open) => {
  test('a comparison is complete without its script: what changed first, with its evidence and an address', async () => {
    const { page } = await open(await fileOf('a comparison that is worse'), { javaScriptEnabled: false });
    const headings = await page.locator('h2').allTextContents();
    expect(headings.slice(0, 3)).toEqual([
      'Fields that differ or deviate (12 fields, 15 requirements)',
      'Got worse (6)',
      'Got better (4)',
    ]);
    const id = 'put.data.conditions.each.column:type';
    await page.goto(`${page.url()}#${id}`);
    const flip = page.locator(`[id="${id}"]`);
    expect(await flip.isVisible()).toBe(true);
    expect(await flip.textContent()).toContain('/data/conditions/0/column');
  });

  test('a cell of a matrix opens its evidence in the page of its report, without a script too', async () => {
    const file = await fileOf('a matrix of hosts');
    const { page } = await open(file, { javaScriptEnabled: false });
    await page.locator(`a.cell[href="usual-1/report.html#${broken}"]`).first().click();
    expect(page.url()).toBe(`file://${join(dirname(file), 'usual-1/report.html')}#${broken}`);
    expect(await page.locator(`[id="${broken}"]`).isVisible()).toBe(true);
  });

  test('a field of a matrix opens to its requirements without a script, by keyboard, and on paper', async () => {
    const { page } = await open(await fileOf('a matrix of hosts'), { javaScriptEnabled: false });
    const [field, facet] = [0, 1].map((depth) => page.locator(`.across tr[data-depth="${depth}"]`).last());
    expect(await facet?.isVisible()).toBe(false);
    await field?.locator('summary').press('Enter');
    expect(await facet?.isVisible()).toBe(true);
    expect(await page.locator('.baseline').isVisible()).toBe(false);
    await field?.locator('summary').press('Enter');
    await page.emulateMedia({ media: 'print' });
    expect(await facet?.isVisible()).toBe(true);
  });

  test('marks what differs from the host that is chosen, and again what differs from any', async () => {
    const { page } = await open(await fileOf('a matrix of hosts'));
    const row = page.locator('.across tr[data-depth="0"]', { hasText: 'priority' });
    const marked = () =>
      row
        .locator('.cell')
        .evaluateAll((all) =>
          all.map((cell) => getComputedStyle(cell).backgroundColor !== 'rgba(0, 0, 0, 0)'),
        );
    const before = await marked();
    const at = before.indexOf(true);
    expect(before.filter(Boolean)).toHaveLength(1);
    await page.getByLabel('Mark what differs from').selectOption(String(at));
    expect(await marked()).toEqual(before.map((isMarked) => !isMarked));
    await page.getByLabel('Mark what differs from').selectOption('');
    expect(await marked()).toEqual(before);
  });

  const latest = 'build-29, 2026-01-30 06:00:00 UTC: Deviates (exit 1)';

  test.each([1280, 360])(
    'a history, %i wide: the latest run is seen, and named where nothing is pointed at',
    async (width) => {
      const { page } = await open(await fileOf('a history of thirty nights'), {
        viewport: { width, height: 740 },
        javaScriptEnabled: false,
      });
      const links = page.locator('.runs a');
      expect(await links.count()).toBe(30);
      const box = await links.last().boundingBox();
      const others = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(Math.max(...others));
      const opacity = (at: number) =>
        links
          .nth(at)
          .locator('.name')
          .evaluate((name) => getComputedStyle(name).opacity);
      expect([await opacity(29), await opacity(3)]).toEqual(['1', '0']);
      await links.nth(3).hover();
      expect([await opacity(29), await opacity(3)]).toEqual(['0', '1']);
      expect(await page.getByRole('link', { name: latest }).count()).toBe(1);
    },
  );

  test('a history by keyboard: one stop at the latest run, arrows to the others, enter to what is known of it', async () => {
    const { page } = await open(await fileOf('a history of thirty nights'));
    const stops = page.locator('.runs a:not([tabindex="-1"])');
    expect(await stops.allTextContents()).toEqual([`✗${latest}`]);
    await stops.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const focused = page.locator('.runs a:focus');
    expect(await focused.textContent()).toContain('build-26');
    await page.keyboard.press('Enter');
    const run = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`);
    expect(await run.isVisible()).toBe(true);
    expect(await run.textContent()).toContain('build-26');
  });

  test('a history prints with every run, the latest too, and what is minor is not red', async () => {
    const { page } = await open(await fileOf('a history of thirty nights'));
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 720, height: 1000 });
    const right = await page
      .locator('.runs a')
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
    expect(right).toBeLessThanOrEqual(720);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
    const fills = await page
      .locator('#broken .strip')
      .evaluateAll((all) =>
        all.map((one) => getComputedStyle(one.querySelector('path:last-of-type') ?? one).fill),
      );
    expect(new Set(fills).size).toBe(2);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2);
  });
});
