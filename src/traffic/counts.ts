import { addLowest, highestKey, type Lowest, lowest } from '../bounded/lowest.ts';
import { hashOf, type Sample, sample } from '../bounded/sample.ts';
import { count, named, record, type Shape, type StateOf } from '../bounded/state.ts';
import { judgeState } from '../judge/judge.ts';
import type { Exchange } from '../model/exchange.ts';
import { remembering } from '../model/latest.ts';
import type { BadEntry, TrafficSourceInfo } from '../model/traffic.ts';

/** How often something was counted, by what it was counted for; in JSON an array of pairs. */
export type Counted<Key> = Map<Key, number>;

function counted<Key>(): Shape<Counted<Key>> {
  return {
    empty: () => new Map(),
    merge: (into, from) => {
      for (const [key, more] of from) addCount(into, key, more);
      return into;
    },
  };
}

export function addCount<Key>(into: Counted<Key>, key: Key, more = 1): void {
  into.set(key, (into.get(key) ?? 0) + more);
}

/** Different texts, and how often each was seen: all of them up to a limit, beyond it those with the lowest hashes. */
export type Texts = Sample<{ text: string; count: number }>;

function textsUpTo(most: number) {
  return sample(most, {
    empty: () => ({ text: '', count: 0 }),
    merge: (into, { text, count }) => {
      into.text = text;
      into.count += count;
      return into;
    },
  });
}

/** Different clients, and base URLs, of all traffic; and different clients of one requirement. */
export const texts = textsUpTo(100);
export const fewTexts = textsUpTo(20);

const hashed = remembering(hashOf, 100, 20_000);

export function addText(of: typeof texts, into: Texts, text: string): void {
  const hash = hashed(text);
  const known = into.kept.get(hash);
  if (known === undefined) of.add(into, hash, { text, count: 1 });
  else known.count += 1;
}

/** Steps that a timeline has at most. */
const mostSteps = 96;

/**
 * Counts over time in bounded space: in steps of one second, doubled whenever there would be too many. The counts do not
 * depend on the order of the times, so one that two are merged to equals one with all times. Null for no times.
 */
export type Timeline = {
  /** Seconds. */
  step: number;
  /** Milliseconds since 1970. */
  first: number;
  last: number;
  /** By the number of the step since 1970. */
  counts: Counted<number>;
} | null;

type Times = NonNullable<Timeline>;

export function stepsTo({ first, last }: Pick<Times, 'first' | 'last'>, step: number): number {
  return Math.floor(last / (step * 1000)) - Math.floor(first / (step * 1000)) + 1;
}

/** Adds counts of steps to those of steps that are so many times as long. */
export function addSteps(into: Counted<number>, fine: Counted<number>, factor: number): Counted<number> {
  for (const [at, more] of fine) addCount(into, Math.floor(at / factor), more);
  return into;
}

/** From the first to the last of both, in steps that are long enough, and at least `least` seconds long. */
function widened(known: Times, first: number, last: number, least: number): Times {
  if (first < known.first) known.first = first;
  if (last > known.last) known.last = last;
  let step = Math.max(known.step, least);
  while (stepsTo(known, step) > mostSteps) step *= 2;
  if (step !== known.step) known.counts = addSteps(new Map(), known.counts, step / known.step);
  known.step = step;
  return known;
}

export const timeline: Shape<Timeline> = {
  empty: () => null,
  merge: (known, from) => {
    if (from === null) return known;
    const { first, last, step, counts } = from;
    const times = widened(known ?? { ...from, counts: new Map() }, first, last, step);
    addSteps(times.counts, counts, times.step / step);
    return times;
  },
};

/** @param time milliseconds since 1970; null where it is not known */
export function addTime(known: Timeline, time: number | null): Timeline {
  if (time === null) return known;
  const times = widened(known ?? { step: 1, first: time, last: time, counts: new Map() }, time, time, 1);
  addCount(times.counts, Math.floor(Math.floor(time / 1000) / times.step));
  return times;
}

export function sumOf(counts: Counted<unknown>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Of one operation, by status, null for no response. */
export const operationCounts = record({
  statuses: counted<number | null>(),
  /** Of authorised requests that got no response of success. */
  failed: counted<number | null>(),
  times: timeline,
});

/** When something deviates, and for which clients. */
export const deviating = record({ times: timeline, clients: fewTexts });

/** Of one requirement: deviations that follow from those of requests, by the requirement on them, apart from the others. */
export const deviationCounts = record({ own: deviating, follows: named(deviating) });

/** Exchanges without success that are shown: of authorised requests, which reports list, and of others. */
export const mostWithoutSuccess = 20;
/** Sources, and unreadable entries, that are listed one by one. */
const mostSources = 1_000;
export const mostBadEntries = 20;

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
export type KeptExchange = readonly [key: number, exchange: Exchange];

/** What was found in traffic, in a share of it or in a part: JSON, but for the Maps. */
export type TrafficFindings = Omit<TrafficState, 'traffic'> & {
  readonly traffic: TrafficState['traffic'] & { readonly kept: readonly KeptExchange[] };
};
