import { createRequire } from 'node:module';
import type * as XmlBuilder from 'fast-xml-builder';
import type { Report, RequirementResult } from '../src/model/report.ts';
import type { Operation } from '../src/model/requirement.ts';
import { reasonWords, shortDeviation, wholeDeviation } from './outline/row-text.ts';
import { operationsOf, problemOf, rowsOf } from './outline/rows.ts';
import { visibleReport } from './outline/visible-report.ts';
import { acceptedWords } from './outline/waivers.ts';
import { outcomeLine, problemTitle, restWords, scopeWords, seconds, strengthWords } from './outline/words.ts';
import { type FormatOptions, wholeFile } from './reporter.ts';

/** Required, not imported: it is one file then, and nine of three packages otherwise. */
const { default: Builder } = createRequire(import.meta.url)('fast-xml-builder') as typeof XmlBuilder;

/** Elements and attributes (`@_`) as the builder takes them. */
type Element = { readonly [name: string]: string | number | Element | readonly Element[] };

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

function suite(
  report: Report,
  name: string,
  counts: CaseCounts,
  milliseconds: number,
  cases: readonly Element[],
): Suite {
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
  const rows = rowsOf(report, operation);
  const counts = {
    tests: rows.length,
    failures: rows.filter((row) => fails(report, row)).length,
    errors: 0,
    skipped: rows.filter(skips).length,
  };
  const spent = report.exchanges
    .filter((exchange) => exchange.operation === operation)
    .reduce((total, { timings }) => total + timings.totalMs, 0);
  return suite(
    report,
    operation,
    counts,
    spent,
    rows.map((row) => testCase(report, row, whole)),
  );
}

function fails({ run }: Report, { verdict, strength }: RequirementResult): boolean {
  return verdict === 'deviates' && (strength === 'stated' || run.options.strict);
}

function skips({ verdict }: RequirementResult): boolean {
  return verdict === 'waived' || verdict === 'not-exercised';
}

function testCase(report: Report, row: RequirementResult, whole: string | null): Element {
  return {
    '@_classname': `conformance.${row.operation}`,
    '@_name': `${row.id} ${row.statement}`,
    ...result(report, row, whole),
  };
}

function result(report: Report, row: RequirementResult, whole: string | null): Element {
  if (fails(report, row)) {
    return {
      failure: {
        '@_message': problemText(report, row),
        '@_type': strengthWords[row.strength],
        '#text': wholeDeviation(report, row, whole),
      },
    };
  }
  if (row.verdict === 'deviates') {
    return {
      'system-out': `Deviates from what is seen only in an example; not a failure.\n${wholeDeviation(report, row, whole)}`,
    };
  }
  if (row.verdict === 'waived') return { skipped: { '@_message': acceptedWords(report, row) } };
  if (row.verdict === 'not-exercised')
    return { skipped: { '@_message': `not checked: ${reasonWords(row)}` } };
  return {};
}

/** What is wrong and how to fix it; what was expected and what was there where no cure is known. */
function problemText(report: Report, row: RequirementResult): string {
  const problem = problemOf(report, row.id);
  if (problem === undefined) return shortDeviation(row);
  const title = problemTitle(problem);
  return problem.cure === null ? `${title}: ${shortDeviation(row)}` : `${title}. Fix: ${problem.cure}`;
}

function unexplained(report: Report): readonly Suite[] {
  const { outcome } = report.summary;
  if (outcome === 'conforms' || report.requirements.some((row) => fails(report, row))) return [];
  const error = {
    '@_message': outcomeLine(report),
    '@_type': outcome,
    '#text': [...report.conclusion.why, report.conclusion.act, report.conclusion.next].join('\n'),
  };
  const only = { '@_classname': 'conformance.run', '@_name': 'outcome of the run', error };
  return [
    suite(report, 'run', { tests: 1, failures: 0, errors: 1, skipped: 0 }, report.run.durationMs, [only]),
  ];
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
  return Object.entries(pairs).map(([name, value]) => ({ '@_name': name, '@_value': value }));
}

function attributes({ tests, failures, errors, skipped }: CaseCounts): Element {
  return { '@_tests': tests, '@_failures': failures, '@_errors': errors, '@_skipped': skipped };
}

/** The schema that Jenkins publishes allows no `skipped` here; each suite has its own. */
function totals(all: readonly CaseCounts[]): Element {
  const total = (name: keyof CaseCounts) => all.reduce((count, counts) => count + counts[name], 0);
  return { '@_tests': total('tests'), '@_failures': total('failures'), '@_errors': total('errors') };
}
