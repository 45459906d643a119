import { expect, test } from 'vitest';
import { describeInChromium, expectOwnOnly } from './browser.ts';
import { fileOf, names } from './pages.ts';

/** What a page must never do, whatever a service said. */

describeInChromium('a page in Chromium', (open) => {
  test.each(names)(
    '%s: says nothing, asks for nothing, runs nothing of a service, fits a narrow screen',
    async (name) => {
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
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      const away = links.filter((href) => !href?.startsWith('#'));
      const isSafe = /^https?:\/\/[^\s"'<>]+$|^[\w-]+\/report\.(?:html|md)(?:#[\w.:-]+)?$/;
      expect(away.filter((href) => !isSafe.test(href ?? ''))).toEqual([]);
      const within = links.filter((href) => href?.startsWith('#'));
      expect(within.filter((href) => !ids.has(href?.slice(1) ?? ''))).toEqual([]);
      await expectOwnOnly(page);
    },
  );

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
    await expect.poll(() => said.join('\n')).toMatch(/script-src/);
    await expect.poll(() => said.join('\n')).toMatch(/style-src/);
    await expect.poll(() => said.join('\n')).toMatch(/img-src|default-src/);
    expect(await page.evaluate(() => '__owned' in window)).toBe(false);
  });
});
