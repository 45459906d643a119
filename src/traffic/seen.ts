import type { OperationTraffic, PartsInfo, TrafficInfo } from '../../schemas/types.ts';
import { valuesOf } from '../bounded/lowest.ts';
import type { Judgement } from '../judge/judge.ts';
import type { DeviationTraffic } from '../model/recording.ts';
import { contract } from '../operations/index.ts';
import {
  type Deviating,
  type ExchangeCounts,
  fewTexts,
  type OperationCounts,
  type Texts,
  texts,
} from './counts.ts';
import { type Counted, rangeOf, rateOf, sumOf, type Timeline, timeline } from './timeline.ts';
import type { Traffic } from './traffic.ts';

/** What was counted, as reports have it. */

/** @param wrong how many requests of each deviate; null where they were not judged */
function clientsOf(of: typeof texts, known: Texts, wrong: Texts | null = null): TrafficInfo['clients'] {
  // Of the clients with the lowest hashes, those with wrong requests are among the lowest with such: none is missing.
  const wrongOf = wrong && new Map(of.list(wrong).map(({ value, count }) => [value, count]));
  return of.list(known).map(({ value: userAgent, count: exchanges }) => ({
    ...{ userAgent, exchanges },
    ...(wrongOf && { wrong: wrongOf.get(userAgent) ?? 0 }),
  }));
}

/** Ascending. */
function statusesIn(statuses: Counted<number | null>): OperationTraffic['statuses'] {
  return [...statuses]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
}

function operationSeen(operation: string, { statuses, failed, times }: OperationCounts): OperationTraffic {
  return {
    operation,
    exchanges: sumOf(statuses),
    statuses: statusesIn(statuses),
    failed: statusesIn(failed),
    rate: rateOf(times, times),
  };
}

/** @param frame times of all exchanges of the operation, whose steps the rates have */
function deviationSeen(
  { own, follows }: ExchangeCounts['deviations'][string],
  frame: Timeline,
): DeviationTraffic {
  const seen = ({ times, clients }: Deviating) => ({
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
function deviationsSeen({ deviations, operations }: ExchangeCounts): ReadonlyMap<string, DeviationTraffic> {
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
    baseUrls: texts.list(baseUrls),
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
