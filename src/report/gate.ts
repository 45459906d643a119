import type { UnansweredRequest } from '../judge/judgement.ts';
import type { AnswerFinding } from '../model/answer.ts';
import type { ServiceProblem } from '../model/conclusion.ts';
import { groupBy } from '../model/group-by.ts';
import type { Recording } from '../model/recording.ts';
import type { OperationSummary, Outcome, Report, RequirementResult, Summary } from '../model/report.ts';
import { type Facet, type Gating, isGated, type Operation, type Strength } from '../model/requirement.ts';
import { endingSoon, soonWords, type WaiverResult } from '../model/waiver.ts';
import { andMore, firstOf } from '../text/more.ts';
import { plural, verb } from '../text/plural.ts';
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
  shown: 'seen only in an example',
};

/** `2 requirements of the document deviate`. */
export function counted(count: number, strength: Strength, phrase: string): string {
  return `${plural(count, 'requirement')} ${support[strength]} ${phrase}`;
}

/** What an operator has to know first, by the facet that says so. */
const unguarded: Partial<Record<Facet, string>> = {
  authorization: 'the service serves requests without credentials',
  'made-up-token': 'the service accepts any token, a made-up one too',
};

/** The service and its clients are changed by different people. */
const sides = [
  { side: undefined, where: '' },
  { side: 'request', where: ' in requests' },
] as const;

function deviationReasons(all: readonly RequirementResult[], gating: Gating): readonly string[] {
  const deviating = all.filter((one) => isGated(one, gating));
  const by = gating.strict ? '--strict' : '--require-shown';
  return [
    ...Object.entries(unguarded).flatMap(([facet, words]) =>
      naming(
        deviating.filter((one) => one.facet === facet),
        () => words,
      ),
    ),
    ...sides.flatMap(({ side, where }) =>
      (['stated', 'shown'] as const).flatMap((strength) =>
        naming(
          deviating.filter((one) => one.side === side && one.strength === strength),
          (count) =>
            counted(count, strength, verb(count, 'deviate') + where) +
            (strength === 'shown' ? ` (gated by ${by})` : ''),
        ),
      ),
    ),
  ];
}

function staleReasons(waivers: readonly WaiverResult[]): readonly string[] {
  const ids = waivers.filter(({ state }) => state === 'stale').map(({ id }) => id);
  if (ids.length === 0) return [];
  const subject =
    ids.length === 1
      ? '1 waiver is no longer needed, as what it accepts'
      : `${ids.length} waivers are no longer needed, as what they accept`;
  return [`${subject} conforms now: remove ${listed(ids)}`];
}

/** Waivers whose last day is over, or near. */
function dayReasons(waivers: readonly WaiverResult[], startedAt: string): readonly string[] {
  const expired = waivers.filter(({ state }) => state === 'expired');
  return [
    ...expired.map(
      ({ id, owner, expires }) => `the waiver of ${id} expired on ${expires} and accepts nothing (${owner})`,
    ),
    ...endingSoon(waivers, startedAt).map((waiver) => soonWords(waiver, startedAt)),
  ];
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

function conformingReasons({ results, recording, operations }: Decided): readonly string[] {
  const { header, traffic } = recording;
  const waived = naming(
    results.filter(({ verdict }) => verdict === 'waived'),
    (count) =>
      `${count === 1 ? '1 requirement deviates and is' : `${count} requirements deviate and are`} accepted by a waiver`,
  );
  const differing = results.filter(({ verdict, strength }) => verdict === 'deviates' && strength === 'shown');
  const shown = differing.length;
  const examples =
    shown === 0
      ? []
      : [`${counted(shown, 'shown', verb(shown, 'deviate'))}, which fails only under --strict`];
  if (traffic !== undefined) return [trafficConforms(traffic.info, results), ...waived, ...examples];
  // Stated requirements that may stay open, and did.
  const open = results.filter(
    (one) =>
      one.verdict === 'not-exercised' &&
      one.strength === 'stated' &&
      one.waiver === undefined &&
      isInScope(one, header.scope, operations),
  );
  const but = open.length === 0 ? '' : ` but ${listed(open.map(({ id }) => id))}`;
  const ends = waived.length === 0 ? 'was checked and none deviates' : 'conforms or is accepted by a waiver';
  return [`every requirement of the document in scope${but} ${ends}`, ...waived, ...examples];
}

/** Declared answers that fail the run. */
export function contradicted(
  findings: readonly AnswerFinding[] = [],
  { gateAnswers }: Pick<Report['run']['options'], 'gateAnswers'>,
): readonly AnswerFinding[] {
  return gateAnswers === true ? findings.filter(({ kind }) => kind === 'contradicted') : [];
}

function contradictionReasons({ findings, recording }: Decided): readonly string[] {
  return naming(
    contradicted(findings, recording.header.options),
    (count) =>
      `${plural(count, 'declared answer')} ${count === 1 ? 'is' : 'are'} contradicted by what was seen (gated by --gate-answers)`,
  );
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

/** The outcome of a run and why; the decisive reason comes first. Silence is never green. */
export function decide(decided: Decided): {
  readonly decision: Pick<Summary, 'outcome' | 'exitCode' | 'reasons'>;
  /** Why not everything was judged that was to be. */
  readonly incomplete: readonly string[];
} {
  const { results, recording, waivers } = decided;
  const { startedAt, options } = recording.header;
  const deviating = results.filter(({ verdict }) => verdict === 'deviates');
  const deviations = [...deviationReasons(deviating, options), ...contradictionReasons(decided)];
  const gaps = incompleteReasons(decided);
  const stale = staleReasons(waivers);
  const failing = options.staleWaivers === 'warn' ? [] : stale;
  const outcome = outcomeOf(deviations.length > 0, gaps.length > 0, failing.length > 0);
  const isSound = outcome === 'conforms' || outcome === 'stale-waivers';
  const reasons = [
    ...deviations,
    ...failing,
    ...gaps,
    ...(isSound ? conformingReasons(decided) : []),
    ...(failing.length > 0 ? [] : stale),
    ...dayReasons(waivers, startedAt),
  ];
  return { decision: { outcome, exitCode: exitCodes[outcome], reasons }, incomplete: gaps };
}

/** What could not be judged outranks a waiver that is no longer needed. */
function outcomeOf(deviates: boolean, isOpen: boolean, isStale: boolean): Outcome {
  if (deviates) return 'deviates';
  if (isOpen) return 'incomplete';
  return isStale ? 'stale-waivers' : 'conforms';
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
