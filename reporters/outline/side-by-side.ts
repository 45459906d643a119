import { groupBy } from '../../src/model/group-by.ts';
import type { Matrix, MatrixRow, MatrixRun, ObservationRow } from '../../src/model/matrix.ts';
import { widthOf } from '../../src/text/layout.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { fieldRows, isInGrid } from './field-grid.ts';
import { inSection } from './finding.ts';
import {
  cut,
  fact,
  listed,
  type OutlineOptions,
  type OutlineSection,
  plainText,
  type RichText,
  type Row,
  signSymbols,
  type TableRow,
} from './outline.ts';
import { placeWords, reasonOf, requirementTitle } from './rows.ts';
import { markWords, outcomeMarks, supportWords } from './words.ts';

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

/** The fields in which columns differ, and those that deviate everywhere. */
export function grid(given: Matrix, options: OutlineOptions): OutlineSection {
  const isPage = options.detail === 'page';
  const matrix = isPage ? narrowed(given) : given;
  const left = given.columns.length - matrix.columns.length;
  const rows = matrix.requirements.filter(isInGrid);
  const columns = shownRuns(matrix);
  const names = columnNames(matrix);
  const fields = fieldRows(matrix, columns);
  const heads = columnHeads(matrix, fields, options);
  const numbers = names.map((name, at) => ({ sign: null, text: `${at + 1} ${name}` }));
  const section: OutlineSection = {
    kind: 'table',
    anchor: 'differs',
    heading: 'Fields that differ or deviate',
    empty: 'None: what was checked conforms everywhere.',
    columns: ['field', ...(heads ?? columns.map((_, at) => String(at + 1)))],
    legend: heads === null ? numbers : undefined,
    compares: names,
    rows: fields,
  };
  const count = `${plural(fields.length, 'field')}, ${plural(rows.length, 'requirement')}`;
  return {
    ...(isPage ? section : cut(section, options)),
    ...(rows.length === 0 ? {} : { count }),
    ...(left > 0 ? { more: andMoreIn(left, left, options.whole, 'column') } : {}),
  };
}

/** More columns are in the JSON only. */
const mostColumns = 25;

/** A matrix of as many columns as a page shows. */
function narrowed(matrix: Matrix): Matrix {
  return {
    ...matrix,
    columns: matrix.columns.slice(0, mostColumns),
    requirements: matrix.requirements.map((row) => ({ ...row, cells: row.cells.slice(0, mostColumns) })),
  };
}

/** `staging ✗ 3`; where lines are too short for that, the names alone; null where they are for those. */
function columnHeads(
  matrix: Matrix,
  fields: readonly TableRow[],
  options: OutlineOptions,
): readonly RichText[] | null {
  const columns = shownRuns(matrix);
  const names = columnNames(matrix).map((name) => name.replace(/^https?:\/\//, ''));
  const words = columns.map((run, at) => headWords(matrix, run, at));
  if (options.detail === 'page')
    return columns.map(({ page }, at) => {
      const name = names[at] ?? '';
      return [page === null ? name : { link: name, url: page }, ` ${words[at]}`];
    });
  const room =
    (options.detail === 'summary'
      ? Number.POSITIVE_INFINITY
      : (options.columns ?? Number.POSITIVE_INFINITY)) -
    Math.max(...fields.map(({ title }) => widthOf(plainText(title))), 0);
  const fits = (heads: readonly string[]) =>
    heads.reduce((taken, head) => taken + 1 + widthOf(head), 0) <= room;
  const whole = names.map((name, at) => `${name} ${words[at]}`);
  return [whole, names].find(fits) ?? null;
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

/** All of it, for several targets. */
export function sideBySide(matrix: Matrix, options: OutlineOptions): readonly OutlineSection[] {
  const { requirements, observations } = matrix;
  const seen = requirements.filter(isInGrid).map((row) => seenRow(matrix, row));
  const differing = observations.map((one) => observationRow(matrix, one));
  const isPage = options.detail === 'page';
  return [
    grid(matrix, options),
    // A page has the values in its cells, which lead to all evidence.
    ...(isPage ? [] : [cut(listed('record', 'details', 'What was seen', seen), options)]),
    unchecked(matrix, options),
    cut(listed('record', 'observations', 'Observations that differ', differing), options),
    ...(isPage ? [alike(matrix)] : []),
  ];
}

function seenRow(matrix: Matrix, row: MatrixRow): Row {
  const texts = row.cells.map((cell) => {
    const { seen } = cell;
    if (cell.verdict === 'conforms') return markWords.conforms;
    if (seen === undefined)
      return cell.verdict === 'not-exercised' ? markWords['not-exercised'] : reasonOf(cell);
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

function observationRow(matrix: Matrix, { question, section, answers }: ObservationRow): Row {
  return {
    sign: 'note',
    title: inSection(question, section),
    lines: grouped(matrix, answers).map(([answer, names]) => fact('', [`${names}: `, { value: answer }])),
  };
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
