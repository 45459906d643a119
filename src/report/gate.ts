import { type Contract, operationSummaries } from '../contract/contract.ts';
import type { UnansweredRequest } from '../judge/judgement.ts';
import type { Recording } from '../model/recording.ts';
import type { Outcome, RequirementResult, Summary } from '../model/report.ts';
import type { Facet, Operation, Strength } from '../model/requirement.ts';
import { expiresSoon, type WaiverResult } from '../model/waiver.ts';
import { firstOf } from '../text/more.ts';
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

/** Reasons why requests were not answered with success; services may write another message into each answer. */
const namedReasons = 10;

/** The first ids of a list, and how many more there are. */
export function listed(ids: readonly string[]): string {
  return firstOf(ids, namedIds);
}

const support: Readonly<Record<Strength, string>> = {
  stated: 'of the document',
  shown: 'seen only in its example',
};

/** `2 requirements of the document deviate`. */
export function counted(count: number, strength: Strength, phrase: string): string {
  return `${plural(count, 'requirement')} ${support[strength]} ${phrase}`;
}

function deviate(count: number): string {
  return count === 1 ? 'deviates' : 'deviate';
}

/** Ids of the results that have certain members. */
function idsOf(
  results: readonly RequirementResult[],
  wanted: Partial<Pick<RequirementResult, 'verdict' | 'strength' | 'facet'>>,
): readonly string[] {
  const { verdict, strength, facet } = wanted;
  return results
    .filter((one) => verdict === undefined || one.verdict === verdict)
    .filter((one) => strength === undefined || one.strength === strength)
    .filter((one) => facet === undefined || one.facet === facet)
    .map(({ id }) => id);
}

/** What an operator has to know first, by the facet that says so. */
const unguarded: Partial<Record<Facet, string>> = {
  authorization: 'the service serves requests without credentials',
  'made-up-token': 'the service accepts any token, a made-up one too',
};

function unguardedReasons(results: readonly RequirementResult[]): string[] {
  return Object.entries(unguarded).flatMap(([facet, words]) => {
    const ids = idsOf(results, { verdict: 'deviates', facet: facet as Facet });
    return ids.length === 0 ? [] : [`${words}: ${listed(ids)}`];
  });
}

function deviationsOf(results: readonly RequirementResult[], strength: Strength, where: string): string[] {
  const ids = idsOf(results, { verdict: 'deviates', strength });
  if (ids.length === 0) return [];
  const under = strength === 'shown' ? ' (gated by --strict)' : '';
  return [`${counted(ids.length, strength, deviate(ids.length) + where)}${under}: ${listed(ids)}`];
}

/** Each side separately: the service and its clients are changed by different people. */
function deviationReasons(results: readonly RequirementResult[], strict: boolean): string[] {
  const strengths = strict ? (['stated', 'shown'] as const) : (['stated'] as const);
  const answers = results.filter(({ side }) => side === undefined);
  const requests = results.filter(({ side }) => side === 'request');
  return [
    ...strengths.flatMap((strength) => deviationsOf(answers, strength, '')),
    ...strengths.flatMap((strength) => deviationsOf(requests, strength, ' in requests')),
  ];
}

function staleReasons(waivers: readonly WaiverResult[]): string[] {
  const ids = waivers.filter(({ state }) => state === 'stale').map(({ id }) => id);
  if (ids.length === 0) return [];
  const [subject, what] =
    ids.length === 1
      ? ['1 waiver is no longer needed', 'what it accepts']
      : [`${ids.length} waivers are no longer needed`, 'what they accept'];
  return [`${subject}, as ${what} conforms now: remove ${listed(ids)}`];
}

/** Waivers whose last day is over, or near. */
function dayReasons(waivers: readonly WaiverResult[], startedAt: string): string[] {
  return waivers.flatMap((waiver) => {
    const { id, owner, expires, state } = waiver;
    if (state === 'expired')
      return [`the waiver of ${id} expired on ${expires} and covers nothing (${owner})`];
    const isTold = state !== 'stale' && expiresSoon(waiver, startedAt);
    return isTold ? [`the waiver of ${id} expires soon, on ${expires} (${owner})`] : [];
  });
}

/** Whether it is accepted that an operation answers without JSON, such as 204: then that is no gap either. */
function silenceWaived(results: readonly RequirementResult[], operation: Operation): boolean {
  return results.some(
    (result) =>
      result.side === undefined &&
      result.operation === operation &&
      result.facet === 'json' &&
      result.verdict === 'waived',
  );
}

function unansweredReasons(
  results: readonly RequirementResult[],
  unanswered: readonly UnansweredRequest[],
  unsent: Recording['unsent'],
): string[] {
  const open = unanswered.filter(
    ({ isDeviation, operation }) => !isDeviation || !silenceWaived(results, operation),
  );
  const byReason = new Map<string, string[]>();
  for (const { reason, exchange } of open) byReason.set(reason, [...(byReason.get(reason) ?? []), exchange]);
  const groups = [...byReason].map(([reason, ids]) => `${listed(ids)}: ${reason}`);
  const more = groups.length - namedReasons;
  const failed = [
    ...groups.slice(0, namedReasons),
    ...(more > 0 ? [`${more} more reasons why a request was not answered with success`] : []),
  ];
  const missing = unsent.filter(({ servedBy }) => servedBy === null);
  return [...failed, ...missing.map(({ probe, reason }) => `${probe} was not sent: ${reason}`)];
}

