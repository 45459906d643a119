import type { Matrix, MatrixRow, MatrixRun, Cell as VerdictCell } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { truncated } from '../../src/text/layout.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { byCause } from './changes.ts';
import { inSection } from './finding.ts';
import {
  cut,
  fact,
  listed,
  type OutlineOptions,
  type OutlineSection,
  type RichText,
  type Row,
  type SignedCell,
  signSymbols,
  type TableRow,
} from './outline.ts';
import { placeWords, reasonOf, requirementTitle } from './rows.ts';
import {
  facetHeading,
  type Mark,
  markOf,
  markWords,
  methodOf,
  outcomeMarks,
  supportWords,
  worstFirst,
} from './words.ts';

/** Reports side by side, of targets or of two runs: their fields, what could not be checked, and what is the same. */

/** The run of each column. */
export function shownRuns({ columns, runs }: Matrix): readonly MatrixRun[] {
  return columns.flatMap((at) => runs[at] ?? []);
}

/** How a column is called: by its target, or of two runs of one by their order. */
function columnNames(matrix: Matrix): readonly string[] {
  const names = ['before', 'after'];
  return shownRuns(matrix).map(({ target }, at) =>
    matrix.columnsAre === 'targets' ? target : (names[at] ?? String(at + 1)),
  );
}

/** Columns of a page; more are in the JSON only. */
const mostColumns = 25;

