import type { History, Matrix, MatrixRow, MatrixRun, Cell as VerdictCell } from '../../src/model/matrix.ts';
import { shortLabel } from '../../src/report/change.ts';
import { plural } from '../../src/text/plural.ts';
import { cut, type Limit, standingMark } from './comparison.ts';
import type { OutlineSection, SignedCell, StripRow } from './outline.ts';
import { type Mark, moment, outcomeWord } from './words.ts';

/** Runs that a strip shows: the last ones. */
const longestStrip = 200;

/** A requirement that was out of scope, or does not exist in that version, has no verdict. */
export function cellSign(
  { verdict }: Pick<VerdictCell, 'verdict'>,
  { strength }: Pick<MatrixRow, 'strength'>,
): Mark | 'note' {
  return verdict === 'out-of-scope' || verdict === 'unknown' ? 'note' : standingMark({ verdict, strength });
}

/** Whether a history says more than the columns do. */
function hasHistory({ runs, columns }: Matrix): boolean {
  return runs.length > columns.length || runs.length > 2;
}

/** Each requirement that changed over the runs of a target, with its verdict in each of them, the oldest first. */
export function sinceWhen(matrix: Matrix, rows: readonly MatrixRow[], limit: Limit): OutlineSection {
  const strip = (row: MatrixRow, history: History): StripRow => {
    const target = matrix.targets.length > 1 ? [' ', { value: history.target }] : [];
    return {
      title: [{ value: row.id }, ...target],
      cells: history.flips === 0 ? [] : stripOf(history, row),
      lines: [[{ label: '', text: historyWords(matrix, history) }]],
    };
  };
  const known = hasHistory(matrix) ? rows : [];
  const all = known.flatMap((row) => row.histories.map((history) => strip(row, history)));
  return cut({ kind: 'strip', anchor: 'since', heading: 'Since when', rows: all }, limit);
}

/** The verdict in each of the last runs. */
function stripOf(
  { stretches }: Pick<History, 'stretches'> = { stretches: [] },
  row: Pick<MatrixRow, 'strength'>,
): readonly SignedCell[] {
  const signs = stretches.flatMap(({ verdict, runs: length }) =>
    Array.from({ length }, () => cellSign({ verdict }, row)),
  );
  return signs.slice(-longestStrip).map((sign) => ({ sign, text: '' }));
}

/** `run 73 of 100, 2026-03-12 06:00:00 UTC, build v1.4.2`. */
function placeIn({ runs }: Matrix, { target }: History, at: number): string {
  const run = runs[at];
  const own = runs.filter((one) => one.target === target);
  return run === undefined
    ? 'a run that is not among these'
    : `${whenWords(run)} (run ${own.indexOf(run) + 1} of ${own.length})`;
}

/** Since when a requirement has its verdict, and what was before: one sentence. */
function historyWords(matrix: Matrix, history: History): string {
  const { course, checked, deviates, flips, firstSeen, lastSeen, since } = history;
  const at = (place: number | null) => placeIn(matrix, history, place ?? 0);
  const share = `${deviates} of ${plural(checked, 'run')}`;
  const all = `${checked === 1 ? 'the one run' : `all ${checked} runs`} that checked it`;
  switch (course) {
    case 'not-checked':
      return 'checked in no run';
    case 'conforms':
      return `conforms in ${all}`;
    case 'deviates':
      return `deviates in ${all}, first on ${at(firstSeen)}`;
    case 'broke':
      return `deviates since ${at(since)}, in ${share}${firstSeen === since ? '' : `, first on ${at(firstSeen)}`}`;
    case 'healed':
      return `conforms since ${at(since)}; deviated in ${share}, first on ${at(firstSeen)}`;
    case 'flickers':
      return `flickers: deviates in ${share}, ${flips} changes, first on ${at(firstSeen)}, last on ${at(lastSeen)}`;
  }
}

/** `2026-03-12 06:00:00 UTC, build v1.4.2`. */
function whenWords({ startedAt, label }: MatrixRun): string {
  return moment(startedAt) + (label === null ? '' : `, build ${shortLabel(label)}`);
}

/** `Deviates (exit 1), 2026-03-12 06:00:00 UTC, build v1.4.2, run 5d0c`. */
export function runLine(run: MatrixRun): string {
  return `${outcomeWord(run.outcome)} (exit ${run.exitCode}), ${whenWords(run)}, run ${run.runId}`;
}