function openReasons({ results, recording, contract }: Decided): string[] {
  const open = results.filter(
    (result) =>
      result.verdict === 'not-exercised' &&
      result.waiver === undefined &&
      mustBeExercised(result, recording.header.scope, contract.operations),
  );
  if (open.length === 0) return [];
  const were = open.length === 1 ? 'was' : 'were';
  const ids = listed(protectionFirst(open).map(({ id }) => id));
  if (recording.header.scope.required !== undefined)
    return [`${open.length} of the requirements that --require names ${were} not checked: ${ids}`];
  return [`${counted(open.length, 'stated', `in scope ${were} not checked`)}: ${ids}`];
}

function unprotectedReasons({ results, recording, contract, isSamePage }: Decided): readonly string[] {
  const { exchanges } = recording;
  const operations = operationSummaries(contract);
  return protectionReasons({ requirements: results, operations, exchanges, isSamePage });
}

/** Waivers may cover much, but not a whole run. */
function emptyReasons(results: readonly RequirementResult[]): string[] {
  const verdicts = new Set(results.map(({ verdict }) => verdict));
  return verdicts.has('waived') && !verdicts.has('conforms')
    ? ['nothing conforms: all that was checked is accepted by waivers']
    : [];
}

function incompleteReasons(decided: Decided): string[] {
  const { results, recording, unanswered } = decided;
  if (recording.traffic !== undefined)
    return [
      ...trafficGaps(recording.traffic.info, results, recording.cut),
      ...openReasons(decided),
      ...emptyReasons(results),
    ];
  const cut = recording.cut ? [cutReason(false)] : [];
  const open = [
    ...recording.header.gaps.map(({ operation, reason }) => `${operation} was not checked: ${reason}`),
    ...unansweredReasons(results, unanswered, recording.unsent),
    ...openReasons(decided),
    ...emptyReasons(results),
  ];
  return cut.length + open.length === 0 ? [] : [...cut, ...unprotectedReasons(decided), ...open];
}

const conforming = 'was checked and none deviates';
const conformingWaived = 'conforms or is accepted by a waiver';

function waivedReason(results: readonly RequirementResult[]): string[] {
  const ids = idsOf(results, { verdict: 'waived' });
  if (ids.length === 0) return [];
  const subject =
    ids.length === 1 ? '1 requirement deviates and is' : `${ids.length} requirements deviate and are`;
  return [`${subject} accepted by a waiver: ${listed(ids)}`];
}

function shownReason(results: readonly RequirementResult[]): string[] {
  const count = idsOf(results, { verdict: 'deviates', strength: 'shown' }).length;
  return count === 0 ? [] : [`${counted(count, 'shown', deviate(count))}, which fails only under --strict`];
}

/** Stated requirements that may stay open, and did. */
function leftOpen({ results, recording, contract }: Decided): readonly string[] {
  const open = results.filter(
    (one) => one.waiver === undefined && isInScope(one, recording.header.scope, contract.operations),
  );
  return idsOf(open, { verdict: 'not-exercised', strength: 'stated' });
}

function conformingReasons(decided: Decided): string[] {
  const { results, recording } = decided;
  const waived = waivedReason(results);
  if (recording.traffic !== undefined)
    return [trafficConforms(recording.traffic.info, results), ...waived, ...shownReason(results)];
  const open = leftOpen(decided);
  const all = `every requirement of the document in scope${open.length === 0 ? '' : ` but ${listed(open)}`}`;
  const first = `${all} ${waived.length === 0 ? conforming : conformingWaived}`;
  return [first, ...waived, ...shownReason(results)];
}

/** What a decision rests on. */
export interface Decided {
  readonly contract: Contract;
  readonly recording: Recording;
  /** With waivers applied. */
  readonly results: readonly RequirementResult[];
  readonly waivers: readonly WaiverResult[];
  readonly unanswered: readonly UnansweredRequest[];
  readonly isSamePage: boolean;
}

/** The outcome of a run and why; the decisive reason comes first. Silence is never green. */
export function decide(decided: Decided): Pick<Summary, 'outcome' | 'exitCode' | 'reasons'> {
  const { results, recording, waivers } = decided;
  const { strict, staleWaivers } = recording.header.options;
  const deviations = [...unguardedReasons(results), ...deviationReasons(results, strict)];
  const gaps = incompleteReasons(decided);
  const stale = staleReasons(waivers);
  const failing = staleWaivers === 'warn' ? [] : stale;
  const outcome = outcomeOf(deviations.length > 0, gaps.length > 0, failing.length > 0);
  const sound = outcome === 'conforms' || outcome === 'stale-waivers' ? conformingReasons(decided) : [];
  return {
    outcome,
    exitCode: exitCodes[outcome],
    reasons: [
      ...deviations,
      ...failing,
      ...gaps,
      ...sound,
      ...(failing.length > 0 ? [] : stale),
      ...dayReasons(waivers, recording.header.startedAt),
    ],
  };
}

/** What could not be judged outranks a waiver that is no longer needed. */
function outcomeOf(deviates: boolean, isOpen: boolean, isStale: boolean): Outcome {
  if (deviates) return 'deviates';
  if (isOpen) return 'incomplete';
  return isStale ? 'stale-waivers' : 'conforms';
}
