import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { render as reportPage } from '../../../reporters/html.tsx';
import { render } from '../../../reporters/matrix/html.ts';
import { matrixOutline } from '../../../reporters/outline/matrix.ts';
import { markdownOf } from '../../../reporters/print/markdown.ts';
import type { Report, RequirementResult } from '../../../src/model/report.ts';
import { matrixOf, reduced } from '../../../src/report/matrix.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { onDay, onTarget } from '../../support/series.ts';
import { report } from '../../unit/reporters/fixture.ts';
import { hostile, withText } from '../../unit/reporters/hostile.ts';
import { violations } from './axe.ts';
import { describeInChromium, openedInert } from './browser.ts';
import { minded } from './html-validate.ts';
import { attacks } from './reports.ts';

const folder = temporaryFolder();

const broken = 'delete.data.priority:type';
const flickering = 'put.data.conditions.each.column:type';

function nights(from: Report): string {
  const reports = Array.from({ length: 100 }, (_, day) =>
    onDay(from, day, {
      [broken]: day > 71 ? 'deviates' : 'conforms',
      [flickering]: day % 7 === 3 ? 'deviates' : 'conforms',
    }),
  );
  return render(matrixOf(reports.map((one) => reduced(one, null))));
}

function targets(from: Report, name: string): string {
  const hosts = ['https://staging.example/api', 'https://partner.example', 'https://api.example/v1'];
  const reports = hosts.map((host, at) => {
    const one = onTarget(onDay(from, at, { [broken]: at === 1 ? 'deviates' : 'conforms' }), host);
    const page = join(folder, `${name}-${at}/report.html`);
    mkdirSync(dirname(page), { recursive: true });
    writeFileSync(page, reportPage(one));
    return reduced(one, `${name}-${at}/report.html`);
  });
  return render(matrixOf(reports));
}

const odd = withText(` ${attacks.join(' ')} ${hostile}`);

const pages: Readonly<Record<string, string>> = {
  nights: nights(report),
  targets: targets(report, 'usual'),
  'hostile nights': nights(odd),
  'hostile targets': targets(odd, 'odd'),
};

function fileOf(name: string): string {
  const path = join(folder, `${name.replace(' ', '-')}.html`);
  writeFileSync(path, pages[name] ?? '');
  return path;
}

test('formats stay bounded: a hundred targets, of which all rows differ', () => {
  const verdicts = (at: number) => (row: RequirementResult, place: number) => ({
    ...row,
    verdict: (at + place) % 2 === 0 ? ('conforms' as const) : ('deviates' as const),
  });
  const row = report.requirements[0] as RequirementResult;
  const many = Array.from({ length: 148 }, (_, at) => ({ ...row, id: `put.data.field${at}:type` }));
  const reports = Array.from({ length: 100 }, (_, at) => {
    const one = onTarget(onDay(report, at), `https://host-${at}.example`);
    return reduced({ ...one, requirements: many.map(verdicts(at)) }, `${at}/report.html`);
  });
  const matrix = matrixOf(reports);
  expect(Buffer.byteLength(render(matrix))).toBeLessThan(1_000_000);
  expect(markdownOf(matrixOutline(matrix, { most: 1000, whole: null }), null).length).toBeLessThanOrEqual(
    60_000,
  );
});

describe('html-validate', () => {
  test.each(Object.keys(pages))('minds nothing on a matrix: %s', async (name) => {
    expect(await minded(pages[name] ?? '')).toEqual([]);
  });
});

describeInChromium('the page of a matrix', (open) => {
  test.each(Object.keys(pages))('%s: runs nothing, asks for nothing, fits a narrow screen', async (name) => {
    await openedInert(open, fileOf(name));
  });

  test.each([
    ['nights', 'light'],
    ['targets', 'dark'],
    ['hostile targets', 'light'],
  ] as const)('axe-core finds nothing: %s, %s', async (name, colorScheme) => {
    const { page } = await open(fileOf(name), { colorScheme });
    expect(await violations(page)).toEqual([]);
  });

  test('a cell opens its evidence in the page of its report, without a script too', async () => {
    const { page } = await open(fileOf('targets'), { javaScriptEnabled: false });
    await page.locator(`a.cell[href="usual-1/report.html#${broken}"]`).click();
    expect(page.url()).toBe(`file://${join(folder, 'usual-1/report.html')}#${broken}`);
    expect(await page.locator(`[id="${broken}"]`).isVisible()).toBe(true);
  });
});
