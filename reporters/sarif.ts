import { createHash } from 'node:crypto';
import { findingSentences } from '../src/answers/words.ts';
import { locationsName } from '../src/model/location.ts';
import type { Report, RequirementResult } from '../src/model/report.ts';
import type { Strength } from '../src/model/requirement.ts';
import { endingSoon, soonWords } from '../src/model/waiver.ts';
import { capital } from '../src/text/capital.ts';
import { plainJson, sarifString, sarifText } from '../src/text/escape.ts';
import { andMore } from '../src/text/more.ts';
import { plural } from '../src/text/plural.ts';
import { type Finding, findingFor, placeText } from './outline/finding.ts';
import { reasonWords } from './outline/row-text.ts';
import { notExercisedIn, type ReasonGroup } from './outline/rows.ts';
import { operationWords, outcomeLine, scopeWords, supportWords } from './outline/words.ts';

/** Places named in one message; the rest is counted. */
const mostPlaces = 3;

/**
 * SARIF 2.1.0 (OASIS): a rule per requirement, a result per deviation, at its place in the service's own sources. What
 * is waived is a suppressed result; what was not exercised is a notification, as nothing was found about it.
 */
export function render(report: Report): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: driver(report) },
        automationDetails: { id: automationId(report) },
        invocations: [invocation(report)],
        results: report.requirements.flatMap((row, ruleIndex) =>
          row.verdict === 'deviates' || row.verdict === 'waived' ? [result(report, row, ruleIndex)] : [],
        ),
        columnKind: 'utf16CodeUnits',
        properties: {
          target: report.target.baseUrl,
          scope: scopeWords(report),
          outcome: report.summary.outcome,
          schemas: report.document.sha256,
        },
      },
    ],
  };
  const harmless = (_: string, value: unknown) => (typeof value === 'string' ? sarifString(value) : value);
  return `${plainJson(JSON.stringify(log, harmless, 2))}\n`;
}

function driver({ tool, requirements }: Report) {
  return {
    name: tool.name,
    version: tool.version,
    rules: requirements.map(ruleOf),
  };
}

/** Code scanning takes what is before the last slash for the category: one per target, whose alerts live on. */
function automationId({ tool, target, run }: Report): string {
  const place = target.reference ? 'reference' : target.baseUrl.replace(/^[a-z]+:\/\//i, '');
  return [tool.name, place, run.id].map((part) => sarifString(part).replaceAll(/\/+$/g, '')).join('/');
}

function invocation(report: Report) {
  const { run, summary } = report;
  return {
    executionSuccessful: !run.cut,
    exitCode: summary.exitCode,
    exitCodeDescription: outcomeLine(report),
    ...times(report),
    toolExecutionNotifications: [
      ...notExercisedIn(report).map(({ operation, ...group }) =>
        notification(operationWords(report, operation).method, group),
      ),
      ...findingSentences(report.answerFindings).map(({ text }) => ({
        level: 'note',
        message: { text: sarifText(text) },
      })),
      ...endingSoon(report.waivers, run.startedAt).map((waiver) => ({
        level: 'note',
        message: { text: sarifText(capital(soonWords(waiver, run.startedAt))) },
      })),
    ],
  };
}

/** A report from elsewhere may hold a date that does not exist, or end after the year 9999. */
function times({ run }: Report) {
  const end = new Date(Date.parse(run.startedAt) + run.durationMs).toJSON() as string | null;
  return end === null || !/^\d{4}-/.test(end) ? {} : { startTimeUtc: run.startedAt, endTimeUtc: end };
}

function notification(method: string, { rows, ...group }: ReasonGroup) {
  const ids = rows.map(({ id }) => id).join(', ');
  return {
    level: rows.some(({ strength }) => strength === 'stated') ? 'warning' : 'note',
    message: {
      text: sarifText(
        `${method}: ${plural(rows.length, 'requirement')} not checked: ${reasonWords(group)}. ${ids}`,
      ),
    },
  };
}

const levels = { stated: 'error', shown: 'warning' } as const satisfies Record<Strength, string>;

/** Of a rule, which no run changes: a result that fails the run is an error in any case. */
function levelOf({ strength }: RequirementResult): (typeof levels)[Strength] {
  return levels[strength];
}

const support: Readonly<Record<Strength, string>> = {
  stated: 'requires it: a contradiction is a deviation.',
  shown: 'has it only in an example or a remark: a contradiction fails a run under --strict only.',
};

/** A requirement as a `reportingDescriptor` (SARIF section 3.49), verdict aside. */
function ruleOf(row: RequirementResult) {
  const { id, statement, strength, section, operation, place, facet } = row;
  const help = `Section ${section} of the interface document ${support[strength]} Ask for more: conformance explain ${id}`;
  return {
    id,
    name: id,
    shortDescription: { text: sarifText(statement) },
    fullDescription: { text: sarifText(`${statement} (${supportWords(row)}).`) },
    help: { text: sarifText(help) },
    defaultConfiguration: { level: levelOf(row) },
    properties: {
      section,
      strength,
      operation,
      place,
      facet,
      tags: [operation, facet, strength],
      'problem.severity': levelOf(row),
    },
  };
}

function result(report: Report, row: RequirementResult, ruleIndex: number) {
  const { verdict, counts, waiver } = row;
  const finding = findingFor(report, row);
  return {
    ruleId: row.id,
    ruleIndex,
    kind: 'fail',
    level: finding.fails ? 'error' : levelOf(row),
    message: { text: sarifText(messageOf(finding)) },
    locations: [location(report, row)],
    partialFingerprints: fingerprints(row),
    ...(verdict === 'waived'
      ? { suppressions: [{ kind: 'external', status: 'accepted', justification: waiver ?? '' }] }
      : {}),
    properties: { verdict, section: row.section, strength: row.strength, counts },
  };
}

/** One line: SARIF lets a viewer show the first sentence alone. */
function messageOf({ title, support, places, omitted, seen, fix }: Finding): string {
  const shown = places.slice(0, mostPlaces);
  const more = andMore(places.length - shown.length + omitted);
  return [
    `${title} (${support})`,
    ...shown.map((one) => placeText(one, ` (${one.probe})`)),
    ...(more === '' ? [] : [capital(more)]),
    ...(seen === null ? [] : [capital(seen)]),
    ...(fix === null ? [] : [`Fix: ${fix}`]),
  ]
    .map((sentence) => `${sentence}.`)
    .join(' ');
}

/**
 * The place in the service's own sources, and the one in the response. Code scanning takes no result without a file: one
 * that has none points to the file in which it can be given.
 */
function location(report: Report, { location: source, operation, place }: RequirementResult) {
  const { method, object } = operationWords(report, operation);
  const { file, line } = source ?? { file: locationsName, line: 1 };
  const name = place?.split('/').at(-1) ?? object;
  const fullyQualifiedName = `${method} ${place ?? ''}`.trim();
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(sarifString(file)), uriBaseId: '%SRCROOT%' },
      region: { startLine: line },
    },
    logicalLocations: [{ name, fullyQualifiedName, kind: 'property' }],
  };
}

/** The same in every run: an alert is one requirement, whatever the service answers and wherever its line moves. */
function fingerprints({ id }: RequirementResult) {
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return { 'requirement/v1': id, primaryLocationLineHash: `${hash}:1` };
}
