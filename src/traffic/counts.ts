import { hashOf, type Sample, sample } from '../bounded/sample.ts';
import { named, record, type Shape, type StateOf } from '../bounded/state.ts';
import { remembering } from '../model/latest.ts';
import type {
  DeviationTraffic,
  OperationTraffic,
  Rate,
  RequirementTraffic,
  TrafficInfo,
} from '../model/traffic.ts';

/** How often something was counted, by what it was counted for; in JSON an array of pairs. */
type Counted<Key> = Map<Key, number>;

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

/** How often a text was seen. */
export interface TextCount {
  text: string;
  count: number;
}

const textCount: Shape<TextCount> = {
  empty: () => ({ text: '', count: 0 }),
  merge: (into, { text, count }) => {
    into.text = text;
    into.count += count;
    return into;
  },
};

/** Different texts, and how often each was seen: all of them up to a limit, beyond it those with the lowest hashes. */
export type Texts = Sample<TextCount>;

/** Different clients, and base URLs, of all traffic; and different clients of one requirement. */
export const texts = sample(100, textCount);
export const fewTexts = sample(20, textCount);

const hashed = remembering(hashOf, 100, 20_000);

export function addText(of: typeof texts, into: Texts, text: string): void {
  of.add(into, hashed(text), { text, count: 1 });
}

/** The most frequent first, of the same count in the order of their texts. */
export function entriesOf(of: typeof texts, known: Texts): TrafficInfo['baseUrls'] {
  return [...of.reduce(known).kept.values()]
    .map(({ text, count }) => ({ value: text, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** Clients as reports have them. */
export function clientsOf(of: typeof texts, known: Texts): RequirementTraffic['clients'] {
  return entriesOf(of, known).map(({ value, count }) => ({ userAgent: value, exchanges: count }));
}

/** StepCounts that a timeline has at most. */
const mostSteps = 96;
/** The first moment of the year 0: a long step may begin before it, and no timestamp of ours is earlier. */
const earliest = Date.parse('0000-01-01T00:00:00Z');

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
  counts: Counted<number>;
} | null;

type Times = NonNullable<Timeline>;

/** An instant in ISO 8601, UTC. @param time milliseconds since 1970 */
export function isoOf(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

function stepsTo({ first, last }: Pick<Times, 'first' | 'last'>, step: number): number {
  return Math.floor(last / (step * 1000)) - Math.floor(first / (step * 1000)) + 1;
}

type StepCounts = Iterable<readonly [at: number, count: number]>;

/** Adds counts of steps to those of steps that are so many times as long. */
function addSteps(into: Counted<number>, fine: StepCounts, factor: number): Counted<number> {
  for (const [at, more] of fine) addCount(into, Math.floor(at / factor), more);
  return into;
}

/** From the first to the last of both, in steps that are long enough, and at least as long as those of each. */
function joined(known: Timeline, from: Omit<Times, 'counts'> & { readonly counts: StepCounts }): Times {
  const times = known ?? { ...from, counts: new Map() };
  times.first = Math.min(times.first, from.first);
  times.last = Math.max(times.last, from.last);
  let step = Math.max(times.step, from.step);
  while (stepsTo(times, step) > mostSteps) step *= 2;
  if (step !== times.step) times.counts = addSteps(new Map(), times.counts, step / times.step);
  times.step = step;
  addSteps(times.counts, from.counts, step / from.step);
  return times;
}

export const timeline: Shape<Timeline> = {
  empty: () => null,
  merge: (known, from) => (from === null ? known : joined(known, from)),
};

/** @param time milliseconds since 1970; null where it is not known */
export function addTime(known: Timeline, time: number | null): Timeline {
  if (time === null) return known;
  const at = Math.floor(time / 1000);
  const range = { first: Math.min(known?.first ?? time, time), last: Math.max(known?.last ?? time, time) };
  if (known !== null && stepsTo(range, known.step) <= mostSteps) {
    addCount(Object.assign(known, range).counts, Math.floor(at / known.step));
    return known;
  }
  return joined(known, { step: 1, first: time, last: time, counts: [[at, 1]] });
}

/** @param frame the timeline whose steps the counts have, so that two can be compared; this one by default */
function rateOf(own: Timeline, frame: Timeline = own): Rate | null {
  if (frame === null) return null;
  const step = Math.max(frame.step, own?.step ?? 1);
  const start = Math.floor(frame.first / (step * 1000));
  const found = addSteps(new Map(), own?.counts ?? [], step / (own?.step ?? 1));
  return {
    from: new Date(Math.max(start * step * 1000, earliest)).toISOString(),
    stepSeconds: step,
    counts: Array.from({ length: stepsTo(frame, step) }, (_, at) => found.get(start + at) ?? 0),
  };
}

/** Of one operation, by status, null for no response. */
export const operationCounts = record({
  statuses: counted<number | null>(),
  /** Of authorised requests that got no response of success. */
  failed: counted<number | null>(),
  times: timeline,
});

/** Ascending. */
function statusesIn(statuses: Counted<number | null>): OperationTraffic['statuses'] {
  return [...statuses]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
}

export function operationSeen(operation: string, known: StateOf<typeof operationCounts>): OperationTraffic {
  const statuses = statusesIn(known.statuses);
  return {
    operation,
    exchanges: statuses.reduce((sum, { count }) => sum + count, 0),
    statuses,
    failed: statusesIn(known.failed),
    rate: rateOf(known.times),
  };
}

/** When something deviates, and for which clients. */
export const deviating = record({ times: timeline, clients: fewTexts });

/** Of one requirement: deviations that follow from those of requests, by the requirement on them, apart from the others. */
export const deviationCounts = record({ own: deviating, follows: named(deviating) });

/** @param frame times of all exchanges of the operation, whose steps the rates have */
export function deviationSeen(
  { own, follows }: StateOf<typeof deviationCounts>,
  frame: Timeline,
): DeviationTraffic {
  const seen = ({ times, clients }: StateOf<typeof deviating>): RequirementTraffic => ({
    firstAt: isoOf(times?.first),
    lastAt: isoOf(times?.last),
    rate: times && rateOf(times, frame),
    clients: clientsOf(fewTexts, clients),
  });
  return {
    own: own.clients.kept.size === 0 ? null : seen(own),
    follows: new Map(Object.entries(follows).map(([because, one]) => [because, seen(one)])),
  };
}
