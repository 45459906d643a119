import type {
  AnswerFinding,
  OperationSummary,
  Outcome,
  Report,
  RequirementResult,
  ServiceProblem,
  Strength,
  Summary,
  WaiverResult,
} from '../../schemas/types.ts';
import type { UnansweredRequest } from '../judge/several.ts';
import { groupBy } from '../model/group-by.ts';
import type { Recording } from '../model/recording.ts';
import { isGated, type Operation } from '../model/requirement.ts';
import { andMore, firstOf } from '../text/more.ts';
import { plural } from '../text/plural.ts';
import { protectionFirst, protectionReasons } from './protection.ts';
import { isInScope, mustBeExercised } from './scope.ts';
import { cutReason, trafficConforms, trafficGaps } from './traffic-reasons.ts';

const exitCodes = {
  conforms: 0,
  'stale-waivers': 1,
  deviates: 1,
  incomplete: 3,
} as const satisfies Record<Outcome, number>;

/** Ids named in one reason before the rest is counted. */
const namedIds = 5;

/** Reasons why requests got no response of success; services may write another message into each response. */
const namedReasons = 10;

/** The first ids of a list, and how many more there are. */
function listed(ids: readonly string[]): string {
  return firstOf(ids, namedIds);
}

/** `2 waivers expired: put:type, put:format`; nothing where there are none. */
export function naming(
  rows: readonly { readonly id: string }[],
  words: (count: number) => string,
): readonly string[] {
  return rows.length === 0 ? [] : [`${words(rows.length)}: ${listed(rows.map(({ id }) => id))}`];
}

const support: Readonly<Record<Strength, string>> = {
  stated: 'of the document',
  shown: 'only suggested by the document',
};

/** `2 requirements of the document deviate`. */
export function counted(count: number, strength: Strength, phrase: string): string {
  return `${plural(count, 'requirement')} ${support[strength]} ${phrase}`;
}

/** Whether it is accepted that an operation responds without JSON, such as 204: then that is no gap either. */
function silenceWaived(results: readonly RequirementResult[], operation: Operation): boolean {
  return results.some(
    (result) =>
      result.side === undefined &&
      result.operation === operation &&
      result.facet === 'json' &&
      result.verdict === 'waived',
  );
}

function unansweredReasons({ results, unanswered }: Decided): readonly string[] {
  const told = unanswered.filter(
    ({ kind, operation }) => kind !== 'no-object' || !silenceWaived(results, operation),
  );
  const groups = [...groupBy(told, ({ reason }) => reason)].map(
    ([reason, requests]) => `${listed(requests.map(({ exchange }) => exchange))}: ${reason}`,
  );
  const more = andMore(groups.length - namedReasons, 'reason');
  return [
    ...groups.slice(0, namedReasons),
    ...(more === '' ? [] : [`${more} why a request did not succeed`]),
  ];
}

function openReasons({ results, recording: { header }, operations }: Decided): readonly string[] {
  const open = results.filter(
    (result) =>
      result.verdict === 'not-exercised' &&
      result.waiver === undefined &&
      mustBeExercised(result, header.scope, operations),
  );
  return naming(protectionFirst(open), (count) => {
    const phrase = `${count === 1 ? 'was' : 'were'} not checked`;
    return header.scope.required === undefined
      ? counted(count, 'stated', `in scope ${phrase}`)
      : `${count} of the requirements that --require names ${phrase}`;
  });
}

/** Waivers may cover much, but not a whole run. */
function emptyReasons({ results }: Decided): readonly string[] {
  const verdicts = new Set(results.map(({ verdict }) => verdict));
  return verdicts.has('waived') && !verdicts.has('conforms')
    ? ['nothing conforms: all that was checked is accepted by waivers']
    : [];
}

function incompleteReasons(decided: Decided): readonly string[] {
  const { results, recording, operations, isSamePage } = decided;
  const { header, cut, unsent, exchanges, traffic } = recording;
  const checked = [...openReasons(decided), ...emptyReasons(decided)];
  if (traffic !== undefined) return [...trafficGaps(traffic.info, results, cut), ...checked];
  const open = [
    ...header.gaps.map(({ operation, reason }) => `${operation} was not checked: ${reason}`),
    ...unansweredReasons(decided),
    ...unsent.flatMap(({ probe, reason, servedBy }) =>
      servedBy === null ? [`${probe} was not sent: ${reason}`] : [],
    ),
    ...checked,
  ];
  if (!cut && open.length === 0) return [];
  const unprotected = protectionReasons({ requirements: results, operations, exchanges, isSamePage });
  return [...(cut ? [cutReason(false)] : []), ...unprotected, ...open];
}

/** That all of it was judged, and nothing fails. */
function soundReason({ results, recording, operations }: Decided): string {
  const { header, traffic } = recording;
  if (traffic !== undefined) return trafficConforms(traffic.info, results);
  // Stated requirements that may stay open, and did.
  const open = results.filter(
    (one) =>
      one.verdict === 'not-exercised' &&
      one.strength === 'stated' &&
      one.waiver === undefined &&
      isInScope(one, header.scope, operations),
  );
  const but = open.length === 0 ? '' : ` but ${listed(open.map(({ id }) => id))}`;
  const isWaived = results.some(({ verdict }) => verdict === 'waived');
  const ends = isWaived ? 'conforms or is accepted by a waiver' : 'was checked and none deviates';
  return `every requirement of the document in scope${but} ${ends}`;
}

/** Declared answers that fail the run. */
export function contradicted(
  findings: readonly AnswerFinding[] = [],
  { gateAnswers }: Pick<Report['run']['options'], 'gateAnswers'>,
): readonly AnswerFinding[] {
  return gateAnswers === true ? findings.filter(({ kind }) => kind === 'contradicted') : [];
}

/** What a decision rests on. */
export interface Decided {
  readonly operations: readonly OperationSummary[];
  readonly recording: Recording;
  /** With waivers applied. */
  readonly results: readonly RequirementResult[];
  readonly waivers: readonly WaiverResult[];
  readonly unanswered: readonly UnansweredRequest[];
  readonly isSamePage: boolean;
  /** What is declared of open questions, beside what was seen. */
  readonly findings: readonly AnswerFinding[];
}

/** The outcome of a run. What could not be judged outranks a waiver that is no longer needed; silence is never green. */
export function decide(decided: Decided): Pick<Summary, 'outcome' | 'exitCode'> & {
  /** Why not everything was judged that was to be; that it was, where nothing deviates either. */
  readonly judged: readonly string[];
} {
  const { results, recording, waivers, findings } = decided;
  const { options } = recording.header;
  const gaps = incompleteReasons(decided);
  const isStale = options.staleWaivers !== 'warn' && waivers.some(({ state }) => state === 'stale');
  const deviates =
    results.some((one) => one.verdict === 'deviates' && isGated(one, options)) ||
    contradicted(findings, options).length > 0;
  const sound = isStale ? 'stale-waivers' : 'conforms';
  const outcome = deviates ? 'deviates' : gaps.length > 0 ? 'incomplete' : sound;
  const judged = outcome === sound ? [soundReason(decided)] : gaps;
  return { outcome, exitCode: exitCodes[outcome], judged };
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
