import type { Report } from '../schemas/types.ts';
import { countsIn } from '../src/report/scope.ts';
import { escapeXml } from '../src/text/escape.ts';
import { entriesOf, type ReportEntry } from './entries.ts';
import { operationsOf, rowsOf, visibleReport } from './outline/rows.ts';
import { notCheckedWords, outcomeLine, scopeWords, seconds, strengthWords } from './outline/words.ts';

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
export function render(given: Report): string {
  const report = visibleReport(given);
  const entries = entriesOf(given);
  const byId = new Map(
    entries.flatMap((entry) => (entry.row === null ? [] : [[entry.row.id, entry] as const])),
  );
  const named = properties(report, entries);
  const chosen = operationsOf(report).filter((name) => report.run.scope.operations.includes(name));
  const suites = chosen.map((operation) => {
    const own = report.exchanges.filter((exchange) => exchange.operation === operation);
    const cases = rowsOf(report, operation)
      .filter(countsIn(report))
      .map(({ id, statement }) => ({
        '@_classname': `conformance.${operation}`,
        '@_name': `${id} ${statement}`,
        ...result(byId.get(id)),
      }));
    const spent = own.reduce((total, { timings }) => total + timings.totalMs, 0);
    return suite(report, operation, spent, named, cases);
  });
  const unexplained = entries
    .filter(({ kind }) => kind === 'outcome' || kind === 'incomplete')
    .map((entry) => suite(report, 'run', report.run.durationMs, named, [outcomeCase(report, entry)]));
  const all = [...suites, ...unexplained];
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

function suite(
  report: Report,
  name: string,
  milliseconds: number,
  property: readonly Element[],
  cases: readonly TestCase[],
) {
  const count = (kind: keyof TestCase) => cases.filter((one) => kind in one).length;
  return {
    '@_name': `conformance.${name}`,
    '@_tests': cases.length,
    '@_failures': count('failure'),
    '@_errors': count('error'),
    '@_skipped': count('skipped'),
    '@_time': seconds(milliseconds),
    '@_timestamp': report.run.startedAt.slice(0, 19),
    properties: { property },
    testcase: cases,
  };
}

/** What came of a requirement; nothing where it conforms. */
function result(entry: ReportEntry | undefined): Element {
  if (entry === undefined) return {};
  const { kind, level, title, advice, lines, row } = entry;
  const text = lines.join('\n');
  if (kind !== 'deviates' || row === null) return { skipped: { '@_message': text } };
  if (level !== 'error')
    return { 'system-out': `Deviates from what the document only suggests; not a failure.\n${text}` };
  const failure = {
    '@_message': `${title}. ${advice}`,
    '@_type': strengthWords[row.strength],
    '#text': text,
  };
  return { failure };
}

/** What the run comes to where no case says so. */
function outcomeCase(report: Report, { kind, lines }: ReportEntry): TestCase {
  const error = {
    '@_message': outcomeLine(report),
    '@_type': kind === 'incomplete' ? kind : report.summary.outcome,
    '#text': lines.join('\n'),
  };
  return { '@_classname': 'conformance.run', '@_name': 'outcome of the run', error };
}

function properties(report: Report, entries: readonly ReportEntry[]): readonly Element[] {
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
    ...entries
      .filter(({ kind, level }) => level === 'note' && (kind === 'waiver' || kind === 'open question'))
      .map(({ kind, lines }) => [kind, lines.join('. ')] as const),
  ];
  return pairs.map(([name, value]) => ({ '@_name': name, '@_value': value }));
}
