import type { Cell, CellVerdict, History, Matrix, MatrixRow, MatrixRun } from '../../src/model/matrix.ts';
import { shortLabel } from '../../src/report/change.ts';
import { plural } from '../../src/text/plural.ts';
import { standingMark } from '../outline/comparison-words.ts';
import { placeWords } from '../outline/row-text.ts';
import { type Mark, markWords, moment, outcomeWord, symbols } from '../outline/words.ts';

/** Null where the requirement was out of scope, or does not exist in that version. */
export function cellMark(
  { verdict }: Pick<Cell, 'verdict'>,
  { strength }: Pick<MatrixRow, 'strength'>,
): Mark | null {
  return verdict === 'out-of-scope' || verdict === 'unknown' ? null : standingMark({ verdict, strength });
}

/** For a cell without a mark. */
const noSymbol = '·';

export function cellSymbol(cell: Pick<Cell, 'verdict'>, row: Pick<MatrixRow, 'strength'>): string {
  const mark = cellMark(cell, row);
  return mark === null ? noSymbol : symbols[mark];
}

export function cellWords(cell: Pick<Cell, 'verdict'>, row: Pick<MatrixRow, 'strength'>): string {
  const mark = cellMark(cell, row);
  if (mark !== null) return markWords[mark];
  return cell.verdict === 'unknown' ? 'no such requirement' : 'not in scope';
}

/** What was seen, or why nothing was; null for a requirement that conforms. */
function cellReason({ seen, reason, because, waiver }: Cell): string | null {
  if (seen)
    return `expected ${seen.expected}, got ${seen.actual} at ${placeWords(seen.pointer)} (${seen.probe})`;
  if (waiver !== undefined) return waiver;
  if (reason === undefined) return null;
  return because === undefined ? reason : `${reason} (see ${because})`;
}

/** Each reason once, with the numbers of its columns, in the order of the first of them. */
export function reasonsOf(
  { cells }: MatrixRow,
  mostColumns: number = cells.length,
): readonly (readonly [reason: string, columns: readonly number[]])[] {
  const reasons = new Map<string, number[]>();
  for (const [at, cell] of cells.slice(0, mostColumns).entries()) {
    const reason = cellReason(cell);
    if (reason !== null) reasons.set(reason, [...(reasons.get(reason) ?? []), at + 1]);
  }
  return [...reasons];
}

/** `1, 3–5`. @param columns from the lowest number */
export function numberWords(columns: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const column of columns) {
    const range = ranges.at(-1);
    if (range?.[1] === column - 1) range[1] = column;
    else ranges.push([column, column]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ');
}

/** Requirements that differ, without those that only follow from another one. */
export function differing({ requirements }: Matrix): readonly MatrixRow[] {
  return requirements.filter(({ difference }) => difference === 'columns' || difference === 'time');
}

/** `2026-03-12 06:00:00 UTC, build v1.4.2`. */
export function whenWords({ startedAt, label }: MatrixRun): string {
  return moment(startedAt) + (label === null ? '' : `, build ${shortLabel(label)}`);
}

/** `Deviates (exit 1), 2026-03-12 06:00:00 UTC, build v1.4.2, run 5d0c`. */
export function runLine(run: MatrixRun): string {
  return `${outcomeWord(run.outcome)} (exit ${run.exitCode}), ${whenWords(run)}, run ${run.runId}`;
}

/** The heading of a column: host and path of a target, or a day; with the time if two runs were on the same day. */
export function columnNames({ columnsAre, columns, runs }: Matrix): readonly string[] {
  const shown = columns.flatMap((at) => runs[at] ?? []);
  if (columnsAre === 'targets') return shown.map(({ target }) => target.replace(/^https?:\/\//, ''));
  const days = shown.map(({ startedAt }) => startedAt.slice(5, 10));
  const isPlain = new Set(days).size === days.length;
  return isPlain ? days : shown.map(({ startedAt }) => startedAt.slice(5, 16).replace('T', ' '));
}

/** Runs of one target. */
export function runsOf({ runs }: Matrix, { target }: History): readonly MatrixRun[] {
  return runs.filter((run) => run.target === target);
}

/** `run 73 of 100, 2026-03-12 06:00:00 UTC, build v1.4.2`. */
function placeIn(matrix: Matrix, history: History, at: number): string {
  const runs = runsOf(matrix, history);
  const run = matrix.runs[at];
  return run === undefined
    ? 'a run that is not among these'
    : `${whenWords(run)} (run ${runs.indexOf(run) + 1} of ${runs.length})`;
}

/** Since when a requirement has its verdict, and what was before: one sentence. */
export function historyWords(matrix: Matrix, history: History): string {
  const { course, checked, deviates, flips, firstSeen, lastSeen, since } = history;
  const at = (place: number | null) => placeIn(matrix, history, place ?? 0);
  const share = `${deviates} of ${plural(checked, 'run')}`;
  switch (course) {
    case 'not-checked':
      return 'checked in no run';
    case 'conforms':
      return `conforms in ${checked === 1 ? 'the one run' : `all ${checked} runs`} that checked it`;
    case 'deviates':
      return `deviates in ${checked === 1 ? 'the one run' : `all ${checked} runs`} that checked it, first on ${at(firstSeen)}`;
    case 'broke':
      return `deviates since ${at(since)}, in ${share}${firstSeen === since ? '' : `, first on ${at(firstSeen)}`}`;
    case 'healed':
      return `conforms since ${at(since)}; deviated in ${share}, first on ${at(firstSeen)}`;
    case 'flickers':
      return `flickers: deviates in ${share}, ${flips} changes, first on ${at(firstSeen)}, last on ${at(lastSeen)}`;
  }
}

/** How many runs a strip shows; it shows the last ones. */
export const longestStrip = 200;

/** The last runs of a history, one verdict each, the oldest first. */
export function stripOf({ stretches }: History, most: number = longestStrip): readonly CellVerdict[] {
  return stretches.flatMap(({ verdict, runs }) => Array.from({ length: runs }, () => verdict)).slice(-most);
}

/** Whether a strip shows more than the columns do. */
export function hasStrips({ runs, columns }: Matrix): boolean {
  return runs.length > columns.length || runs.length > 2;
}

const alikeVerdicts: readonly (readonly [CellVerdict, string])[] = [
  ['conforms', 'conform'],
  ['deviates', 'deviate'],
  ['waived', 'accepted by a waiver'],
  ['not-exercised', 'not checked'],
];

/** `144 requirements are the same everywhere: 140 conform, 4 deviate`. */
export function alikeWords({ requirements }: Matrix): string {
  const alike = requirements.filter(({ difference }) => difference === 'none');
  const counts = alikeVerdicts.flatMap(([wanted, words]) => {
    const count = alike.filter(({ cells }) => cells.some(({ verdict }) => verdict === wanted)).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const told = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  return `${plural(alike.length, 'requirement')} ${alike.length === 1 ? 'is' : 'are'} the same everywhere${told}`;
}

/** Null where there is none. */
export function consequenceWords({ requirements }: Matrix): string | null {
  const count = requirements.filter(({ difference }) => difference === 'consequence').length;
  if (count === 0) return null;
  return count === 1
    ? '1 more was not checked in some runs, only because of one that differs'
    : `${count} more were not checked in some runs, only because of one that differs`;
}
