import type { RequirementResult } from '../../../src/model/report.ts';
import type { Facet } from '../../../src/model/requirement.ts';
import { glue, wrap } from '../../../src/text/layout.ts';
import type { FieldTable, PlaceRow } from '../../outline/field-table.ts';
import { facetHeading, type Mark, markOf, markWords, symbols } from '../../outline/words.ts';
import { grid } from './grid.ts';
import { hanging, type Page, paintOf } from './page.ts';

/** Two blocks: requirements about the whole answer, and one line per place with a column per facet. */
export function table(page: Page, matrix: FieldTable): readonly (readonly string[])[] {
  return [wholeAnswer(page, matrix), places(page, matrix)];
}

function wholeAnswer(page: Page, { whole }: FieldTable): readonly string[] {
  if (whole.length === 0) return [];
  const items = whole.map((row) => `${symbols[markOf(row)]}${glue}${row.facet}`);
  const lines = hanging(page, 'whole answer  ', items.join(`${glue} `), page.paint.quiet);
  return lines.map((line) => paintSymbols(page, line));
}

function paintSymbols(page: Page, line: string): string {
  const marks = Object.entries(symbols) as readonly [Mark, string][];
  return marks.reduce((text, [mark, symbol]) => text.replaceAll(symbol, paintOf(page, mark)(symbol)), line);
}

/** Nothing where no place was exercised: the reasons say so in one line. */
function places(page: Page, { facets, places: rows }: FieldTable): readonly string[] {
  const cells = rows.flatMap((row) => [...row.cells.values()]);
  if (cells.every(({ verdict }) => verdict === 'not-exercised')) return [];
  return grid([
    ['field', ...facets.map(facetHeading)].map(page.paint.quiet),
    ...rows.map((row) => [name(page, row), ...facets.map((facet) => cell(page, row, facet))]),
  ]);
}

function name(page: Page, { label, depth, cells }: PlaceRow): string {
  const marks = [...cells.values()].map(markOf);
  const paint = marks.includes('deviates')
    ? page.paint.bad
    : marks.includes('shown-deviates')
      ? page.paint.doubtful
      : (text: string) => text;
  return `${'  '.repeat(depth)}${paint(label)}`;
}

function cell(page: Page, { cells }: PlaceRow, facet: Facet): string {
  const row = cells.get(facet);
  if (!row) return '';
  const mark = markOf(row);
  return paintOf(page, mark)(symbols[mark]);
}

/** What the symbols mean, for those that occur. */
export function legend(page: Page, rows: readonly RequirementResult[]): readonly string[] {
  const marks = new Set(rows.map(markOf));
  const known = (Object.keys(symbols) as Mark[]).filter((mark) => marks.has(mark));
  const items = known.map((mark) => `${symbols[mark]}${glue}${markWords[mark].replaceAll(' ', glue)}`);
  const text = [...items, `blank:${glue}nothing${glue}required`].join(`${glue} `);
  return wrap(text, page.columns).map((line) => paintSymbols(page, line));
}
