import { groupBy } from '../../src/model/group-by.ts';
import type { Matrix, MatrixRow, MatrixRun, Cell as VerdictCell } from '../../src/model/matrix.ts';
import { truncated } from '../../src/text/layout.ts';
import type { SignedCell, TableRow } from './outline.ts';
import { facetHeading, type Mark, markOf, markWords, worstFirst } from './words.ts';

/** A row for each field, and below it, for pages, one for each of its requirements. */

/** Characters of a value in a cell, of which a browser shows what it has room for. */
const longestValue = 200;

/** Signs that have to be seen where other columns have another one. */
const striking: readonly string[] = ['deviates', 'shown-deviates', 'waived'];

/** Whether a requirement is shown in a grid: runs differ in it, or it conforms nowhere that it was checked. */
export function isInGrid(row: MatrixRow): boolean {
  if (row.difference === 'columns' || row.difference === 'time') return true;
  return (
    row.difference !== 'consequence' &&
    row.cells.some(({ verdict }) => verdict === 'deviates' || verdict === 'waived')
  );
}

/** The fields of these requirements, each with all requirements that it has. */
export function fieldRows(
  { requirements, operations }: Matrix,
  columns: readonly MatrixRun[],
): readonly TableRow[] {
  const fields = groupBy(requirements, fieldOf);
  const wanted = [...fields.values()].filter((rows) => rows.some(isInGrid));
  return wanted.map((rows) => {
    const [{ operation, place, facet }] = rows;
    const { method = operation } = operations.find(({ name }) => name === operation) ?? {};
    const name = place === null || place === '' ? facetHeading(facet) : place.slice(1).replaceAll('/', '.');
    return {
      title: [`${method} `, { value: name }],
      cells: columns.map((run, at) => rolledUp(rows, at, run)),
      below: rows.map((row) => ({
        title: [{ value: facetHeading(row.facet), to: row.id }, ` ${row.statement}`],
        cells: columns.map((run, at) => withoutLink(cellOf(row, at, run))),
      })),
    };
  });
}

/** Requirements about the whole response are no field of it, and each has a row of its own. */
function fieldOf({ operation, place, facet, side }: MatrixRow): string {
  return JSON.stringify([operation, side, place === null || place === '' ? facet : place]);
}

/** The worst of the requirements of a field in one run, with the value where just one deviates. */
function rolledUp(rows: readonly MatrixRow[], at: number, run: MatrixRun): SignedCell {
  const cells = rows.map((row) => cellOf(row, at, run));
  const sign = worstFirst.find((mark) => cells.some((cell) => cell.sign === mark));
  const own = cells.filter((cell) => cell.sign === sign);
  const [first] = own;
  if (first === undefined || sign === undefined) return cells[0] as SignedCell;
  const facets = rows.flatMap(({ facet }, place) =>
    cells[place]?.sign === sign ? [facetHeading(facet)] : [],
  );
  const text = sign === 'conforms' ? first.text : `${first.text}: ${facets.join(', ')}`;
  const value = own.length === 1 ? first.value : undefined;
  return { ...first, text, value, differs: own.some(({ differs }) => differs) };
}

/** Of what conforms the field leads to the evidence: a page of ten targets has two thousand of these. */
function withoutLink(cell: SignedCell): SignedCell {
  return cell.sign === 'conforms' ? { sign: cell.sign, text: cell.text } : cell;
}

/** Leads to the evidence in the page of the run. */
function cellOf(row: MatrixRow, at: number, { page }: MatrixRun): SignedCell {
  const { seen, ...given } = row.cells[at] ?? ({ verdict: 'unknown' } as VerdictCell);
  const sign = cellSign(given, row);
  const other = given.verdict === 'unknown' ? 'no such requirement' : 'not in scope';
  return {
    sign,
    text: sign === 'note' ? other : markWords[sign],
    differs: row.difference === 'columns' && striking.includes(sign),
    value: seen && truncated(seen.actual, longestValue),
    ...(page === null || sign === 'note' ? {} : { url: page, to: row.id }),
  };
}

/** A requirement that was out of scope, or does not exist in that version, has no verdict. */
export function cellSign(
  { verdict }: Pick<VerdictCell, 'verdict'>,
  { strength }: Pick<MatrixRow, 'strength'>,
): Mark | 'note' {
  return verdict === 'out-of-scope' || verdict === 'unknown' ? 'note' : markOf({ verdict, strength });
}
