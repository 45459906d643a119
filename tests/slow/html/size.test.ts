import { describe, expect, test } from 'vitest';
import { targetsOutline } from '../../../reporters/outline/targets.ts';
import { markdownOf } from '../../../reporters/print/markdown.ts';
import { matrixOf, reduced } from '../../../src/report/matrix.ts';
import { conformingExchanges, recordingOf } from '../../support/conforming.ts';
import { reportOf, requestsOf, requirements } from '../../support/engine.ts';
import { onDay, onTarget } from '../../support/series.ts';
import type { Matrix, RequirementResult } from '../../support/subject.ts';
import { report } from '../../unit/reporters/fixture.ts';
import { matrixPage } from '../../unit/reporters/several-pages.ts';
import { describeInChromium } from './browser.ts';
import { pageFile, pageText } from './reports.ts';

/** What fits: the page into a mail, its acts onto a screen, a conforming run onto two sheets. */

describe('a page of every requirement', () => {
  test.each(['conforming', 'deviating', 'ten mistakes', 'intermittent', 'unreachable'] as const)(
    '%s: is smaller than 150 KB',
    async (name) => expect(Buffer.byteLength(await pageText(name))).toBeLessThan(150_000),
  );

  test('has each requirement and each exchange once', async () => {
    const text = await pageText('intermittent');
    expect(text.match(/class="row[" ]/g)).toHaveLength(requirements.length);
    expect(text.match(/ class="exchange"/g)).toHaveLength(requestsOf(5));
  });
});

test('a history of a hundred runs, of which all rows differ, is smaller than 300 KB', () => {
  const row = report.requirements[0] as RequirementResult;
  const many = Array.from({ length: 148 }, (_, at) => ({ ...row, id: `put.data.field${at}:type` }));
  const reports = Array.from({ length: 100 }, (_, at) => {
    const verdict = (place: number) =>
      ((at + place) % 5 === 0 ? 'deviates' : 'conforms') as 'deviates' | 'conforms';
    const requirements = many.map((one, place) => ({ ...one, verdict: verdict(place) }));
    return reduced({ ...onDay(report, at), requirements }, `${at}/report.html`);
  });
  expect(Buffer.byteLength(matrixPage(matrixOf(reports)))).toBeLessThan(300_000);
});

/** Targets that differ in every requirement of the document. */
function targetsThatDiffer(count: number): Matrix {
  const sound = reportOf(recordingOf(conformingExchanges()));
  const reports = Array.from({ length: count }, (_, at) => {
    const one = onTarget(onDay(sound, at), `https://host-${at}.example`);
    const turned = one.requirements.map((row, place) =>
      (at + place) % 5 === 0 ? { ...row, verdict: 'deviates' as const } : row,
    );
    return reduced({ ...one, requirements: turned }, `${at}/report.html`);
  });
  return matrixOf(reports);
}

test.each([
  [10, 300_000],
  [100, 1_000_000],
])('a matrix stays bounded: %i targets, of which all rows differ', (targets, bytes) => {
  const matrix = targetsThatDiffer(targets);
  expect(Buffer.byteLength(matrixPage(matrix))).toBeLessThan(bytes);
  expect(markdownOf(targetsOutline(matrix, { detail: 'summary', whole: null })).length).toBeLessThanOrEqual(
    60_000,
  );
});

describeInChromium('a page', (open) => {
  test.each([
    ['deviating', 1280, 900],
    ['ten mistakes', 1280, 900],
    ['intermittent', 1280, 900],
    ['deviating', 360, 740],
    ['ten mistakes', 360, 740],
    ['intermittent', 360, 740],
  ] as const)(
    '%s, %i wide: one screen holds the verdict, counts, and on what to act',
    async (name, width, height) => {
      const { page } = await open(await pageFile(name), { viewport: { width, height } });
      const bottom = async (selector: string) => {
        const box = await page.locator(selector).first().boundingBox();
        return (box?.y ?? height) + (box?.height ?? height);
      };
      expect(await bottom('.outcome .chips')).toBeLessThan(height);
      expect(await bottom(width > 500 ? '.acts li:last-child' : '.acts li')).toBeLessThanOrEqual(height);
    },
  );

  test('wraps and folds a response that is huge', async () => {
    const { page } = await open(await pageFile('huge'), { viewport: { width: 360, height: 740 } });
    const exchange = page.locator('.exchange', { has: page.locator('[id="exchange.put-authorised"]') });
    await exchange.locator('summary').first().click();
    const rest = exchange.locator('.rest');
    expect(await rest.locator('pre').isVisible()).toBe(false);
    expect((await exchange.boundingBox())?.height).toBeLessThan(20_000);
    await rest.locator('summary').click();
    expect(await rest.locator('pre').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('of a conforming run prints on two sheets', async () => {
    const { page } = await open(await pageFile('conforming'));
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2);
  });

  test('links to the tickets of waivers and to the document', async () => {
    const { page } = await open(await pageFile('made by hand'));
    const links = await page
      .locator('a[href^=http]')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
    expect(links).toContainEqual(['https://wiki.example/document', 'noreferrer']);
    expect(links.every(([, rel]) => rel === 'noreferrer')).toBe(true);
  });
});
