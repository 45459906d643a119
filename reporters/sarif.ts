import type { Report } from '../src/model/report.ts';
import { plainJson, sarifString, sarifText } from '../src/text/escape.ts';
import { plural } from '../src/text/plural.ts';
import { notExercised, operationsOf, type ReasonGroup, rowsOf } from './support/rows.ts';
import { resultsOf } from './support/sarif/results.ts';
import { ruleOf } from './support/sarif/rules.ts';
import { operationWords, outcomeLine, scopeWords } from './support/words.ts';

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
        results: resultsOf(report),
        columnKind: 'utf16CodeUnits',
        properties: {
          target: sarifString(report.target.baseUrl),
          scope: sarifString(scopeWords(report)),
          outcome: report.summary.outcome,
          schemas: report.document.sha256,
        },
      },
    ],
  };
  return `${plainJson(JSON.stringify(log, null, 2))}\n`;
}

function driver({ tool, requirements }: Report) {
  return {
    name: sarifString(tool.name),
    version: sarifString(tool.version),
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
    exitCodeDescription: sarifString(outcomeLine(report)),
    ...times(report),
    toolExecutionNotifications: operationsOf(report).flatMap((operation) =>
      notExercised(rowsOf(report, operation)).map((group) =>
        notification(operationWords(report, operation).method, group),
      ),
    ),
  };
}

/** A report from elsewhere may hold a date that does not exist. */
function times({ run }: Report) {
  const started = Date.parse(run.startedAt);
  return Number.isNaN(started)
    ? {}
    : { startTimeUtc: run.startedAt, endTimeUtc: new Date(started + run.durationMs).toISOString() };
}

function notification(method: string, { rows, reason, because }: ReasonGroup) {
  const ids = rows.map(({ id }) => id).join(', ');
  const why = because === undefined ? reason : `${reason} (see ${because})`;
  return {
    level: rows.some(({ strength }) => strength === 'stated') ? 'warning' : 'note',
    message: {
      text: sarifText(`${method}: ${plural(rows.length, 'requirement')} not checked: ${why}. ${ids}`),
    },
  };
}
