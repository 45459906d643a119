import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeInChromium, expectOwnOnly } from './browser.ts';
import { fileOf, names } from './pages.ts';

/** What holds for the page of every kind of document, whatever a service said. */

/** Everything that axe-core minds, its best practices included, as `rule: element`. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

test.each(['conforming', 'history', 'side by side'] as const)(
  'the page of %s has at most 300 KB',
  async (name) => expect(readFileSync(await fileOf(name)).length).toBeLessThan(300_000),
);

describeInChromium('a page', (open) => {
  describe.each(names)('%s', (name) => {
    test('says nothing, asks for nothing, runs nothing of a service, fits a narrow screen', async () => {
      const file = await fileOf(name);
      const { page, said, requests } = await open(file, { viewport: { width: 360, height: 740 } });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      await page.mouse.move(600, 400);
      expect(said).toEqual([]);
      expect(requests).toEqual([`file://${file}`]);
      const ids = new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id)));
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      const isSafe = /^#|^https?:\/\/[^\s"'<>]+$|^[\w-]+\/report\.html(?:#[\w.:-]+)?$/;
      expect(links.filter((href) => !isSafe.test(href))).toEqual([]);
      expect(links.filter((href) => href.startsWith('#') && !ids.has(href.slice(1)))).toEqual([]);
      await expectOwnOnly(page);
    });

    test.each(['light', 'dark'] as const)('axe-core finds nothing, %s', async (colorScheme) => {
      const { page } = await open(await fileOf(name), { colorScheme });
      const exchange = page.locator('.exchange:not([open]) > summary').first();
      if ((await exchange.count()) > 0) await exchange.click();
      expect(await violations(page)).toEqual([]);
    });

    test('is complete without its script', async () => {
      const { page } = await open(await fileOf(name), { javaScriptEnabled: false });
      for (const heading of await page.locator('h1, h2').all()) expect(await heading.isVisible()).toBe(true);
      expect(await page.locator('.scripted:visible, .tools:visible, [data-copy]:visible').count()).toBe(0);
      // Opened as a reader does it, from the outside to the inside, the first ones by key.
      const closed = page.locator('details:not([open]) > summary:visible');
      if ((await closed.count()) > 0) await closed.first().press('Enter');
      while ((await closed.count()) > 0)
        await closed.evaluateAll((all) => {
          for (const summary of all) (summary as HTMLElement).click();
        });
      const hidden = await page
        .locator('main :is(li, tr, article)')
        .evaluateAll((rows) => rows.filter((row) => !row.checkVisibility()).map((row) => row.textContent));
      expect(hidden).toEqual([]);
    });
  });

  test('axe-core finds a colour that is too faint, so it does look', async () => {
    const { page } = await open(await fileOf('deviating'));
    await page.evaluate(() => document.documentElement.style.setProperty('--muted', '#ccc'));
    expect((await violations(page)).join('\n')).toMatch(/color-contrast/);
  });

  test('the policy holds: what got in would neither run nor load', async () => {
    const { page, said } = await open(await fileOf('conforming'));
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.__owned = true';
      document.body.append(script);
      const holder = document.createElement('div');
      holder.innerHTML =
        '<img src="http://127.0.0.1:9/x.png" onerror="window.__owned = true"><p style="color: red">';
      document.body.append(holder);
    });
    for (const rule of [/script-src/, /style-src/, /img-src|default-src/])
      await expect.poll(() => said.join('\n')).toMatch(rule);
    expect(await page.evaluate(() => '__owned' in window)).toBe(false);
  });
});

const deviation = 'delete.data.createdAt:format';

describeInChromium('somebody who reads the page', (open) => {
  test('narrows it by words and by verdict, and clears that', async () => {
    const { page } = await open(await fileOf('deviating'));
    const shown = page.locator('.row:not([hidden])');
    const all = await shown.count();
    await page.getByRole('searchbox').fill('delete.data.createdat');
    expect(await shown.count()).toBeGreaterThan(1);
    await page.getByRole('checkbox', { name: /^\d+ deviates$/ }).check();
    expect(await shown.evaluateAll((rows) => rows.map((row) => row.querySelector('[id]')?.id))).toEqual([
      deviation,
    ]);
    expect(await page.locator('output').textContent()).toBe(`1 of ${all}`);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => shown.count()).toBe(all);
  });

  test('copies a deviation as a command and as an issue, without the token', async () => {
    const { page } = await open(await fileOf('deviating'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const problem = page.locator('.problem', { has: page.locator(`[id="${deviation}"]`) });
    const read = () => page.evaluate(() => navigator.clipboard.readText());
    await problem.getByRole('button', { name: 'Copy as curl' }).click();
    await expect.poll(read).toMatch(/^curl -X DELETE /);
    await expect.poll(() => problem.getByRole('button', { name: 'Copied' }).count()).toBeGreaterThan(0);
    const command = await read();
    expect(command).toContain('Bearer $CONFORMANCE_ACCESS_TOKEN');
    await problem.getByRole('button', { name: 'Copy as an issue' }).click();
    await expect.poll(read).not.toBe(command);
    expect(await read()).toContain(command);
  });

  test('is shown what an address names, and led to the marked place in the exchange', async () => {
    const { page } = await open(`${await fileOf('deviating')}#${deviation}`);
    await expect.poll(() => page.locator(`[id="${deviation}"]`).isVisible()).toBe(true);
    await page.locator(`[id="${deviation}"] .exchange-link`).click();
    const marked = page.locator('.exchange mark:target');
    await expect.poll(() => marked.isVisible()).toBe(true);
    expect(await marked.textContent()).toBe('"createdAt": "2026-01-15T09:30:00"');
  });
});
