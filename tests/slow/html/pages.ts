import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { matrixOf, reduced } from '../../../src/report/matrix.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { thirtyNights } from '../../support/nights.ts';
import { page as reportPage } from '../../support/rendered.ts';
import { onDay, onTarget } from '../../support/series.ts';
import type { Report } from '../../support/subject.ts';
import { report } from '../../unit/reporters/fixture.ts';
import { hostile, withText } from '../../unit/reporters/hostile.ts';
import { comparisonPage, matrixPage } from '../../unit/reporters/several-pages.ts';
import { comparedWith, turned } from '../../unit/reporters/turned.ts';
import { attacks, type PageName, pageFile, pageNames, pageText } from './reports.ts';

/** Every kind of document: the pages of one report, of comparisons, matrices and histories. */

/** Pages of single reports by the path at which those of several link to them. */
const linked = new Map<string, string>();

export const broken = 'delete.data.priority:type';
const flickering = 'put.data.conditions.each.column:type';

function compared(from: Report, to: Report): string {
  return comparisonPage(comparedWith(from, to));
}

function nights(from: Report): string {
  const reports = Array.from({ length: 100 }, (_, day) =>
    onDay(from, day, {
      [broken]: day > 71 ? 'deviates' : 'conforms',
      [flickering]: day % 7 === 3 ? 'deviates' : 'conforms',
    }),
  );
  return matrixPage(matrixOf(reports.map((one) => reduced(one, null))));
}

const threeHosts = ['https://staging.example/api', 'https://partner.example', 'https://api.example/v1'];
const tenHosts = Array.from({ length: 10 }, (_, at) => `https://host-${at}.europe-west.example.com/api`);

function hosts(from: Report, name: string, urls: readonly string[] = threeHosts): string {
  const reports = urls.map((host, at) => {
    const one = onTarget(onDay(from, at, { [broken]: at === 1 ? 'deviates' : 'conforms' }), host);
    const path = `${name}-${at}/report.html`;
    linked.set(path, reportPage(one));
    return reduced(one, path);
  });
  return matrixPage(matrixOf(reports));
}

const oddText = `${attacks.join(' ')} ${hostile}`;
const odd = withText(` ${oddText}`);

export const pages = {
  'a comparison that is worse': compared(report, turned(report)),
  'a comparison that is better': compared(turned(report), report),
  'a comparison without a difference': compared(report, report),
  'a hostile comparison': compared(odd, turned(odd)),
  'a matrix of nights': nights(report),
  'a history of thirty nights': matrixPage(matrixOf(thirtyNights(report).map((one) => reduced(one, null)))),
  'a history of one run': matrixPage(matrixOf([reduced(onDay(report, 0, {}), null)])),
  'a matrix of hosts': hosts(report, 'usual'),
  'a matrix of ten hosts': hosts(report, 'wide', tenHosts),
  'a matrix of hostile nights': nights(odd),
  'a matrix of hostile hosts': hosts(odd, 'odd'),
} as const;

type PageOfSeveral = keyof typeof pages;

export type Name = PageName | PageOfSeveral;
export const names: readonly Name[] = [...pageNames, ...(Object.keys(pages) as readonly PageOfSeveral[])];

/** One of each kind of document, by what it is. */
export const kinds = {
  run: 'deviating',
  traffic: 'traffic',
  comparison: 'a comparison that is worse',
  matrix: 'a matrix of ten hosts',
  history: 'a matrix of nights',
} as const satisfies Readonly<Record<string, Name>>;

function isOfSeveral(name: Name): name is PageOfSeveral {
  return Object.hasOwn(pages, name);
}

export async function textOf(name: Name): Promise<string> {
  return isOfSeveral(name) ? pages[name] : await pageText(name);
}

/** Path of a new file that holds a page; one of several reports is beside those that it links to. */
export async function fileOf(name: Name): Promise<string> {
  if (!isOfSeveral(name)) return pageFile(name);
  const folder = temporaryFolder();
  const file = `${name.replaceAll(' ', '-')}.html`;
  // Another file's tests may have removed what is made once.
  for (const [path, text] of new Map([[file, pages[name]], ...linked])) {
    if (path !== file && !pages[name].includes(`"${path}`)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return join(folder, file);
}
