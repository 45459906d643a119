import { createHash } from 'node:crypto';
import type { Report, RequirementResult } from '../schemas/types.ts';
import { groupBy } from '../src/model/group-by.ts';
import { plainJson, sarifString, sarifText } from '../src/text/escape.ts';
import { plural } from '../src/text/plural.ts';
import { entriesOf, type ReportEntry } from './entries.ts';
import { operationWords, outcomeLine, scopeWords, supportWords } from './outline/words.ts';

/**
 * SARIF 2.1.0 (OASIS): a rule per requirement, a result per deviation. What
 * is waived is a suppressed result; what was not exercised is a notification, as nothing was found about it.
 */
export function render(report: Report): string {
  const entries = entriesOf(report);
  const { tool, target, run, summary, document, requirements } = report;
  const place = target.reference ? 'reference' : target.baseUrl.replace(/^[a-z]+:\/\//i, '');
  // Code scanning takes what is before the last slash for the category: one per target, whose alerts live on.
  const id = [tool.name, place, run.id].map((part) => sarifString(part).replaceAll(/\/+$/g, '')).join('/');
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool.name, version: tool.version, rules: requirements.map(ruleOf) } },
        automationDetails: { id },
        invocations: [
          {
            executionSuccessful: !run.cut,
            exitCode: summary.exitCode,
            exitCodeDescription: outcomeLine(report),
            ...times(report),
            toolExecutionNotifications: notifications(entries),
          },
        ],
        results: entries.flatMap((entry) =>
          entry.row !== null && entry.kind !== 'not-exercised' ? [result(report, entry, entry.row)] : [],
        ),
        columnKind: 'utf16CodeUnits',
        properties: {
          target: target.baseUrl,
          scope: scopeWords(report),
          outcome: summary.outcome,
          schemas: document.sha256,
        },
      },
    ],
  };
  const harmless = (_: string, value: unknown) => (typeof value === 'string' ? sarifString(value) : value);
  return `${plainJson(JSON.stringify(log, harmless, 2))}\n`;
}

/** A report from elsewhere may hold a date that does not exist, or end after the year 9999. */
function times({ run }: Report) {
  const end = new Date(Date.parse(run.startedAt) + run.durationMs).toJSON() as string | null;
  return end === null || !/^\d{4}-/.test(end) ? {} : { startTimeUtc: run.startedAt, endTimeUtc: end };
}

/** What was not checked, by reason; declared answers beside what was seen; waivers that end soon. */
function notifications(entries: readonly ReportEntry[]) {
  const of = (wanted: ReportEntry['kind']) => entries.filter(({ kind }) => kind === wanted);
  const open = [...groupBy(of('not-exercised'), ({ lines }) => lines.join())].map(([reason, own]) => ({
    level: own.some(({ level }) => level === 'warning') ? 'warning' : 'note',
    message: {
      text: sarifText(
        `${plural(own.length, 'requirement')} ${reason}. ${own.map(({ id }) => id).join(', ')}`,
      ),
    },
  }));
  const notes = [...of('open question'), ...of('waiver')].filter(({ level }) => level === 'note');
  return [...open, ...notes.map(({ level, text }) => ({ level, message: { text: sarifText(text) } }))];
}

/** Of a rule, which no run changes: a result that fails the run is an error in any case. */
const levels = { stated: 'error', shown: 'warning' } as const;

const support = {
  stated: 'requires it: a contradiction is a deviation.',
  shown: 'only suggests it: a contradiction fails a run under --strict only.',
} as const;

/** A requirement as a `reportingDescriptor` (SARIF section 3.49), verdict aside. */
function ruleOf(row: RequirementResult) {
  const { id, statement, strength, section, operation, place, facet } = row;
  const help = `Section ${section} of the interface document ${support[strength]} Ask for more: conformance explain ${id}`;
  const level = levels[strength];
  const tags = [operation, facet, strength];
  return {
    id,
    name: id,
    shortDescription: { text: sarifText(statement) },
    fullDescription: { text: sarifText(`${statement} (${supportWords(row)}).`) },
    help: { text: sarifText(help) },
    defaultConfiguration: { level },
    properties: { section, strength, operation, place, facet, tags, 'problem.severity': level },
  };
}

function result(report: Report, entry: ReportEntry, row: RequirementResult) {
  const { id, verdict, section, strength, counts, waiver: justification = '' } = row;
  // The same in every run: an alert is one requirement, whatever the service answers and wherever its line moves.
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16);
  const suppressions = [{ kind: 'external', status: 'accepted', justification }];
  return {
    ruleId: id,
    ruleIndex: report.requirements.findIndex((one) => one.id === id),
    kind: 'fail',
    level: entry.level === 'error' ? 'error' : levels[strength],
    message: { text: sarifText(`${entry.title}. ${entry.text}`) },
    locations: [location(report, entry.file, row)],
    partialFingerprints: { 'requirement/v1': id, primaryLocationLineHash: `${hash}:1` },
    ...(verdict === 'waived' ? { suppressions } : {}),
    properties: { verdict, section, strength, counts },
  };
}

/** The file that all results point to, and the place in the response. */
function location(report: Report, file: string, { operation, place }: RequirementResult) {
  const { method, object } = operationWords(report, operation);
  const name = place?.split('/').at(-1) ?? object;
  const fullyQualifiedName = `${method} ${place ?? ''}`.trim();
  return {
    physicalLocation: {
      artifactLocation: {
        uri: sarifString(file).split('/').map(encodeURIComponent).join('/'),
        uriBaseId: '%SRCROOT%',
      },
      region: { startLine: 1 },
    },
    logicalLocations: [{ name, fullyQualifiedName, kind: 'property' }],
  };
}
