import type {
  CellVerdict,
  Matrix,
  MatrixRow,
  MatrixRun,
  ObservationRow,
  Cell as VerdictCell,
} from '../../src/model/matrix.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { truncated } from '../../src/text/layout.ts';
import { plural } from '../../src/text/plural.ts';
import { cut, type Limit, listOf, reasonOf, requirementTitle } from './comparison.ts';
import { inSection } from './finding.ts';
import { runLine } from './history.ts';
import { cellSign, sinceWhen } from './history-rows.ts';
import {
  type Fact,
  filled,
  type Outline,
  type OutlineSection,
  type RichText,
  type Row,
  type SignedCell,
} from './outline.ts';
import { placeWords } from './row-text.ts';
import { targetsOutline } from './targets.ts';
import { type Mark, markWords, moment, supportWords } from './words.ts';

/** Characters on a page of a value in a cell, of which a browser shows what it has room for, and of the name of a column. */
const longestValue = 200;
const longestName = 30;

/** Reports side by side; a history is a matrix of one target. */
export function matrixOutline(given: Matrix, limit: Limit): Outline {
  if (given.columnsAre === 'targets') return targetsOutline({ matrix: given }, limit);
  const matrix = visibleDeep(given);
  const rows = differing(matrix);
  const { runs, targets, sentence } = matrix;
  const times = [runs[0], runs.at(-1)].flatMap((run) => (run === undefined ? [] : moment(run.startedAt)));
  return {
    kind: `Matrix of conformance reports: ${plural(runs.length, 'run')} of ${plural(targets.length, 'target')}, ${times.join(' to ')}`,
    tab: `Matrix of ${plural(runs.length, 'conformance report')}`,
    title: sentence,
    line: sentence,
    // Nothing is judged here, and what is the same everywhere may deviate everywhere.
    mark: null,
    head: matrix.notes.map((note) => ({ label: 'note', text: note })),
    sections: filled([
      table(matrix, rows, limit),
      reports(matrix),
      listOf('details', 'What was seen', rows.map(seenRow), limit),
      sinceWhen(matrix, rows, limit),
      listOf('observations', 'Observations that differ', matrix.observations.map(observationRow), limit),
      ...(limit.isPage ? [alike('consequences', matrix), alike('alike', matrix)] : []),
    ]),
    conclusion: [...consequences(matrix), { label: 'same', text: alikeWords(matrix) }],
  };
}

/** Requirements that differ, without those that only follow from another one. */
function differing({ requirements }: Matrix): readonly MatrixRow[] {
  return requirements.filter(({ difference }) => difference === 'columns' || difference === 'time');
}

function cellWords(cell: Pick<VerdictCell, 'verdict'>, row: Pick<MatrixRow, 'strength'>): string {
  const sign = cellSign(cell, row);
  if (sign !== 'note') return markWords[sign];
  return cell.verdict === 'unknown' ? 'no such requirement' : 'not in scope';
}

/** The verdict on each requirement that differs, in each column. */
function table(matrix: Matrix, rows: readonly MatrixRow[], limit: Limit): OutlineSection {
  const shown = shownRuns(matrix);
  const names = columnNames(matrix);
  const column = ({ page }: MatrixRun, at: number): RichText => {
    const number = String(at + 1);
    if (limit.isPage === undefined) return number;
    const link = page === null ? number : { link: number, url: page };
    return [link, ` ${truncated(names[at] ?? '', longestName)}`];
  };
  const listed = new Set(rows.slice(0, limit.most).map(({ id }) => id));
  const section: OutlineSection = {
    kind: 'table',
    anchor: 'differs',
    heading: 'What differs',
    empty: 'Nothing.',
    columns: ['requirement', ...shown.map(column)],
    compares: names,
    rows: rows.map((row) => ({
      title: [listed.has(row.id) ? { value: row.id, to: row.id } : { value: row.id }],
      cells: [...row.cells.map((one, at) => cell(one, row, shown[at]?.page ?? null))],
    })),
  };
  // A page has room for all of them: a requirement is in its table or nowhere.
  return limit.isPage ? { ...section, count: rows.length } : cut(section, limit);
}

/** @param page the page with the evidence */
function cell(given: VerdictCell, row: MatrixRow, page: string | null): SignedCell {
  const { seen } = given;
  const sign = cellSign(given, row);
  return {
    sign,
    text: cellWords(given, row),
    // Only what differs has a row.
    ...(sign === 'deviates' || sign === 'shown-deviates' || sign === 'waived' ? { differs: true } : {}),
    ...(seen === undefined ? {} : { value: truncated(seen.actual, longestValue) }),
    ...(page === null || sign === 'note' ? {} : { url: page, to: row.id }),
  };
}

