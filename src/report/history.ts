import type {
  Cell,
  CellVerdict,
  Course,
  History,
  MatrixRun,
  RunState,
  RunStretch,
  Stretch,
  TargetCourse,
  Unchecked,
} from '../../schemas/types.ts';
import { known, pick } from '../model/known.ts';
import { capital } from '../text/capital.ts';
import { plural } from '../text/plural.ts';
import { buildWords } from './change.ts';

/**
 * What became of a target, and of each requirement, over its runs. A run that reached nothing counts for nothing: it ends
 * no stretch, changes no requirement, and is no reason to say that one is not checked any more. A run that checked a part
 * counts for what it checked.
 */

/** So many changes or more are flickering, while the last of them is within so many runs. */
const flickeringFlips = 4;
const settledAfter = 10;

const unknown: Cell = { verdict: 'unknown' };

/** The verdict on a requirement in one run; `run` is the index of the run in the matrix. */
interface InRun {
  readonly run: number;
  readonly cell: Cell;
}

export function isDeviating(verdict: CellVerdict): boolean {
  return verdict === 'deviates' || verdict === 'waived';
}

export function isChecked(verdict: CellVerdict): boolean {
  return isDeviating(verdict) || verdict === 'conforms';
}

function stretchesOf(runs: readonly InRun[]): readonly Stretch[] {
  const stretches: { verdict: CellVerdict; first: number; runs: number }[] = [];
  for (const { run, cell } of runs) {
    const last = stretches.at(-1);
    if (last?.verdict === cell.verdict) last.runs += 1;
    else stretches.push({ verdict: cell.verdict, first: run, runs: 1 });
  }
  return stretches;
}

function courseOfOne(isDeviatingNow: boolean | undefined, flips: number, lasting: number): Course {
  if (isDeviatingNow === undefined) return 'not-checked';
  if (flips >= flickeringFlips && lasting < settledAfter) return 'flickers';
  if (flips === 0) return isDeviatingNow ? 'deviates' : 'conforms';
  return isDeviatingNow ? 'broke' : 'healed';
}

/** @param runs those that reached anything; out of scope, or in another version of the schemas, it is not missed */
function uncheckedOf(runs: readonly InRun[]): Unchecked | null {
  const asked = runs.filter(({ cell }) => cell.verdict === 'not-exercised' || isChecked(cell.verdict));
  const lastChecked = asked.findLastIndex(({ cell }) => isChecked(cell.verdict));
  const [first] = asked.slice(lastChecked + 1);
  const last = asked.at(-1);
  if (lastChecked === -1 || first === undefined || last === undefined) return null;
  return { since: first.run, ...pick(last.cell, 'reason', 'because', 'waiver') };
}

/**
 * @param places indexes of the runs of one target, the oldest first
 * @param cells one requirement in all runs
 */
export function historyOf(
  target: string,
  places: readonly number[],
  cells: readonly Cell[],
  all: readonly MatrixRun[],
): History {
  const runs = places.map((run) => ({ run, cell: cells[run] ?? unknown }));
  const checked = runs.filter(({ cell }) => isChecked(cell.verdict));
  const deviating = checked.filter(({ cell }) => isDeviating(cell.verdict));
  const turns = checked.flatMap(({ cell }, at) => {
    const before = checked[at - 1]?.cell;
    return before !== undefined && isDeviating(before.verdict) !== isDeviating(cell.verdict) ? [at] : [];
  });
  const last = checked.at(-1);
  const lastTurn = turns.at(-1);
  const lasting = checked.length - (lastTurn ?? 0);
  return {
    target,
    course: courseOfOne(last && isDeviating(last.cell.verdict), turns.length, lasting),
    checked: checked.length,
    deviates: deviating.length,
    flips: turns.length,
    firstSeen: deviating[0]?.run ?? null,
    lastSeen: deviating.at(-1)?.run ?? null,
    since: checked[lastTurn ?? -1]?.run ?? null,
    lasting,
    ...known({ problem: deviating.at(-1)?.cell.problem }),
    seen: deviating.at(-1)?.cell.seen ?? null,
    unchecked: uncheckedOf(runs.filter(({ run }) => (all[run]?.checked ?? 0) > 0)),
    stretches: stretchesOf(runs),
  };
}

function stateOf({ outcome, checked }: MatrixRun): RunState {
  return checked === 0 ? 'nothing' : outcome;
}

/** A run that says more is not overruled by runs that say less. */
function weight(state: RunState): number {
  return state === 'nothing' ? 0 : state === 'incomplete' ? 1 : 2;
}

/** @param runs of one target by their indexes, the oldest first */
function lastStretch(runs: readonly (readonly [at: number, state: RunState])[]): readonly RunStretch[] {
  const state = runs.at(-1)?.[1];
  if (state === undefined) return [];
  const telling = runs.filter(([, one]) => weight(one) >= weight(state));
  const before = telling.findLastIndex(([, one]) => one !== state);
  const own = telling.slice(before + 1);
  return own.slice(0, 1).map(([since]) => ({ state, since, runs: own.length, isOpen: before === -1 }));
}

const stateWords: Readonly<Record<RunState, string>> = {
  conforms: 'conforms',
  'stale-waivers': 'has a waiver to remove',
  deviates: 'deviates',
  incomplete: 'incomplete',
  nothing: 'reached nothing',
};

/** How a run is called in a sentence: by its build, otherwise by its minute. */
export function runName({ label, startedAt }: Pick<MatrixRun, 'label' | 'startedAt'>): string {
  return label === null ? `${startedAt.slice(0, 16).replace('T', ' ')} UTC` : buildWords(label);
}

/** `build-228, 3 runs`; the first of all runs may not have been the first that came to it. */
export function sinceWords(run: MatrixRun | undefined, runs: number, isOpen: boolean): string {
  const name = run === undefined ? 'a run that is not among these' : runName(run);
  return `${name}${isOpen ? ' or earlier' : ''}, ${plural(runs, 'run')}`;
}

/** @param places indexes of its runs, the oldest first */
export function courseOf(target: string, places: readonly number[], all: readonly MatrixRun[]): TargetCourse {
  const runs = places.flatMap((at) => (all[at] === undefined ? [] : [[at, stateOf(all[at])] as const]));
  const last = lastStretch(runs);
  const complete = lastStretch(runs.filter(([, state]) => weight(state) === weight('conforms')));
  const stretches = last[0]?.since === complete[0]?.since ? last : [...last, ...complete];
  const words = stretches.map(
    ({ state, since, runs: count, isOpen }) =>
      `${stateWords[state]} since ${sinceWords(all[since], count, isOpen)}`,
  );
  return { target, sentence: capital(words.join('; before: ')), stretches };
}
