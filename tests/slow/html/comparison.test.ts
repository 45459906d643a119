import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { render } from '../../../reporters/comparison/html.ts';
import type { Report } from '../../../src/model/report.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { report } from '../../unit/reporters/fixture.ts';
import { hostile, withText } from '../../unit/reporters/hostile.ts';
import { comparedWith, turned } from '../../unit/reporters/turned.ts';
import { violations } from './axe.ts';
import { describeInChromium, openedInert } from './browser.ts';
import { minded } from './html-validate.ts';
import { attacks } from './reports.ts';

const folder = temporaryFolder();

function compared(from: Report, to: Report): string {
  return render(comparedWith(from, to));
}

const odd = withText(` ${attacks.join(' ')} ${hostile}`);

const pages: Readonly<Record<string, string>> = {
  worse: compared(report, turned(report)),
  better: compared(turned(report), report),
  unchanged: compared(report, report),
  hostile: compared(odd, turned(odd)),
};

function fileOf(name: string): string {
  const path = join(folder, `${name}.html`);
  writeFileSync(path, pages[name] ?? '');
  return path;
}

describe('html-validate', () => {
  test.each(Object.keys(pages))('minds nothing on a comparison, %s', async (name) => {
    expect(await minded(pages[name] ?? '')).toEqual([]);
  });
});

describeInChromium('the page of a comparison', (open) => {
  test.each(Object.keys(pages))(
    '%s: says nothing, asks for nothing, runs nothing, fits a narrow screen',
    async (name) => {
      const page = await openedInert(open, fileOf(name));
      const ids = new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id)));
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      const isOfPage = (href: string) => /^after\/report\.html(?:#|$)/.test(href) || ids.has(href.slice(1));
      expect(links.filter((href) => !isOfPage(href))).toEqual([]);
    },
  );

  test.each([
    ['worse', 'light'],
    ['worse', 'dark'],
    ['unchanged', 'light'],
    ['hostile', 'dark'],
  ] as const)('axe-core finds nothing: %s, %s', async (name, colorScheme) => {
    const { page } = await open(fileOf(name), { colorScheme });
    expect(await violations(page)).toEqual([]);
  });

  test('is complete without its script: what changed first, each with its evidence and an address', async () => {
    const { page } = await open(fileOf('worse'), { javaScriptEnabled: false });
    const headings = await page.locator('h2').allTextContents();
    expect(headings.slice(0, 3)).toEqual(['What differs', 'Got worse', 'Got better']);
    const id = 'put.data.conditions.each.column:type';
    await page.goto(`${page.url()}#${id}`);
    const flip = page.locator(`[id="${id}"]`);
    expect(await flip.isVisible()).toBe(true);
    expect(await flip.textContent()).toContain('/data/conditions/0/column');
  });
});
