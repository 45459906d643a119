import { createRequire } from 'node:module';
import type * as XmlBuilder from 'fast-xml-builder';
import { findingSentences } from '../src/answers/words.ts';
import type { Report, RequirementResult } from '../src/model/report.ts';
import type { Operation } from '../src/model/requirement.ts';
import { endingSoon, soonWords } from '../src/model/waiver.ts';
import { capital } from '../src/text/capital.ts';
import { visible } from '../src/text/escape.ts';
import { andMoreIn } from '../src/text/more.ts';
import { type Finding, findingFor, isUnexplained, shortDeviation } from './outline/finding.ts';
import { reasonWords } from './outline/row-text.ts';
import { operationsOf, rowsOf } from './outline/rows.ts';
import { visibleReport } from './outline/visible-report.ts';
import { acceptedWords } from './outline/waivers.ts';
import { outcomeLine, restWords, scopeWords, seconds, strengthWords } from './outline/words.ts';
import { type FormatOptions, wholeFile } from './reporter.ts';

/** Required, not imported: it is one file then, and nine of three packages otherwise. */
const { default: Builder } = createRequire(import.meta.url)('fast-xml-builder') as typeof XmlBuilder;

/** Elements and attributes (`@_`) as the builder takes them. */
type Element = { readonly [name: string]: string | number | Element | readonly Element[] };

/** A test case, by what came of it. */
type TestCase = Element & Partial<Record<'failure' | 'error' | 'skipped', Element>>;

interface CaseCounts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

/**
 * JUnit XML: a suite per operation, a case per requirement. What the gate fails is a failure; a deviation from what is
 * only shown otherwise passes and says so. Where the run does not conform but no case fails (nothing was checked, a
 * waiver is no longer needed), a suite of its own carries one error: a file without an error always means that the run
 * conforms.
 */
export function render(report: Report, options: Pick<FormatOptions, 'files'> = {}): string {
  const shown = visibleReport(report);
  const whole = wholeFile(options);
  const suites = [
    ...operationsOf(shown).map((name) => operationSuite(shown, name, whole)),
    ...unexplained(shown),
  ];
  const builder = new Builder({
    ignoreAttributes: false,
    format: true,
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
  });
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    testsuites: {
      '@_name': `${shown.tool.name} ${shown.target.baseUrl}`,
      ...totals(suites.map(({ counts }) => counts)),
      '@_time': seconds(shown.run.durationMs),
      testsuite: suites.map(({ element }) => element),
    },
  });
}

interface Suite {
  readonly element: Element;
  readonly counts: CaseCounts;
}

function suite(report: Report, name: string, milliseconds: number, cases: readonly TestCase[]): Suite {
  const count = (kind: keyof TestCase) => cases.filter((one) => kind in one).length;
  const counts = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
  const element = {
    '@_name': `conformance.${name}`,
    ...attributes(counts),
    '@_time': seconds(milliseconds),
    '@_timestamp': report.run.startedAt.slice(0, 19),
    properties: { property: properties(report) },
    testcase: cases,
  };
  return { element, counts };
}

function operationSuite(report: Report, operation: Operation, whole: string | null): Suite {
  const spent = report.exchanges
    .filter((exchange) => exchange.operation === operation)
    .reduce((total, { timings }) => total + timings.totalMs, 0);
  const cases = rowsOf(report, operation).map((row) => ({
    '@_classname': `conformance.${operation}`,
    '@_name': `${row.id} ${row.statement}`,
    ...result(report, row, whole),
  }));
  return suite(report, operation, spent, cases);
}

function result(report: Report, row: RequirementResult, whole: string | null): Element {
  switch (row.verdict) {
    case 'conforms':
      return {};
    case 'waived':
      return { skipped: { '@_message': acceptedWords(report, row) } };
    case 'not-exercised':
      return {
        skipped: {
          '@_message': `not checked: ${reasonWords({ ...row, covered: row.waiver !== undefined })}`,
        },
      };
    case 'deviates':
      return deviation(findingFor(report, row), row, whole);
  }
}

/** What is wrong and how to fix it; what was expected and what was there where no fix is known. */
function deviation(
  { fails, title, fix, ...finding }: Finding,
  row: RequirementResult,
  whole: string | null,
): Element {
  const more = andMoreIn(finding.omitted, row.spread?.length ?? 0, whole);
  const text = [
    row.statement,
    finding.support,
    ...finding.places.flatMap(({ place, probe, expected, actual }) => [
      `at: ${place} (${probe})`,
      `  expected: ${expected}`,
      `  actual: ${actual}`,
    ]),
    ...(more === '' ? [] : [more]),
    ...(finding.seen === null ? [] : [`seen: ${finding.seen}`]),
  ].join('\n');
  if (!fails)
    return { 'system-out': `Deviates from what is seen only in an example; not a failure.\n${text}` };
  const message = fix === null ? `${title}: ${shortDeviation(row)}` : `${title}. Fix: ${fix}`;
  return { failure: { '@_message': message, '@_type': strengthWords[row.strength], '#text': text } };
}

function unexplained(report: Report): readonly Suite[] {
  if (!isUnexplained(report)) return [];
  const error = {
    '@_message': outcomeLine(report),
    '@_type': report.summary.outcome,
    '#text': [...report.conclusion.why, report.conclusion.act, report.conclusion.next].join('\n'),
  };
  const only = { '@_classname': 'conformance.run', '@_name': 'outcome of the run', error };
  return [suite(report, 'run', report.run.durationMs, [only])];
}

function properties(report: Report): readonly Element[] {
  const { conclusion } = report;
  const { changed, notChecked } = restWords(conclusion);
  const pairs = {
    outcome: report.summary.outcome,
    exitCode: String(report.summary.exitCode),
    verdict: conclusion.verdict,
    'action needed': conclusion.act,
    next: conclusion.next,
    changed,
    'not checked': notChecked,
    target: report.target.baseUrl,
    run: report.run.id,
    scope: scopeWords(report),
    document: report.document.title,
    tool: `${report.tool.name} ${report.tool.version}`,
  };
  const soon = endingSoon(report.waivers, report.run.startedAt).map((waiver) => [
    'waiver',
    capital(soonWords(waiver, report.run.startedAt)),
  ]);
  const answers = findingSentences(report.answerFindings).map(({ kind, text }) => [
    `open question ${kind}`,
    visible(text),
  ]);
  return [...Object.entries(pairs), ...soon, ...answers].map(([name = '', value = '']) => ({
    '@_name': name,
    '@_value': value,
  }));
}

function attributes({ tests, failures, errors, skipped }: CaseCounts): Element {
  return { '@_tests': tests, '@_failures': failures, '@_errors': errors, '@_skipped': skipped };
}

/** The schema that Jenkins publishes allows no `skipped` here; each suite has its own. */
function totals(all: readonly CaseCounts[]): Element {
  const total = (name: keyof CaseCounts) => all.reduce((count, counts) => count + counts[name], 0);
  return { '@_tests': total('tests'), '@_failures': total('failures'), '@_errors': total('errors') };
}
