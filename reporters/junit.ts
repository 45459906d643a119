import type { Report, RequirementResult } from '../schemas/types.ts';
import { findingSentences } from '../src/answers/words.ts';
import { countsIn } from '../src/report/scope.ts';
import { escapeXml, visible } from '../src/text/escape.ts';
import { andMoreIn } from '../src/text/more.ts';
import { findingFor, isUnexplained, notJudged, shortDeviation } from './outline/finding.ts';
import { said } from './outline/outline.ts';
import { operationsOf, reasonWords, rowsOf, visibleReport } from './outline/rows.ts';
import { acceptedWords, endings } from './outline/waivers.ts';
import { notCheckedWords, outcomeLine, scopeWords, seconds, strengthWords } from './outline/words.ts';
import { type FormatOptions, wholeFile } from './reporter.ts';

/** The attributes (`@_`), the text (`#text`) and the elements in an element. */
type Element = { readonly [name: string]: string | number | Element | readonly Element[] };

/** A test case, by what came of it. */
type TestCase = Element & Partial<Record<'failure' | 'error' | 'skipped', Element>>;

/**
 * JUnit XML: a suite per operation, a case per requirement. What the gate fails is a failure; a deviation from what is
 * only shown otherwise passes and says so. Where something could not be judged, or the run does not conform but no case
 * fails (a waiver is no longer needed), a suite of its own carries one error: a file without a failure and an error always
 * means that the run conforms.
 */
export function render(given: Report, options: Pick<FormatOptions, 'files'> = {}): string {
  const report = visibleReport(given);
  const whole = wholeFile(options);
  const chosen = operationsOf(report).filter((name) => report.run.scope.operations.includes(name));
  const suites = chosen.map((operation) => {
    const own = report.exchanges.filter((exchange) => exchange.operation === operation);
    const cases = rowsOf(report, operation)
      .filter(countsIn(report))
      .map((row) => ({
        '@_classname': `conformance.${operation}`,
        '@_name': `${row.id} ${row.statement}`,
        ...result(report, row, whole),
      }));
    const spent = own.reduce((total, { timings }) => total + timings.totalMs, 0);
    return suite(report, operation, spent, cases);
  });
  const all = [...suites, ...unexplained(report)];
  const total = (name: '@_tests' | '@_failures' | '@_errors') => all.reduce((sum, one) => sum + one[name], 0);
  const root = {
    '@_name': `${report.tool.name} ${report.target.baseUrl}`,
    '@_tests': total('@_tests'),
    '@_failures': total('@_failures'),
    // The schema that Jenkins publishes allows no `skipped` here; each suite has its own.
    '@_errors': total('@_errors'),
    '@_time': seconds(report.run.durationMs),
    testsuite: all,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml('testsuites', root)}`;
}

/** An element; with a text, nothing but the text is in it. */
function xml(name: string, content: Element | string | number, indent = ''): string {
  if (typeof content !== 'object') return xml(name, { '#text': content }, indent);
  const { '#text': text, ...others } = content;
  const tag = [name];
  let inner = '';
  for (const [key, value] of Object.entries(others)) {
    if (key.startsWith('@_')) tag.push(`${key.slice(2)}="${escapeXml(String(value))}"`);
    else for (const one of [value].flat()) inner += xml(key, one as Element | string | number, `${indent}  `);
  }
  const body =
    typeof text === 'object' || text === undefined ? inner && `\n${inner}${indent}` : escapeXml(String(text));
  return `${indent}<${tag.join(' ')}${body === '' ? '/>' : `>${body}</${name}>`}\n`;
}

function suite(report: Report, name: string, milliseconds: number, cases: readonly TestCase[]) {
  const count = (kind: keyof TestCase) => cases.filter((one) => kind in one).length;
  return {
    '@_name': `conformance.${name}`,
    '@_tests': cases.length,
    '@_failures': count('failure'),
    '@_errors': count('error'),
    '@_skipped': count('skipped'),
    '@_time': seconds(milliseconds),
    '@_timestamp': report.run.startedAt.slice(0, 19),
    properties: { property: properties(report) },
    testcase: cases,
  };
}

function result(report: Report, row: RequirementResult, whole: string | null): Element {
  if (row.verdict === 'conforms') return {};
  if (row.verdict === 'deviates') return deviation(report, row, whole);
  const covered = row.waiver !== undefined;
  const words =
    row.verdict === 'waived'
      ? acceptedWords(report, row)
      : `not checked: ${reasonWords({ ...row, covered })}`;
  return { skipped: { '@_message': words } };
}

/** What is wrong and how to fix it; what was expected and what was there where no fix is known. */
function deviation(report: Report, row: RequirementResult, whole: string | null): Element {
  const { fails, title, fix, support, places, omitted, seen } = findingFor(report, row);
  const text = said(
    row.statement,
    support,
    ...places.flatMap(({ place, probe, expected, actual }) => [
      `at: ${place} (${probe})`,
      `  expected: ${expected}`,
      `  actual: ${actual}`,
    ]),
    andMoreIn(omitted, row.spread?.length ?? 0, whole),
    seen && `seen: ${seen}`,
  ).join('\n');
  if (!fails)
    return { 'system-out': `Deviates from what the document only suggests; not a failure.\n${text}` };
  const message = fix === null ? `${title}: ${shortDeviation(row)}` : `${title}. Fix: ${fix}`;
  return { failure: { '@_message': message, '@_type': strengthWords[row.strength], '#text': text } };
}

function unexplained(report: Report) {
  const { summary, conclusion, run } = report;
  const isAlone = isUnexplained(report);
  const open = notJudged(report);
  if (!isAlone && (summary.outcome !== 'deviates' || open.length === 0)) return [];
  const error = {
    '@_message': outcomeLine(report),
    '@_type': isAlone ? summary.outcome : 'incomplete',
    '#text': [...(isAlone ? summary.reasons : open), conclusion.act, conclusion.next].join('\n'),
  };
  const only = { '@_classname': 'conformance.run', '@_name': 'outcome of the run', error };
  return [suite(report, 'run', run.durationMs, [only])];
}

function properties(report: Report): readonly Element[] {
  const { conclusion, summary, tool } = report;
  const pairs: readonly (readonly [string, string])[] = [
    ['outcome', summary.outcome],
    ['exit code', String(summary.exitCode)],
    ['verdict', conclusion.verdict],
    ['action needed', conclusion.act],
    ['next', conclusion.next],
    ...(conclusion.changed === null ? [] : [['changed', conclusion.changed] as const]),
    ['not checked', notCheckedWords(conclusion)],
    ['target', report.target.baseUrl],
    ['run', report.run.id],
    ['scope', scopeWords(report)],
    ['document', report.document.title],
    ['tool', `${tool.name} ${tool.version}`],
    ...endings(report).map(({ text }) => ['waiver', text] as const),
    ...findingSentences(report.answerFindings).map(
      ({ kind, text }) => [`open question ${kind}`, visible(text)] as const,
    ),
  ];
  return pairs.map(([name, value]) => ({ '@_name': name, '@_value': value }));
}
