import type { Report } from '../src/model/report.ts';
import { plainJson, sarifString, sarifText } from '../src/text/escape.ts';
import { plural } from '../src/text/plural.ts';
import { notExercisedIn, type ReasonGroup } from './outline/rows.ts';
import { operationWords, outcomeLine, scopeWords } from './outline/words.ts';
import { resultsOf } from './print/sarif/results.ts';
import { ruleOf } from './print/sarif/rules.ts';

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
    toolExecutionNotifications: notExercisedIn(report).map(({ operation, ...group }) =>
      notification(operationWords(report, operation).method, group),
    ),
  };
}

/** A report from elsewhere may hold a date that does not exist, or end after the year 9999. */
function times({ run }: Report) {
  const end = new Date(Date.parse(run.startedAt) + run.durationMs).toJSON() as string | null;
  return end === null || !/^\d{4}-/.test(end) ? {} : { startTimeUtc: run.startedAt, endTimeUtc: end };
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
