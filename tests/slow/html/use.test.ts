import { expect, test } from 'vitest';
import { describeInChromium } from './browser.ts';
import { pageFile } from './reports.ts';

const deviation = 'delete.data.createdAt:format';
const row = (id: string) => `.row:has(> [id="${id}"])`;

describeInChromium('somebody who reads the page', (open) => {
  test('narrows it by words, and by verdict, strength and operation', async () => {
    const { page } = await open(await pageFile('deviating'));
    const shown = page.locator('.row:visible');
    const all = await shown.count();
    await page.getByRole('searchbox').fill('createdat FORMAT');
    expect(await shown.count()).toBe(2);
    await page.getByRole('checkbox', { name: /^DELETE/ }).check();
    expect(await shown.locator('.id').allTextContents()).toEqual([deviation]);
    expect(await page.locator('output').textContent()).toBe(`1 of ${all}`);
    expect(await page.locator('.matrix tbody tr:visible code').allTextContents()).toEqual([
      'data',
      'createdAt',
    ]);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => shown.count()).toBe(all);
    await page.getByRole('checkbox', { name: /^deviates \d/ }).check();
    await page.getByRole('checkbox', { name: /^only shown/ }).check();
    expect(await shown.count()).toBe(0);
    expect(await page.locator('.nothing:visible').count()).toBe(2);
  });

  test('reaches the search with a slash and the cells with arrows, and opens one with enter', async () => {
    const { page } = await open(await pageFile('deviating'));
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('words');
    await page.keyboard.type('a/b');
    expect(await page.getByRole('searchbox').inputValue()).toBe('a/b');
    await page.getByRole('searchbox').fill('');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
    await page.locator('#put .matrix .cell').first().focus();
    expect(await focused()).toBe('#put.status:presence');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('#put.requestId:type');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('#put.status:presence');
    expect(await page.locator('#put .matrix .cell[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(row('put.status:presence')).getAttribute('open')).not.toBeNull();
    expect(new URL(page.url()).hash).toBe('#put.status:presence');
  });

  test.each([true, false])('opens the row that an address names (script: %s)', async (javaScriptEnabled) => {
    const file = await pageFile('conforming');
    const { page } = await open(`${file}#${deviation}`, { javaScriptEnabled });
    const found = page.locator(row(deviation));
    await expect.poll(() => found.getAttribute('open')).not.toBeNull();
    const box = await found.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(900);
  });

  test('is shown an addressed row though it was filtered out', async () => {
    const { page } = await open(await pageFile('deviating'));
    await page.getByRole('searchbox').fill('nothing matches this');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, deviation);
    await expect.poll(() => page.locator(row(deviation)).isVisible()).toBe(true);
  });

  test('copies the command of an exchange, without the token', async () => {
    const { page } = await open(await pageFile('deviating'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page
      .locator(`${row(deviation)} [data-copy]`)
      .first()
      .click();
    await expect.poll(() => page.locator(`${row(deviation)} [data-copy]`).textContent()).toBe('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl -X DELETE /);
    expect(copied).toContain('Bearer $CONFORMANCE_ACCESS_TOKEN');
  });

  test('is led from a deviation to the marked place in the exchange', async () => {
    const { page } = await open(await pageFile('deviating'));
    await page.locator(`${row(deviation)} .proof header a`).click();
    const marked = page.locator('.exchange mark:target');
    await expect.poll(() => marked.isVisible()).toBe(true);
    expect(await marked.textContent()).toBe('"createdAt": "2026-01-15T09:30:00"');
  });

  test('misses nothing without the script, and is offered no tool that would not work', async () => {
    const { page } = await open(await pageFile('deviating'), { javaScriptEnabled: false });
    expect(await page.locator('.tools:visible, [data-copy]:visible').count()).toBe(0);
    expect(await page.locator(row(deviation)).locator('.proof').isVisible()).toBe(true);
    expect(await page.locator('.row:visible').count()).toBe(148);
    await page.locator('.exchange > summary').first().click();
    expect(await page.locator('.exchange .message').first().isVisible()).toBe(true);
  });

  test('finds the evidence of deviations on paper, closed or not', async () => {
    const { page } = await open(await pageFile('deviating'));
    await page.locator(`${row(deviation)} > summary`).click();
    const proof = page.locator(`${row(deviation)} .proof`);
    expect(await proof.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await proof.isVisible()).toBe(true);
    expect(await page.locator('.tools').isVisible()).toBe(false);
  });
});
