import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { render as annotations } from '../../../reporters/annotations.ts';
import { render as codeQuality } from '../../../reporters/code-quality.ts';
import { render as junit } from '../../../reporters/junit.ts';
import { type Compared, comparisonOutline } from '../../../reporters/outline/comparison.ts';
import { historyOutline } from '../../../reporters/outline/history.ts';
import { targetsOutline } from '../../../reporters/outline/targets.ts';
import { markdownOf } from '../../../reporters/print/markdown.ts';
import { terminalText } from '../../../reporters/print/terminal.ts';
import { render as sarif } from '../../../reporters/sarif.ts';
import { explainText } from '../../../src/cli/reports/explain.ts';
import type { Matrix } from '../../../src/model/matrix.ts';
import type { Report } from '../../../src/model/report.ts';
import { changeOf, withChange } from '../../../src/report/change.ts';
import { matrixOf, reduced } from '../../../src/report/matrix.ts';
import {
  conformingExchanges,
  deleteAnswer,
  recordingOf,
  refusalBody,
  utf8Response,
  withAnswer,
  withBody,
} from '../../support/conforming.ts';
import { contract, reportOf, requirements } from '../../support/engine.ts';
import { markdown, page, terminal } from '../../support/rendered.ts';
import { onTarget } from '../../support/series.ts';
import { comparisonPage, matrixPage } from '../reporters/several-pages.ts';
import { comparedWith } from '../reporters/turned.ts';

/** Words of ours that nobody else has to know. What a program reads, keys and values of JSON, is not looked at. */
const forbidden =
  /\b(?:rows?|stated|(?:only )?shown|not exercised|unexercised|stale|dormant|waived|flips?|flipped|unanswered|1 elements)\b/i;

const { data: _, ...bare } = deleteAnswer;
const waiver = { id: 'put.data.name:echo', reason: 'agreed', owner: 'us', expires: '2025-01-10' };
const conforming = reportOf(recordingOf(conformingExchanges(), { waivers: [waiver] }));

const late = { ...deleteAnswer.data, createdAt: '2025-01-05T10:20:30Z', updatedAt: '2025-01-06 10:00:00' };
const deviating = reportOf(recordingOf(withBody('delete', JSON.stringify({ ...deleteAnswer, data: late }))));

/** Reports of every kind: what people read of them has to be plain in each. */
const reports: Readonly<Record<string, Report>> = {
  conforming,
  deviating,
  accepted: reportOf(
    recordingOf(withBody('delete', JSON.stringify(bare)), {
      waivers: [{ ...waiver, id: 'delete.data:presence' }],
    }),
  ),
  expired: reportOf(recordingOf(conformingExchanges(), { waivers: [{ ...waiver, expires: '2025-01-01' }] })),
  refused: reportOf(recordingOf(withAnswer('delete', utf8Response(refusalBody, 401)))),
  'without data': reportOf(recordingOf(withBody('delete', JSON.stringify(bare)))),
  'nothing sent': reportOf(recordingOf([])),
};

/** What people read of a SARIF log. */
function sarifTexts(report: Report): string {
  const texts: string[] = [];
  JSON.stringify(JSON.parse(sarif(report)), (key, value: unknown) => {
    if (typeof value === 'string' && (key === 'text' || key === 'exitCodeDescription')) texts.push(value);
    return value;
  });
  return texts.join('\n');
}

function codeQualityTexts(report: Report): string {
  const issues = JSON.parse(codeQuality(report)) as readonly { readonly description: string }[];
  return issues.map(({ description }) => description).join('\n');
}

/** What people read of a page: no style, script or tag, nothing that was sent or received, no row of the document's tables. */
function pageTexts(report: Report): string {
  return proseOf(page(report));
}

function proseOf(html: string): string {
  return html
    .replace(/<(style|script|pre)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<code>[\s\S]*?<\/code>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/section [\d.]+, row \w+/g, '');
}

const limit = { detail: 'summary', whole: null } as const;

/** With an earlier report that conforms, or is the same. */
function compared(report: Report): Compared {
  const isSound = report.summary.exitCode === 0;
  return comparedWith(isSound ? report : conforming, report);
}

/** The same as two targets beside each other. */
function targets(report: Report): Matrix {
  const both = [conforming, report].map((one, at) => onTarget(one, `https://host-${at}.example`));
  return matrixOf(both.map((one) => reduced(one, null)));
}

const readers: Readonly<Record<string, (report: Report) => string>> = {
  conclusion: ({ conclusion, problems, summary }) =>
    [
      ...Object.values(conclusion),
      ...problems.flatMap(({ title, cure }) => [title, cure]),
      ...summary.reasons,
    ].join('\n'),
  change: (report) => withChange(report, changeOf(conforming, report, 'replaced')).conclusion.changed ?? '',
  annotations,
  page: pageTexts,
  sarif: sarifTexts,
  'code quality': codeQualityTexts,
  terminal: (report) => terminal(report, { colour: false, columns: 100 }),
  'terminal, with everything': (report) =>
    terminal(report, { colour: false, columns: 100, detail: 'verbose' }),
  markdown: (report) => markdown(report),
  'a comparison, at a terminal': (report) =>
    terminalText(comparisonOutline(compared(report), limit), { colour: false, columns: 100 }),
  'a comparison, in Markdown': (report) => markdownOf(comparisonOutline(compared(report), limit)),
  'the page of a comparison': (report) => proseOf(comparisonPage(compared(report))),
  'a history, at a terminal': (report) =>
    terminalText(historyOutline(compared(report).matrix, limit), { colour: false, columns: 100 }),
  'a history, in Markdown': (report) => markdownOf(historyOutline(compared(report).matrix, limit)),
  'the page of a history': (report) => proseOf(matrixPage(compared(report).matrix)),
  'targets, at a terminal': (report) =>
    terminalText(targetsOutline(targets(report), limit), { colour: false, columns: 100 }),
  'the page of targets': (report) => proseOf(matrixPage(targets(report))),
  // The name of an outcome is a value for programs.
  junit: (report) => junit(report).replaceAll('"stale-waivers"', '""'),
};

describe.each(Object.keys(readers))('%s', (name) => {
  test.each(Object.keys(reports))('of a report that is %s', (kind) => {
    const report = reports[kind];
    const text = report === undefined ? '' : (readers[name]?.(report) ?? '');
    expect(text.split('\n').filter((line) => forbidden.test(line.replaceAll('waiver-owner', '')))).toEqual(
      [],
    );
  });
});

test('explain', () => {
  for (const { id } of requirements) {
    const prose = explainText(id, contract).replace(/^Schema:[\s\S]*?\n(?=Conforms)/m, '');
    expect(
      prose.split('\n').filter((line) => forbidden.test(line)),
      id,
    ).toEqual([]);
  }
});

test('docs/glossary.md has every word that stands for another', () => {
  const text = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
  for (const word of [
    'required by the document',
    'seen only in an example',
    'not checked',
    'accepted until DATE by OWNER',
    'no longer needed',
    'requests that failed',
    'response time',
  ])
    expect(text).toContain(`| ${word} |`);
});