/** Requirements that need no table, which a page alone names one by one: a row for each mark. */
function alike(anchor: 'consequences' | 'alike', { requirements }: Matrix): OutlineSection {
  const wanted = anchor === 'alike' ? 'none' : 'consequence';
  const rows = requirements.filter(({ difference }) => difference === wanted);
  const groups = markOrder.flatMap((mark): readonly Row[] => {
    const own = rows.filter((row) => worstMark(row) === mark);
    if (own.length === 0) return [];
    const below = own.map(({ id, section }) => ({ title: [{ value: id }, ` § ${section}`] }));
    return [{ sign: mark, title: `${plural(own.length, 'requirement')}: ${markWords[mark]}`, below }];
  });
  return {
    kind: 'list',
    anchor,
    heading: anchor === 'alike' ? 'The same everywhere' : 'Not checked because of these',
    count: rows.length,
    rows: groups,
  };
}

const markOrder: readonly Mark[] = ['deviates', 'shown-deviates', 'waived', 'not-exercised', 'conforms'];

/** The worst mark of a requirement in any run: one that is out of scope in one run may be checked in another. */
function worstMark(row: MatrixRow): Mark {
  const signs = new Set(row.cells.map((one) => cellSign(one, row)));
  return markOrder.find((mark) => signs.has(mark)) ?? 'not-exercised';
}

/** What was seen in which columns. */
function seenRow(row: MatrixRow): Row {
  return {
    ...requirementTitle(row, supportWords(row)),
    lines: grouped(row.cells.map(cellReason)).map(([reason, columns]) => [{ label: columns, text: reason }]),
  };
}

/** What was seen, or why nothing was; null for a requirement that conforms. */
function cellReason(cell: VerdictCell): string | null {
  const { seen } = cell;
  if (seen === undefined) return reasonOf(cell);
  return `expected ${seen.expected}, got ${seen.actual} at ${placeWords(seen.pointer)} (${seen.probe})`;
}

/** Each text once, with the numbers of its columns, in the order of the first of them. */
function grouped(texts: readonly (string | null)[]): readonly (readonly [text: string, columns: string])[] {
  const columns = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    if (text !== null) columns.set(text, [...(columns.get(text) ?? []), at + 1]);
  }
  return [...columns].map(([text, numbers]) => [text, numberWords(numbers)]);
}

/** `1, 3–5`. @param columns from the lowest number */
function numberWords(columns: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const column of columns) {
    const range = ranges.at(-1);
    if (range?.[1] === column - 1) range[1] = column;
    else ranges.push([column, column]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ');
}

/** The run of each column. */
function shownRuns({ columns, runs }: Matrix): readonly MatrixRun[] {
  return columns.flatMap((at) => runs[at] ?? []);
}

/** The report of each column, by its number. */
function reports(matrix: Matrix): OutlineSection {
  const shown = shownRuns(matrix);
  const left = matrix.runs.length - shown.length;
  return {
    kind: 'facts',
    anchor: 'columns',
    heading: 'Reports',
    rows: shown.map((run, at) => ({
      label: String(at + 1),
      text: [{ value: run.target }, ` ${runLine(run)}`],
    })),
    ...(left > 0 ? { more: `${plural(left, 'further run')} of ${matrix.runs.length} without a column` } : {}),
  };
}

/** The heading of a column: host and path of a target, or a day; with the time if two runs were on the same day. */
function columnNames(matrix: Matrix): readonly string[] {
  const shown = shownRuns(matrix);
  if (matrix.columnsAre === 'targets') return shown.map(({ target }) => target.replace(/^https?:\/\//, ''));
  const days = shown.map(({ startedAt }) => startedAt.slice(5, 10));
  const isPlain = new Set(days).size === days.length;
  return isPlain ? days : shown.map(({ startedAt }) => startedAt.slice(5, 16).replace('T', ' '));
}

function observationRow({ question, section, answers }: ObservationRow): Row {
  const lines = grouped(answers.map((answer) => answer ?? 'not answered'));
  return {
    sign: 'note',
    title: inSection(question, section),
    lines: lines.map(([answer, columns]) => [{ label: columns, text: [{ value: answer }] }]),
  };
}

const alikeVerdicts: readonly (readonly [CellVerdict, string])[] = [
  ['conforms', 'conform'],
  ['deviates', 'deviate'],
  ['waived', 'accepted by a waiver'],
  ['not-exercised', 'not checked'],
];

/** `144 requirements are the same everywhere: 140 conform, 4 deviate`. */
function alikeWords({ requirements }: Matrix): string {
  const alike = requirements.filter(({ difference }) => difference === 'none');
  const counts = alikeVerdicts.flatMap(([wanted, words]) => {
    const count = alike.filter(({ cells }) => cells.some(({ verdict }) => verdict === wanted)).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const parts = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  return `${plural(alike.length, 'requirement')} ${alike.length === 1 ? 'is' : 'are'} the same everywhere${parts}`;
}

/** What changed only because of a requirement that differs. */
function consequences({ requirements }: Matrix): readonly Fact[] {
  const count = requirements.filter(({ difference }) => difference === 'consequence').length;
  if (count === 0) return [];
  const text = `${count} more ${count === 1 ? 'was' : 'were'} not checked in some runs, only because of these`;
  return [{ label: 'not checked', text }];
}
