import type { AnswerFinding, Outcome, Report, ServiceProblem } from '../../schemas/types.ts';
import { isGated } from '../model/requirement.ts';
import type { Unconcluded } from './basis.ts';
import type { Obstacle } from './obstacles.ts';
import { missedIn } from './scope.ts';

export const exitCodes = {
  conforms: 0,
  'stale-waivers': 1,
  deviates: 1,
  incomplete: 3,
} as const satisfies Record<Outcome, number>;

/** Whether it is accepted that an operation responds without JSON, such as 204: then that is no gap either. */
function isSilenceWaived({ requirements }: Unconcluded, operation: string): boolean {
  return requirements.some(
    (row) =>
      row.side === undefined &&
      row.operation === operation &&
      row.facet === 'json' &&
      row.verdict === 'waived',
  );
}

/** Whether something was not judged that was to be. Waivers may cover much, but not a whole run. */
function isIncomplete(parts: Unconcluded, obstacles: readonly Obstacle[]): boolean {
  const { recording, judgement, requirements } = parts;
  const verdicts = new Set(requirements.map(({ verdict }) => verdict));
  if (obstacles.length > 0 || (verdicts.has('waived') && !verdicts.has('conforms'))) return true;
  if (missedIn(parts).length > 0) return true;
  if (recording.traffic !== undefined) return false;
  return (
    recording.header.gaps.length > 0 ||
    recording.unsent.some(({ servedBy }) => servedBy === null) ||
    judgement.unanswered.some(
      ({ kind, operation }) => kind !== 'no-object' || !isSilenceWaived(parts, operation),
    )
  );
}

/** Declared answers that fail the run. */
export function contradicted({ answerFindings = [], run }: Unconcluded): readonly AnswerFinding[] {
  return run.options.gateAnswers === true ? answerFindings.filter(({ kind }) => kind === 'contradicted') : [];
}

/** The outcome of a run. What could not be judged outranks a waiver that is no longer needed; silence is never green. */
export function outcomeOf(parts: Unconcluded, obstacles: readonly Obstacle[]): Outcome {
  const { requirements, waivers, run } = parts;
  const deviates = requirements.some((one) => one.verdict === 'deviates' && isGated(one, run.options));
  if (deviates || contradicted(parts).length > 0) return 'deviates';
  if (isIncomplete(parts, obstacles)) return 'incomplete';
  const isStale = waivers.some(({ state }) => state === 'stale');
  return isStale && run.options.staleWaivers !== 'warn' ? 'stale-waivers' : 'conforms';
}

/** Problems that fail the run. */
export function failing({
  problems,
  requirements,
  run,
}: Pick<Report, 'problems' | 'requirements' | 'run'>): readonly ServiceProblem[] {
  const gated = new Set(requirements.filter((one) => isGated(one, run.options)).map(({ id }) => id));
  return problems.filter((problem) => problem.requirements.some((id) => gated.has(id)));
}
