import type { History, Matrix, MatrixRow, MatrixRun, Cell as VerdictCell } from '../../src/model/matrix.ts';
import { runName } from '../../src/report/history.ts';
import { plural } from '../../src/text/plural.ts';
import { type Fact, fact, joined, type Row, type SignedCell, type TextPiece } from './outline.ts';
import { placeWords, requirementTitle } from './rows.ts';
import { type Mark, markOf, supportWords } from './words.ts';

/** Requirements over the runs of a target. */

/** Runs that a strip shows: the last ones. */
export const longestStrip = 200;

/** One requirement over the runs of one target. */
export interface RowHistory {
  readonly row: MatrixRow;
  readonly history: History;
}

export function runsOf({ runs }: Matrix, target: string): readonly MatrixRun[] {
  return runs.filter((run) => run.target === target);
}

/** Required by the document first, then what is accepted by a waiver last; the latest change first. */
export function bySeverity(one: RowHistory, other: RowHistory): number {
  const rank = ({ row, history }: RowHistory) => {
    const last = history.stretches.findLast(({ verdict }) => verdict === 'deviates' || verdict === 'waived');
    return (last?.verdict === 'waived' ? 2 : 0) + (row.strength === 'stated' ? 0 : 1);
  };
  return rank(one) - rank(other) || (other.history.since ?? -1) - (one.history.since ?? -1);
}

/** A requirement that was out of scope, or does not exist in that version, has no verdict. */
export function cellSign(
  { verdict }: Pick<VerdictCell, 'verdict'>,
  { strength }: Pick<MatrixRow, 'strength'>,
): Mark | 'note' {
  return verdict === 'out-of-scope' || verdict === 'unknown' ? 'note' : markOf({ verdict, strength });
}

/** The verdict on a requirement in each of the last runs of a target. */
function verdicts(matrix: Matrix, { row, history }: RowHistory): readonly SignedCell[] {
  const runs = runsOf(matrix, history.target);
  return history.stretches
    .flatMap(({ verdict, runs: length }) => Array.from({ length }, () => cellSign({ verdict }, row)))
    .map((sign, at): SignedCell => ({ sign: runs[at]?.checked === 0 ? 'note' : sign, text: '' }))
    .slice(-longestStrip);
}

/** A requirement with its verdict in each run, since when, and what was seen last. */
export function requirementStrip(matrix: Matrix, one: RowHistory): Row {
  const { row, history } = one;
  const { title, anchor } = requirementTitle(row, supportWords(row));
  const cells = verdicts(matrix, one);
  const isAlone = matrix.targets.length === 1;
  const last = cells.findLast(({ sign }) => sign !== 'note' && sign !== 'not-exercised');
  return {
    sign: last?.sign,
    title: isAlone ? title : [{ value: history.target }, ' ', ...joined([title], '')],
    anchor: isAlone ? anchor : undefined,
    cells,
    lines: [[...historyFacts(matrix, one), ...seenFacts(matrix, one), ...uncheckedFacts(matrix, one)]],
  };
}

/** The name of a run, which leads to a requirement in its report. */
function runLink({ runs }: Matrix, at: number | null, { id }: Pick<MatrixRow, 'id'>): TextPiece {
  const run = at === null ? undefined : runs[at];
  if (run === undefined) return 'a run that is not among these';
  return run.page === null ? runName(run) : { link: runName(run), url: run.page, to: id };
}

/** `build-226 (2026-11-21), 3 runs`; the first of all runs may not have been the first that came to it. */
function sinceText({ runs }: Matrix, { since, firstSeen, lasting }: History): string {
  const run = runs[since ?? firstSeen ?? 0];
  const day = run?.label == null ? '' : ` (${run.startedAt.slice(0, 10)})`;
  const name = run === undefined ? 'a run that is not among these' : runName(run);
  return `${name}${day}${since === null ? ' or earlier' : ''}, ${plural(lasting, 'run')}`;
}

/** Since when a requirement has its verdict, and how often it was otherwise. */
function historyFacts(matrix: Matrix, { history }: RowHistory): readonly Fact[] {
  const { course, checked, deviates, flips, lasting } = history;
  if (course === 'conforms' || course === 'not-checked') return [];
  const share = `deviates in ${deviates} of ${plural(checked, 'run')}`;
  const rest: Readonly<Record<typeof course, string>> = {
    deviates: '',
    broke: deviates === lasting ? '' : `; ${share}`,
    healed: `; ${share}`,
    flickers: `; ${flips} changes, ${share}`,
  };
  return fact('since', `${sinceText(matrix, history)}${rest[course]}`);
}

/** What was expected and seen where it deviates for the last time. */
function seenFacts(matrix: Matrix, { row, history: { seen, lastSeen } }: RowHistory): readonly Fact[] {
  if (seen === null) return [];
  const { expected, actual, pointer, probe } = seen;
  const where = [`at ${placeWords(pointer)} (${probe}), `, runLink(matrix, lastSeen, row)];
  return fact('latest', [...where, ': expected ', { value: expected }, ', got ', { value: actual }]);
}

/** That the last runs say nothing of it, and how many are not checked because of it. */
function uncheckedFacts({ runs, requirements }: Matrix, { row, history }: RowHistory): readonly Fact[] {
  const run = runs[history.unchecked?.since ?? -1];
  const hidden = requirements.filter(({ histories }) =>
    histories.some(({ target, unchecked }) => target === history.target && unchecked?.because === row.id),
  );
  const words = `${plural(hidden.length, 'requirement')} not checked because of it`;
  return [
    ...fact('not checked', run === undefined ? null : `since ${runName(run)}`),
    ...fact('also', hidden.length === 0 ? null : words),
  ];
}