/** For a page, which has room for it: the fields in which columns differ, and those that deviate everywhere. */
export function grid(matrix: Matrix, { whole }: OutlineOptions): OutlineSection {
  const columns = shownRuns(matrix).slice(0, mostColumns);
  const names = columnNames(matrix).slice(0, columns.length);
  const rows = matrix.requirements.filter(isInGrid);
  const fields = fieldRows(matrix, columns);
  const heads = columns.map((run, at): RichText => {
    const name = (names[at] ?? '').replace(/^https?:\/\//, '');
    return [run.page === null ? name : { link: name, url: run.page }, ` ${headWords(matrix, run, at)}`];
  });
  const left = matrix.columns.length - columns.length;
  return {
    kind: 'table',
    anchor: 'differs',
    heading: 'Fields that differ or deviate',
    empty: 'None: what was checked conforms everywhere.',
    columns: ['field', ...heads],
    rows: fields,
    more: andMoreIn(left, left, whole, 'column'),
    ...(rows.length === 0
      ? {}
      : { count: `${plural(fields.length, 'field')}, ${plural(rows.length, 'requirement')}` }),
  };
}

/** `✗ 3`, `✗ security`, `– DELETE not checked`, `✓`. */
function headWords({ requirements, operations }: Matrix, { outcome }: MatrixRun, column: number): string {
  const verdict = (row: MatrixRow) => row.cells[column]?.verdict;
  const deviating = requirements.filter((row) => verdict(row) === 'deviates');
  const isSecurity = deviating.some(({ facet }) => facet === 'authorization' || facet === 'made-up-token');
  const open = operations.filter(({ name }) => {
    const own = requirements.filter(({ operation }) => operation === name);
    return own.length > 0 && own.every((row) => verdict(row) === 'not-exercised');
  });
  const methods = open.map(({ method }) => method).join(' and ');
  const gap =
    methods === '' ? [] : [open.length === operations.length ? 'not checked' : `${methods} not checked`];
  const wrong = isSecurity ? ['security'] : deviating.length > 0 ? [String(deviating.length)] : [];
  return [signSymbols[outcomeMarks[outcome]], [...wrong, ...gap].join(', ')].join(' ').trimEnd();
}

/** Characters of a value in a cell, of which a browser shows what it has room for. */
const longestValue = 200;

/** Whether a requirement is shown in a grid: runs differ in it, or it conforms nowhere that it was checked. */
function isInGrid(row: MatrixRow): boolean {
  if (row.difference === 'columns' || row.difference === 'time') return true;
  return (
    row.difference !== 'consequence' &&
    row.cells.some(({ verdict }) => verdict === 'deviates' || verdict === 'waived')
  );
}

/** The fields of these requirements, each with all requirements that it has. */
function fieldRows({ requirements, operations }: Matrix, columns: readonly MatrixRun[]): readonly TableRow[] {
  const fields = groupBy(requirements, fieldOf);
  const wanted = [...fields.values()].filter((rows) => rows.some(isInGrid));
  return wanted.map((rows) => {
    const [{ operation, place, facet }] = rows;
    const name = place === null || place === '' ? facetHeading(facet) : place.slice(1).replaceAll('/', '.');
    return {
      title: [`${methodOf(operations, operation)} `, { value: name }],
      cells: columns.map((run, at) => rolledUp(rows, at, run)),
      below: rows.map((row) => ({
        title: [{ value: facetHeading(row.facet), to: row.id }, ` ${row.statement}`],
        // Of what conforms the field leads to the evidence: a page of ten targets has two thousand of these.
        cells: columns.map((run, at) => {
          const { sign, text, ...others } = cellOf(row, at, run);
          return sign === 'conforms' ? { sign, text } : { sign, text, ...others };
        }),
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
  return { ...first, text, value };
}

/** Leads to the evidence in the page of the run. */
function cellOf(row: MatrixRow, at: number, { page }: MatrixRun): SignedCell {
  const { seen, ...given } = row.cells[at] ?? ({ verdict: 'unknown' } as VerdictCell);
  const sign = cellSign(given, row);
  const other = given.verdict === 'unknown' ? 'no such requirement' : 'not in scope';
  return {
    sign,
    text: sign === 'note' ? other : markWords[sign],
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

/** All of it, for several targets. */
export function sideBySide(matrix: Matrix, options: OutlineOptions): readonly OutlineSection[] {
  const { requirements, observations } = matrix;
  const inGrid = requirements.filter(isInGrid);
  const seen = byCause(
    inGrid.map((row) => ({
      id: row.id,
      cause: row.cells.map((cell) => cell.problem ?? reasonOf(cell)).find((one) => one !== null) ?? null,
      as: row.cells.map((cell) => [cellSign(cell, row), cell.problem ?? reasonOf(cell)]),
      row: () => seenRow(matrix, row),
    })),
    options,
  );
  const differing = observations.map(({ question, section, answers }): Row => {
    const groups = grouped(matrix, answers);
    const lines = groups.map(([answer, names]) => fact('', [`${names}: `, { value: answer }]));
    return { sign: 'note', title: inSection(question, section), lines };
  });
  const isPage = options.detail === 'page';
  return [
    // A page has the values in its cells, which lead to all evidence.
    ...(isPage
      ? [grid(matrix, options)]
      : [cut(listed('record', 'details', 'What was seen', seen, { count: inGrid.length }), options)]),
    unchecked(matrix, options),
    cut(listed('record', 'observations', 'Observations that differ', differing), options),
    ...(isPage ? [alike(matrix)] : []),
  ];
}

function seenRow(matrix: Matrix, row: MatrixRow): Row {
  const texts = row.cells.map((cell) => {
    const { verdict, seen } = cell;
    if (verdict === 'conforms') return markWords.conforms;
    if (seen === undefined) return verdict === 'not-exercised' ? markWords[verdict] : reasonOf(cell);
    return `at ${placeWords(seen.pointer)} (${seen.probe}): expected ${seen.expected}, got ${seen.actual}`;
  });
  return {
    ...requirementTitle(row, supportWords(row)),
    lines: grouped(matrix, texts).map(([text, names]) => fact('', `${names}: ${text}`)),
  };
}

/** Each text once, with the names of its columns, in the order of the first of them. */
function grouped(
  matrix: Matrix,
  texts: readonly (string | null)[],
): readonly (readonly [text: string, names: string])[] {
  const names = columnNames(matrix);
  const known = texts.flatMap((text, at) => (text === null ? [] : [{ text, name: names[at] ?? '' }]));
  const groups = groupBy(known, ({ text }) => text);
  return [...groups].map(([text, own]) => [text, own.map(({ name }) => name).join(', ')]);
}

/** What was not checked in which columns, once for each reason, the most first. */
export function unchecked(matrix: Matrix, options: OutlineOptions): OutlineSection {
  const open = columnNames(matrix).flatMap((name, at) => {
    const rows = matrix.requirements.filter(({ cells }) => cells[at]?.verdict === 'not-exercised');
    const groups = groupBy(rows, ({ cells }) => reasonOf(cells[at] ?? {}) ?? 'no reason was recorded');
    return [...groups].map(([reason, own]) => ({ name, reason, own }));
  });
  const blocks = groupBy(open, ({ reason, own }) => JSON.stringify([reason, own.map(({ id }) => id)]));
  const sorted = [...blocks.values()].sort(([one], [other]) => other.own.length - one.own.length);
  const rows = sorted.map((all): Row => {
    const [{ reason, own }] = all;
    const names = all.map(({ name }) => name).join(', ');
    const title = `${names}: ${plural(own.length, 'requirement')} not checked: ${reason}`;
    return { sign: 'not-exercised', title, below: own.map(namedRow) };
  });
  const section = cut({ kind: 'list', anchor: 'not-checked', heading: 'Not checked', rows }, options);
  return { ...section, count: plural(rows.length, 'reason') };
}

function namedRow({ id, statement }: MatrixRow): Row {
  return { title: [{ value: id }, ` ${statement}`] };
}

/** What conforms wherever it was checked. */
function same({ requirements }: Matrix): readonly MatrixRow[] {
  const others: readonly string[] = ['conforms', 'not-exercised', 'out-of-scope', 'unknown'];
  return requirements.filter(
    ({ cells }) =>
      cells.every(({ verdict }) => others.includes(verdict)) &&
      cells.some(({ verdict }) => verdict === 'conforms'),
  );
}

export function sameWords(matrix: Matrix): string {
  const { length } = same(matrix);
  const all = plural(matrix.requirements.length, 'requirement');
  return `${length} of ${all} ${verb(length, 'conform')} wherever ${length === 1 ? 'it was' : 'they were'} checked`;
}

/** Which they are, for pages. */
export function alike(matrix: Matrix): OutlineSection {
  const rows = same(matrix);
  const title = `${plural(rows.length, 'requirement')} ${verb(rows.length, 'conform')}`;
  const folded: Row = { sign: 'conforms', title, below: rows.map(namedRow) };
  const count = rows.length;
  return listed('list', 'alike', 'The same everywhere', count === 0 ? [] : [folded], { count });
}
