import type { Report, RequirementResult } from '../schemas/types.ts';
import { findingFor } from './outline/finding.ts';
import { fact, type RichText, said } from './outline/outline.ts';
import { distinct, furtherPlaces, placeWords, visibleReport } from './outline/rows.ts';
import { explainCommand, supportOf } from './outline/words.ts';
import { sectionText } from './print/terminal.ts';

/** Of a message: what runs tests may print it narrower or wider, and breaks no line. */
const columns = 120;

/** `DELETE /automationRule/…, 200`. */
function requestOf({ exchanges }: Report, id: string | undefined): RichText | null {
  const exchange = exchanges.find((one) => one.id === id);
  if (exchange === undefined) return null;
  const { method, url } = exchange.request;
  return [
    `${exchange.id}, `,
    { value: `${method} ${url}` },
    `, ${exchange.response?.status ?? 'no response'}`,
  ];
}

/** What a failing test says of a requirement that deviates, as a terminal shows its problem: no colours. */
export function deviationText(given: Report, { id }: RequirementResult): string {
  const report = visibleReport(given);
  const row = report.requirements.find((one) => one.id === id);
  if (row === undefined) throw new Error(`the report has no requirement ${id}`);
  const { mark, title, fix } = findingFor(report, row);
  const [first] = distinct(row);
  const lines = [
    fact('fix', fix),
    fact('expected', first && [{ value: first.expected }]),
    fact('actual', first && [{ value: first.actual }]),
    fact('at', first && said(placeWords(first.pointer), furtherPlaces([row], [first], null)).join(' ')),
    fact('request', first && requestOf(report, first.exchanges[0])),
    fact('section', [`${row.section}, ${supportOf(row)}: ${row.statement}`]),
    fact('explain', [{ value: explainCommand(report.tool, id) }]),
  ];
  const rows = [{ sign: mark, title, anchor: id, lines }];
  return sectionText(
    { kind: 'record', anchor: 'deviations', heading: null, rows },
    { colour: false, columns },
  );
}
