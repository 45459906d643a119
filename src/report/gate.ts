import type {
  AnswerFinding,
  OperationSummary,
  Outcome,
  Report,
  RequirementResult,
  ServiceProblem,
  Summary,
  WaiverResult,
} from '../../schemas/types.ts';
import type { UnansweredRequest } from '../judge/several.ts';
import type { Recording } from '../model/recording.ts';
import { isGated } from '../model/requirement.ts';
import { firstOf } from '../text/more.ts';
import { missedIn } from './scope.ts';
import { trafficGaps } from './traffic-reasons.ts';

const exitCodes = {
  conforms: 0,
  'stale-waivers': 1,
  deviates: 1,
  incomplete: 3,
} as const satisfies Record<Outcome, number>;

/** Ids named in one reason before the rest is counted. */
const namedIds = 5;

/** `2 waivers expired: put:type, put:format`; nothing where there are none. */
export function naming(
  rows: readonly { readonly id: string }[],
  words: (count: number) => string,
): readonly string[] {
  const ids = rows.map(({ id }) => id);
  return rows.length === 0 ? [] : [`${words(rows.length)}: ${firstOf(ids, namedIds)}`];
}

/** Whether it is accepted that an operation responds without JSON, such as 204: then that is no gap either. */
function isSilenceWaived(results: readonly RequirementResult[], operation: string): boolean {
  return results.some(
    (result) =>
      result.side === undefined &&
      result.operation === operation &&
      result.facet === 'json' &&
      result.verdict === 'waived',
  );
}

/** What a decision rests on. */
interface Decided {
  readonly operations: readonly OperationSummary[];
  readonly recording: Recording;
  /** With waivers applied. */
  readonly results: readonly RequirementResult[];
  readonly waivers: readonly WaiverResult[];
  readonly unanswered: readonly UnansweredRequest[];
  /** What is declared of open questions, beside what was seen. */
  readonly findings: readonly AnswerFinding[];
}

/** Whether something was not judged that was to be. Waivers may cover much, but not a whole run. */
function isIncomplete({ results, recording, unanswered, operations }: Decided): boolean {
  const { header, cut, unsent, traffic } = recording;
  const verdicts = new Set(results.map(({ verdict }) => verdict));
  if (cut || (verdicts.has('waived') && !verdicts.has('conforms'))) return true;
  if (missedIn(results, header.scope, operations).length > 0) return true;
  if (traffic !== undefined) return trafficGaps(traffic.info, results, cut).length > 0;
  return (
    header.gaps.length > 0 ||
    unsent.some(({ servedBy }) => servedBy === null) ||
    unanswered.some(({ kind, operation }) => kind !== 'no-object' || !isSilenceWaived(results, operation))
  );
}

/** Declared answers that fail the run. */
export function contradicted(
  findings: readonly AnswerFinding[] = [],
  { gateAnswers }: Pick<Report['run']['options'], 'gateAnswers'>,
): readonly AnswerFinding[] {
  return gateAnswers === true ? findings.filter(({ kind }) => kind === 'contradicted') : [];
}

function outcomeOf(decided: Decided): Outcome {
  const { results, recording, waivers, findings } = decided;
  const { options } = recording.header;
  const deviates = results.some((one) => one.verdict === 'deviates' && isGated(one, options));
  if (deviates || contradicted(findings, options).length > 0) return 'deviates';
  if (isIncomplete(decided)) return 'incomplete';
  const isStale = waivers.some(({ state }) => state === 'stale');
  return isStale && options.staleWaivers !== 'warn' ? 'stale-waivers' : 'conforms';
}

/** The outcome of a run. What could not be judged outranks a waiver that is no longer needed; silence is never green. */
export function decide(decided: Decided): Pick<Summary, 'outcome' | 'exitCode'> {
  const outcome = outcomeOf(decided);
  return { outcome, exitCode: exitCodes[outcome] };
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
