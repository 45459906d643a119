import type { Report, RequirementResult } from '../schemas/types.ts';
import { seenOf } from '../src/report/follows.ts';
import { findingFor } from './outline/finding.ts';
import { findingRow } from './outline/finding-row.ts';
import { fact, type RichText } from './outline/outline.ts';
import { visibleReport } from './outline/rows.ts';
import { explainCommand } from './outline/words.ts';
import { sectionText } from './print/terminal.ts';

/** Of a message: what runs tests may print it narrower or wider, and breaks no line. */
const columns = 120;

/** `DELETE /api/entity/…, 200`. */
function requestOf({ exchanges }: Report, given: Report, id: string | undefined): RichText | null {
  const request = exchanges.find((one) => one.id === id)?.request;
  const status = given.exchanges.find((one) => one.id === id)?.response?.status;
  const path = request?.url.replace(/^\w+:\/\/[^/]*/, '');
  return request ? [{ value: `${request.method} ${path}` }, `, ${status ?? 'no response'}`] : null;
}

/** What a failing test says of a requirement that deviates, as a terminal shows its problem: no colours. */
export function deviationText(given: Report, { id }: RequirementResult): string {
  const report = visibleReport(given);
  const row = report.requirements.find((one) => one.id === id);
  if (row === undefined) throw new Error(`the report has no requirement ${id}`);
  const { mark: sign, title, fix: cure } = findingFor(report, row);
  const problem = report.problems.find(({ requirements }) => requirements.includes(id));
  const { severity = 'form' } = problem ?? {};
  const own = { title, cause: null, severity, cure, requirements: [id], seen: seenOf(row), blocks: 0 };
  const { lines = [] } = findingRow(report, own, 0, { detail: 'usual', whole: null });
  const more = [
    fact('request', requestOf(report, given, row.evidence[0]?.exchange)),
    fact('explain', [{ value: explainCommand(report.tool, id) }]),
  ];
  const rows = [{ sign, title, anchor: id, lines: [...lines, ...more] }];
  return sectionText(
    { kind: 'record', anchor: 'deviations', heading: null, rows },
    { colour: false, columns },
  );
}
