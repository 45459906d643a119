import type { Report, RequirementResult } from '../../../src/model/report.ts';
import type { Operation } from '../../../src/model/requirement.ts';
import { glue } from '../../../src/text/layout.ts';
import { conformingFields, conformingShare } from '../../outline/conforming-fields.ts';
import { fieldTable } from '../../outline/field-table.ts';
import { shortDeviation } from '../../outline/row-text.ts';
import { rowsOf } from '../../outline/rows.ts';
import { acceptedWords } from '../../outline/waivers.ts';
import { operationWords, symbols } from '../../outline/words.ts';
import { blocks, hanging, type Page } from './page.ts';
import { legend, table } from './table.ts';
import { unchecked } from './unchecked.ts';

/** One operation: the fields that conform, by name, what is accepted though it deviates, what was not checked; the matrix where it is asked for. */
export function operation(page: Page, report: Report, name: Operation): readonly string[] {
  const rows = rowsOf(report, name);
  const { method, object, section } = operationWords(report, name);
  const title = `${page.paint.strong(`${method}  ${object}`)} (section ${section}): `;
  return [
    '',
    ...hanging(page, '', title + conformingShare(rows)),
    ...fields(page, rows),
    ...accepted(page, report, rows),
    ...unchecked(page, report, rows),
    ...(isShown(page, report, rows) ? matrix(page, rows) : []),
  ];
}

function fields(page: Page, rows: readonly RequirementResult[]): readonly string[] {
  return conformingFields(rows).flatMap(({ label, names }) => {
    const text = names.map((name) => name.replaceAll(' ', glue)).join(', ');
    return hanging(page, `  ${symbols.conforms} `, `${label}: ${text}`, page.paint.good);
  });
}

function accepted(page: Page, report: Report, rows: readonly RequirementResult[]): readonly string[] {
  const waived = rows.filter(({ verdict }) => verdict === 'waived');
  return waived.flatMap((row) => [
    ...hanging(page, `  ${symbols.waived} `, `${row.id}: ${acceptedWords(report, row)}`, page.paint.doubtful),
    ...hanging(page, '    ', shortDeviation(row), page.paint.quiet),
  ]);
}

/** The matrix is for who asks for it, and for who has to see where something changed. */
function isShown(page: Page, { change }: Report, rows: readonly RequirementResult[]): boolean {
  if (page.isVerbose) return true;
  const changed = new Set([...(change?.appeared ?? []), ...(change?.fixed ?? []), ...(change?.lost ?? [])]);
  return rows.some(({ id }) => changed.has(id));
}

function matrix(page: Page, rows: readonly RequirementResult[]): readonly string[] {
  return ['', ...legend(page, rows), '', ...blocks(table(page, fieldTable(rows)))];
}
