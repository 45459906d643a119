import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { render as comparisonPage } from '../../../reporters/comparison/html.ts';
import { render as reportPage } from '../../../reporters/html.tsx';
import { render as matrixPage } from '../../../reporters/matrix/html.ts';
import { render as targetsPage } from '../../../reporters/targets/html.ts';
import type { Report } from '../../../src/model/report.ts';
import { matrixOf, reduced } from '../../../src/report/matrix.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { thirtyNights } from '../../support/nights.ts';
import { onDay, onTarget } from '../../support/series.ts';
import { report } from '../../unit/reporters/fixture.ts';
import { hostile, withText } from '../../unit/reporters/hostile.ts';
import { outcomes, row, shown } from '../../unit/reporters/targets/summaries.ts';
import { comparedWith, turned } from '../../unit/reporters/turned.ts';
import { attacks } from './reports.ts';

/** Pages of several reports: of comparisons, matrices and targets. */

const folder = temporaryFolder();

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

function hosts(from: Report, name: string): string {
  const urls = ['https://staging.example/api', 'https://partner.example', 'https://api.example/v1'];
  const reports = urls.map((host, at) => {
    const one = onTarget(onDay(from, at, { [broken]: at === 1 ? 'deviates' : 'conforms' }), host);
    const page = join(folder, `${name}-${at}/report.html`);
    mkdirSync(dirname(page), { recursive: true });
    writeFileSync(page, reportPage(one));
    return reduced(one, `${name}-${at}/report.html`);
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
  'a matrix of hosts': hosts(report, 'usual'),
  'a matrix of hostile nights': nights(odd),
  'a matrix of hostile hosts': hosts(odd, 'odd'),
  'targets of every outcome': targetsPage(shown(outcomes.map((outcome) => row(outcome)))),
  'one target': targetsPage(shown([row('conforms')])),
  'hostile targets': targetsPage(
    shown(outcomes.map((outcome) => row(outcome, { verdict: oddText, baseUrl: oddText }))),
  ),
} as const;

export type Name = keyof typeof pages;
export const names = Object.keys(pages) as readonly Name[];

/** Path of a new file that holds a page, beside the reports that it links to. */
export function fileOf(name: Name): string {
  const path = join(folder, `${name.replaceAll(' ', '-')}.html`);
  writeFileSync(path, pages[name]);
  return path;
}
