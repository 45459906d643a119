import type { BadEntry, Exchange, TrafficSourceInfo } from '../../schemas/types.ts';
import { addLowest, highestKey, type Lowest, lowest } from '../bounded/lowest.ts';
import { hashOf, type Sample, sample } from '../bounded/sample.ts';
import { count, entryOf, named, record, type Shape, type StateOf } from '../bounded/state.ts';
import { judgeState } from '../judge/judge.ts';
import { statusOf } from '../model/exchange.ts';
import { remembering } from '../model/latest.ts';
import type { AddedExchange } from '../model/reading.ts';
import { contract } from '../operations/index.ts';
import { addCount, addTime, counted, timeline } from './timeline.ts';

/** Different texts, and how often each was seen: all of them up to a limit, beyond it those with the lowest hashes. */
export type Texts = Sample<{ text: string; count: number }>;

const hashed = remembering(hashOf, 100, 20_000);

function textsUpTo(most: number) {
  const kept = sample<{ text: string; count: number }>(most, {
    empty: () => ({ text: '', count: 0 }),
    merge: (into, { text, count }) => {
      into.text = text;
      into.count += count;
      return into;
    },
  });
  return {
    ...kept,
    count: (into: Texts, text: string): void => {
      const hash = hashed(text);
      const known = into.kept.get(hash);
      if (known === undefined) kept.add(into, hash, { text, count: 1 });
      else known.count += 1;
    },
    /** The most frequent first, of the same count in the order of their texts. */
    list: (known: Texts) =>
      [...kept.reduce(known).kept.values()]
        .map(({ text, count }) => ({ value: text, count }))
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  };
}

/** Different clients, and base URLs, of all traffic; and different clients of one requirement. */
export const texts = textsUpTo(100);
export const fewTexts = textsUpTo(20);

/** Of one operation, by status, null for no response. */
const operationCounts = record({
  statuses: counted<number | null>(),
  /** Of authorised requests that got no response of success. */
  failed: counted<number | null>(),
  times: timeline,
});

/** When something deviates, and for which clients. */
const deviating = record({ times: timeline, clients: fewTexts });

/** Of one requirement: deviations that follow from those of requests, by the requirement on them, apart from the others. */
const deviationCounts = record({ own: deviating, follows: named(deviating) });

export type OperationCounts = StateOf<typeof operationCounts>;
export type Deviating = StateOf<typeof deviating>;

/** Exchanges without success that are shown: of authorised requests, which reports list, and of others. */
export const mostWithoutSuccess = 20;
/** Sources, and unreadable entries, that are listed one by one. */
const mostSources = 1_000;
const mostBadEntries = 20;

/** @param key ordered as the entries are */
export function addBadEntry(into: Lowest<BadEntry>, key: number, entry: BadEntry): void {
  addLowest(into, mostBadEntries, [key, 0, entry]);
}

/** Of two ranges of a source. */
function sum(
  { requestAt: at = Infinity, ...one }: TrafficSourceInfo,
  other: TrafficSourceInfo,
): TrafficSourceInfo {
  const [bytes, exchanges] = [one.bytes + other.bytes, one.exchanges + other.exchanges];
  const requestAt = exchanges > 0 ? Infinity : Math.min(at, other.requestAt ?? Infinity);
  const summed = { ...one, bytes, exchanges, other: one.other + other.other, bad: one.bad + other.bad };
  return requestAt === Infinity ? summed : { ...summed, requestAt };
}

/** By the position of the source among all. */
export const sources: Shape<Lowest<TrafficSourceInfo>> = {
  empty: () => [],
  merge: (into, from) => {
    for (const [key, , info] of from) {
      const at = into.findLastIndex(([other]) => other === key);
      const before = into[at];
      if (before !== undefined) into[at] = [key, 0, sum(before[2], info)];
      else if (key <= highestKey(into, mostSources)) addLowest(into, mostSources, [key, 0, info]);
    }
    return into;
  },
};

/** What is known of traffic, but for the requestIds that the judge knows, and for kept exchanges. */
export const trafficState = record({
  sources,
  sourceCount: count,
  /** Entries that are no exchanges of the document, and those that could not be read. */
  other: count,
  bad: count,
  badEntries: lowest<BadEntry>(mostBadEntries),
  traffic: record({
    judge: judgeState,
    clients: texts,
    /** Those whose requests deviate. */
    wrongClients: texts,
    baseUrls: texts,
    operations: named(operationCounts),
    /** By id of the requirement. */
    deviations: named(deviationCounts),
    /** Ids of the first exchanges without success whose requests were not authorised. */
    unauthorised: lowest<string>(mostWithoutSuccess),
  }),
});

export type TrafficState = StateOf<typeof trafficState>;
export type ExchangeCounts = TrafficState['traffic'];
export type KeptExchange = readonly [key: number, exchange: Exchange];

/** What was found in traffic, in a share of it or in a part: JSON, but for the Maps. */
export type TrafficFindings = Omit<TrafficState, 'traffic'> & {
  readonly traffic: ExchangeCounts & { readonly kept: readonly KeptExchange[] };
};

/** Nothing, of each operation. */
export function noTraffic(): TrafficState {
  const state = trafficState.empty();
  for (const { name } of contract.operations) entryOf(state.traffic.operations, name, operationCounts);
  return state;
}

/** Counts an exchange that the judge took. @param client and base URL, as reports name them @param time null where it is not known */
export function countExchange(
  into: ExchangeCounts,
  { exchange, deviates, follows, meaning }: AddedExchange,
  { client, base, time }: { readonly client: string; readonly base: string; readonly time: number | null },
): void {
  texts.count(into.clients, client);
  texts.count(into.baseUrls, base);
  const isWrong = deviates.some((id) => contract.requirement(id)?.side === 'request');
  if (isWrong) texts.count(into.wrongClients, client);
  const ofOperation = entryOf(into.operations, exchange.operation, operationCounts);
  const status = statusOf(exchange) ?? null;
  ofOperation.times = addTime(ofOperation.times, time);
  addCount(ofOperation.statuses, status);
  if (exchange.credentials === 'authorised' && meaning !== 'success') addCount(ofOperation.failed, status);
  for (const id of deviates) {
    const known = entryOf(into.deviations, id, deviationCounts);
    const because = follows.get(id);
    const own = because === undefined ? known.own : entryOf(known.follows, because, deviating);
    own.times = addTime(own.times, time);
    fewTexts.count(own.clients, client);
  }
}
