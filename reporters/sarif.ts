import { createHash } from 'node:crypto';
import type { Report, RequirementResult } from '../schemas/types.ts';
import { findingSentences } from '../src/answers/words.ts';
import { capital } from '../src/text/capital.ts';
import { plainJson, sarifString, sarifText } from '../src/text/escape.ts';
import { andMore } from '../src/text/more.ts';
import { plural } from '../src/text/plural.ts';
import { type Finding, fileOf, findingFor, placeText, sentences } from './outline/finding.ts';
import { notExercisedIn, reasonWords } from './outline/rows.ts';
import { endings } from './outline/waivers.ts';
import { operationWords, outcomeLine, scopeWords, supportWords } from './outline/words.ts';

/** Places named in one message; the rest is counted. */
const mostPlaces = 3;

/**
 * SARIF 2.1.0 (OASIS): a rule per requirement, a result per deviation. What
 * is waived is a suppressed result; what was not exercised is a notification, as nothing was found about it.
 */
export function render(report: Report): string {
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
            toolExecutionNotifications: notifications(report),
          },
        ],
        results: requirements.flatMap((row, ruleIndex) =>
          row.verdict === 'deviates' || row.verdict === 'waived' ? [result(report, row, ruleIndex)] : [],
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
function notifications(report: Report) {
  const open = notExercisedIn(report).map(({ operation, rows, ...group }) => {
    const { method } = operationWords(report, operation);
    const count = plural(rows.length, 'requirement');
    const ids = rows.map(({ id }) => id).join(', ');
    return {
      level: rows.some(({ strength }) => strength === 'stated') ? 'warning' : 'note',
      message: { text: sarifText(`${method}: ${count} not checked: ${reasonWords(group)}. ${ids}`) },
    };
  });
  const notes = [...findingSentences(report.answerFindings), ...endings(report)];
  return [...open, ...notes.map(({ text }) => ({ level: 'note', message: { text: sarifText(text) } }))];
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

function result(report: Report, row: RequirementResult, ruleIndex: number) {
  const { id, verdict, section, strength, counts, waiver: justification = '' } = row;
  const finding = findingFor(report, row);
  // The same in every run: an alert is one requirement, whatever the service answers and wherever its line moves.
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16);
  const suppressions = [{ kind: 'external', status: 'accepted', justification }];
  return {
    ruleId: id,
    ruleIndex,
    kind: 'fail',
    level: finding.fails ? 'error' : levels[strength],
    message: { text: sarifText(messageOf(finding)) },
    locations: [location(report, row)],
    partialFingerprints: { 'requirement/v1': id, primaryLocationLineHash: `${hash}:1` },
    ...(verdict === 'waived' ? { suppressions } : {}),
    properties: { verdict, section, strength, counts },
  };
}

/** One line: SARIF lets a viewer show the first sentence alone. */
function messageOf({ title, support: supported, places, omitted, seen, fix }: Finding): string {
  const shown = places.slice(0, mostPlaces);
  return sentences(
    `${title} (${supported})`,
    ...shown.map((one) => placeText(one, ` (${one.probe})`)),
    capital(andMore(places.length - shown.length + omitted)),
    seen && capital(seen),
    fix && `Fix: ${fix}`,
  );
}

/** The file that all results point to, and the place in the response. */
function location(report: Report, { operation, place }: RequirementResult) {
  const { method, object } = operationWords(report, operation);
  const name = place?.split('/').at(-1) ?? object;
  const fullyQualifiedName = `${method} ${place ?? ''}`.trim();
  return {
    physicalLocation: {
      artifactLocation: {
        uri: sarifString(fileOf(report)).split('/').map(encodeURIComponent).join('/'),
        uriBaseId: '%SRCROOT%',
      },
      region: { startLine: 1 },
    },
    logicalLocations: [{ name, fullyQualifiedName, kind: 'property' }],
  };
}
