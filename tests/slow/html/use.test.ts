import { expect, test } from 'vitest';
import { requirements } from '../../support/engine.ts';
import { describeInChromium } from './browser.ts';
import { pageFile } from './reports.ts';

const deviation = 'delete.data.createdAt:format';
const address = (id: string) => `[id="${id}"]`;

describeInChromium('somebody who reads the page', (open) => {
  test('narrows it by words, and by verdict, strength and operation', async () => {
    const { page } = await open(await pageFile('deviating'));
    const shown = page.locator('.row:not([hidden])');
    const all = await shown.count();
    await page.getByRole('searchbox').fill('createdat FORMAT');
    expect(await shown.count()).toBe(2);
    await page.getByText('Filter and sort').click();
    await page.getByRole('checkbox', { name: /^DELETE/ }).check();
    expect(await shown.evaluateAll((rows) => rows.map(({ id }) => id))).toEqual([deviation]);
    expect(await page.locator('.problem:visible').count()).toBe(1);
    expect(await page.locator('output').textContent()).toBe(`1 of ${all}`);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => shown.count()).toBe(all);
    await page.getByRole('checkbox', { name: /^deviates \d/ }).check();
    await page.getByRole('checkbox', { name: /^only suggested/ }).check();
    expect(await shown.count()).toBe(0);
    expect(await page.locator('.nothing').isVisible()).toBe(true);
    expect(await page.locator('main > section:visible:has(.row)').count()).toBe(1);
  });

  test('reads in headings, folds and contents how many of each a search left', async () => {
    const { page } = await open(await pageFile('ten mistakes'));
    const heading = page.locator('#deviations > h2');
    const entry = page.locator('.contents a[href="#deviations"] .count');
    const usual = await page.locator('h2, summary, .contents a').allTextContents();
    const all = await page.locator('.problem').count();
    await page.getByRole('searchbox').fill('createdAt');
    const shown = await page.locator('.problem:visible').count();
    expect(shown).toBeLessThan(all);
    expect(await heading.textContent()).toBe(`Problems (${shown} of ${all})`);
    expect(await entry.textContent()).toBe(`${shown} of ${all}`);
    const unchecked = page.locator('#not-checked .row');
    const left = await page.locator('#not-checked .row:not([hidden])').count();
    expect(await page.locator('#not-checked > h2').textContent()).toBe(
      `Not checked (${left} of ${await unchecked.count()})`,
    );
    const fold = page.locator('#put > .fold');
    expect(await fold.locator('> summary').textContent()).toContain(
      `(${await fold.locator('.row:not([hidden])').count()} shown)`,
    );
    await page.getByRole('searchbox').fill('');
    expect(await page.locator('h2, summary, .contents a').allTextContents()).toEqual(usual);
  });

  test('finds an observed value, in what conforms and in what deviates', async () => {
    const { page } = await open(await pageFile('deviating'));
    await page.getByRole('searchbox').fill('2026-01-15T09:30:00');
    expect(await page.locator('.problem:visible').count()).toBeGreaterThan(0);
    await page.getByRole('searchbox').fill('Asia/Shanghai');
    const found = page.locator('.rows .row:visible');
    expect(await found.filter({ hasText: 'data.action.timezone' }).count()).toBeGreaterThan(0);
    expect(await found.filter({ hasText: 'data.enabled' }).count()).toBe(0);
  });

  test('passes on what was chosen with the address, and gets it back', async () => {
    const file = await pageFile('ten mistakes');
    const { page } = await open(file);
    await page.getByRole('searchbox').fill('action');
    await page.getByText('Filter and sort').click();
    await page.getByRole('checkbox', { name: /^PUT/ }).check();
    await page.getByRole('combobox').selectOption('field');
    const chosen = page.url();
    expect(new URL(chosen).hash).toBe('#?words=action&operation=put&sort=field');
    const shown = await page.locator('.problem:visible h3').allTextContents();
    const again = await open(`${file}${new URL(chosen).hash}`);
    expect(await again.page.locator('.problem:visible h3').allTextContents()).toEqual(shown);
    expect(await again.page.getByRole('searchbox').inputValue()).toBe('action');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('');
  });

  test('sorts deviations by severity, by field and back', async () => {
    const { page } = await open(await pageFile('ten mistakes'));
    const titles = () => page.locator('.problem').evaluateAll((all) => all.map(({ id }) => id));
    const fields = () =>
      page.locator('.problem').evaluateAll((all) => all.map((one) => one.getAttribute('data-field') ?? ''));
    const first = await titles();
    await page.getByText('Filter and sort').click();
    await page.getByRole('combobox').selectOption('field');
    expect(await titles()).not.toEqual(first);
    expect(await fields()).toEqual([...(await fields())].sort((one, other) => one.localeCompare(other)));
    await page.getByRole('combobox').selectOption('severity');
    expect(await titles()).toEqual(first);
  });

  test('reaches the search with a slash and the cells with arrows, and opens one with enter', async () => {
    const { page } = await open(await pageFile('deviating'));
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('words');
    await page.keyboard.type('a/b');
    expect(await page.getByRole('searchbox').inputValue()).toBe('a/b');
    await page.getByRole('searchbox').fill('');
    await page.locator('#put .fold > summary').press('Enter');
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
    await expect.poll(() => page.locator(address('put.status:presence')).isVisible()).toBe(true);
    expect(new URL(page.url()).hash).toBe('#put.status:presence');
  });

  test.each([
    [true, deviation],
    [false, deviation],
    [true, 'put.data.name:echo'],
    [false, 'put.data.name:echo'],
  ])('is shown what an address names (script: %s, %s)', async (javaScriptEnabled, id) => {
    const file = await pageFile('conforming');
    const { page } = await open(`${file}#${id}`, { javaScriptEnabled });
    const found = page.locator(address(id));
    await expect.poll(() => found.isVisible()).toBe(true);
    await expect.poll(async () => ((await found.boundingBox())?.y ?? -1) >= 0).toBe(true);
    await expect.poll(async () => ((await found.boundingBox())?.y ?? 900) < 900).toBe(true);
  });

  test('is shown an addressed requirement though it was filtered out', async () => {
    const { page } = await open(await pageFile('deviating'));
    await page.getByRole('searchbox').fill('nothing matches this');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, deviation);
    await expect.poll(() => page.locator(address(deviation)).isVisible()).toBe(true);
  });

  test('copies a deviation as an issue, its waiver, and the command, without the token', async () => {
    const { page } = await open(await pageFile('deviating'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const problem = page.locator('.problem', { has: page.locator(address(deviation)) });
    const copied = async (name: string) => {
      await problem.getByRole('button', { name }).click();
      await expect.poll(() => problem.getByRole('button', { name: 'Copied' }).count()).toBe(1);
      const text = await page.evaluate(() => navigator.clipboard.readText());
      await expect
        .poll(() => problem.getByRole('button', { name: 'Copied' }).count(), { timeout: 20_000 })
        .toBe(0);
      return text;
    };
    const command = await copied('Copy as curl');
    expect(command).toMatch(/^curl -X DELETE /);
    expect(command).toContain('Bearer $CONFORMANCE_ACCESS_TOKEN');
    const issue = await copied('Copy as an issue');
    expect(issue).toMatch(/^## /);
    expect(issue).toContain(command);
    expect(issue).toContain('"createdAt": "2026-01-15T09:30:00"');
    const waiver = JSON.parse(await copied('Copy its waiver')) as Record<string, string>;
    expect(waiver['id']).toBe(deviation);
    expect(waiver['expires']).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  test('has the text selected where the browser keeps the clipboard', async () => {
    const { page } = await open(await pageFile('deviating'));
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('kept'));
    });
    await page.getByRole('button', { name: 'Copy as an issue' }).first().click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString() ?? '')).toMatch(/^## /);
  });

  test('is led from a deviation to the marked place in the exchange', async () => {
    const { page } = await open(await pageFile('deviating'));
    await page.locator(`${address(deviation)} .exchange-link`).click();
    const marked = page.locator('.exchange mark:target');
    await expect.poll(() => marked.isVisible()).toBe(true);
    expect(await marked.textContent()).toBe('"createdAt": "2026-01-15T09:30:00"');
  });

  test('sees what of a value differs, and how often it does', async () => {
    const { page } = await open(await pageFile('deviating'));
    const differs = page.locator(`${address(deviation)} mark.differs`);
    expect(await differs.allTextContents()).toEqual(['T']);
    const rare = await open(await pageFile('intermittent'));
    expect(await rare.page.locator('.problem h3').textContent()).toContain('(✓✓✗✓✓)');
  });

  test('misses nothing without the script, and is offered no tool that would not work', async () => {
    const { page } = await open(await pageFile('deviating'), { javaScriptEnabled: false });
    expect(await page.locator('.tools:visible, [data-copy]:visible').count()).toBe(0);
    expect(await page.locator('.summary').isVisible()).toBe(true);
    expect(await page.locator(`${address(deviation)} .pair`).isVisible()).toBe(true);
    for (const summary of await page.locator('.fold > summary').all()) await summary.click();
    expect(await page.locator('.row:visible').count()).toBe(requirements.length);
    await page.locator('.texts summary').first().click();
    expect(await page.locator('.texts pre').first().isVisible()).toBe(true);
    await page.locator('#exchanges .exchange > summary').first().click();
    expect(await page.locator('#exchanges .message').first().isVisible()).toBe(true);
    expect(await page.locator('#records .message').first().isVisible()).toBe(true);
  });

  test('finds every deviation on paper, also one that was folded', async () => {
    const { page } = await open(await pageFile('ten mistakes'));
    const folded = page.locator('details.deviation:not([open]) .pair').first();
    expect(await folded.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await folded.isVisible()).toBe(true);
    expect(await page.locator('.tools').isVisible()).toBe(false);
  });
});
