import { valuesOf } from '../bounded/lowest.ts';
import type { StateOf } from '../bounded/state.ts';
import type { Judgement } from '../judge/judge.ts';
import type { DeviationTraffic, OperationTraffic, PartsInfo, Rate, TrafficInfo } from '../model/traffic.ts';
import { contract } from '../operations/index.ts';
import {
  addSteps,
  type Counted,
  type deviating,
  type deviationCounts,
  fewTexts,
  type operationCounts,
  stepsTo,
  sumOf,
  type Texts,
  type Timeline,
  type TrafficState,
  texts,
  timeline,
} from './counts.ts';
import type { Traffic } from './traffic.ts';

/** What was counted, as reports have it. */

/** The most frequent first, of the same count in the order of their texts. */
function entriesOf(of: typeof texts, known: Texts): TrafficInfo['baseUrls'] {
  return [...of.reduce(known).kept.values()]
    .map(({ text, count }) => ({ value: text, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** @param wrong how many requests of each deviate; null where they were not judged */
function clientsOf(of: typeof texts, known: Texts, wrong: Texts | null = null): TrafficInfo['clients'] {
  // Of the clients with the lowest hashes, those with wrong requests are among the lowest with such: none is missing.
  const wrongOf = wrong && new Map(entriesOf(of, wrong).map(({ value, count }) => [value, count]));
  return entriesOf(of, known).map(({ value: userAgent, count: exchanges }) => ({
    ...{ userAgent, exchanges },
    ...(wrongOf && { wrong: wrongOf.get(userAgent) ?? 0 }),
  }));
}

/** The first moment of the year 0: a long step may begin before it, and no timestamp of ours is earlier. */
const earliest = Date.parse('0000-01-01T00:00:00Z');

/** When the first and the last were, in ISO 8601, UTC. */
function rangeOf(times: Timeline) {
  const [firstAt, lastAt] = [times?.first, times?.last].map((time) =>
    time === undefined ? null : new Date(time).toISOString(),
  );
  return { firstAt: firstAt ?? null, lastAt: lastAt ?? null };
}

/** @param frame the timeline whose steps the counts have, so that two can be compared */
function rateOf(own: Timeline, frame: Timeline): Rate | null {
  if (own === null || frame === null) return null;
  const step = Math.max(frame.step, own.step);
  const start = Math.floor(frame.first / (step * 1000));
  const found = addSteps(new Map(), own.counts, step / own.step);
  return {
    from: new Date(Math.max(start * step * 1000, earliest)).toISOString(),
    stepSeconds: step,
    counts: Array.from({ length: stepsTo(frame, step) }, (_, at) => found.get(start + at) ?? 0),
  };
}

/** Ascending. */
function statusesIn(statuses: Counted<number | null>): OperationTraffic['statuses'] {
  return [...statuses]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
}

function operationSeen(
  operation: string,
  { statuses, failed, times }: StateOf<typeof operationCounts>,
): OperationTraffic {
  return {
    operation,
    exchanges: sumOf(statuses),
    statuses: statusesIn(statuses),
    failed: statusesIn(failed),
    rate: rateOf(times, times),
  };
}

/** @param frame times of all exchanges of the operation, whose steps the rates have */
function deviationSeen({ own, follows }: StateOf<typeof deviationCounts>, frame: Timeline): DeviationTraffic {
  const seen = ({ times, clients }: StateOf<typeof deviating>) => ({
    ...rangeOf(times),
    rate: rateOf(times, frame),
    clients: clientsOf(fewTexts, clients),
  });
  return {
    own: own.clients.kept.size === 0 ? null : seen(own),
    follows: new Map(Object.entries(follows).map(([because, one]) => [because, seen(one)])),
  };
}

/** Of each requirement that deviates, by its id. */
function deviationsSeen({
  deviations,
  operations,
}: TrafficState['traffic']): ReadonlyMap<string, DeviationTraffic> {
  const frameOf = (id: string) => operations[contract.requirement(id)?.operation ?? '']?.times ?? null;
  return new Map(Object.entries(deviations).map(([id, own]) => [id, deviationSeen(own, frameOf(id))]));
}

/** Traffic and what was found in it. */
export interface JudgedTraffic {
  readonly traffic: Traffic;
  readonly judgement: Judgement;
  /** Parts that it is put together from; absent where it was read. */
  readonly parts?: PartsInfo;
}

function infoOf({ traffic, judgement, parts }: JudgedTraffic, maxBad: number): TrafficInfo {
  const { traffic: counted, sourceCount, other, bad, ...read } = traffic.known;
  const { clients, baseUrls, operations, wrongClients } = counted;
  const times = Object.values(operations).reduce(
    (all, own) => timeline.merge(all, own.times),
    timeline.empty(),
  );
  const [sources, badEntries] = [valuesOf(read.sources), valuesOf(read.badEntries)];
  const moreSources = Math.max(0, sourceCount - sources.length);
  return {
    exchanges: traffic.exchanges,
    baseUrls: entriesOf(texts, baseUrls),
    ...rangeOf(times),
    operations: Object.entries(operations).map(([name, own]) => operationSeen(name, own)),
    clients: clientsOf(texts, clients, traffic.side === 'response' ? null : wrongClients),
    isPartial: clients.bound !== null || baseUrls.bound !== null,
    sources,
    ...(moreSources > 0 && { moreSources }),
    ...{ other, bad, badEntries, ...(parts && { parts }), maxBad },
    ...(judgement.copies > 0 && { copies: judgement.copies }),
  };
}

/** Judged traffic, as a report is built from it. @param isCut whether reading was interrupted */
export function trafficOf(judged: JudgedTraffic, maxBad: number, isCut: boolean) {
  const { traffic, judgement } = judged;
  const requirements = deviationsSeen(traffic.known.traffic);
  const { shownExchanges: exchanges, secrets } = traffic;
  return { info: infoOf(judged, maxBad), judgement, requirements, exchanges, isCut, secrets };
}

export type ReadTraffic = ReturnType<typeof trafficOf>;
