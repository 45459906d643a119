import type { CellVerdict, Course, History, Stretch } from '../../model/matrix.ts';

/** The verdict on a requirement in one run; `run` is the index of the run in the matrix. */
export interface InRun {
  readonly run: number;
  readonly verdict: CellVerdict;
}

/** So many changes or more are flickering. */
const flickeringFlips = 4;

function stretchesOf(stood: readonly InRun[]): readonly Stretch[] {
  const stretches: { verdict: CellVerdict; first: number; runs: number }[] = [];
  for (const { run, verdict } of stood) {
    const last = stretches.at(-1);
    if (last?.verdict === verdict) last.runs += 1;
    else stretches.push({ verdict, first: run, runs: 1 });
  }
  return stretches;
}

function isDeviating({ verdict }: InRun): boolean {
  return verdict === 'deviates' || verdict === 'waived';
}

function courseOf(isDeviatingNow: boolean | undefined, flips: number): Course {
  if (isDeviatingNow === undefined) return 'not-checked';
  if (flips >= flickeringFlips) return 'flickers';
  if (flips === 0) return isDeviatingNow ? 'deviates' : 'conforms';
  return isDeviatingNow ? 'broke' : 'healed';
}

/** @param stood the runs of one target, the oldest first */
export function historyOf(target: string, stood: readonly InRun[]): History {
  const checked = stood.filter((one) => isDeviating(one) || one.verdict === 'conforms');
  const deviating = checked.filter(isDeviating);
  const changes = checked.filter((one, at) => {
    const before = checked[at - 1];
    return before !== undefined && isDeviating(before) !== isDeviating(one);
  });
  const last = checked.at(-1);
  return {
    target,
    course: courseOf(last && isDeviating(last), changes.length),
    checked: checked.length,
    deviates: deviating.length,
    flips: changes.length,
    firstSeen: deviating[0]?.run ?? null,
    lastSeen: deviating.at(-1)?.run ?? null,
    since: changes.at(-1)?.run ?? null,
    stretches: stretchesOf(stood),
  };
}
