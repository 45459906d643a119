import { count, type Shape } from '../bounded/state.ts';
import type { Rate } from '../model/traffic.ts';

/** An instant in ISO 8601, UTC. @param time milliseconds since 1970 */
export function isoOf(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

/** The first moment of the year 0: a long step may begin before it, and no timestamp of ours is earlier. */
const earliest = Date.parse('0000-01-01T00:00:00Z');
/** Steps that a timeline has at most. */
const mostSteps = 96;

/** How often something was counted, by what it was counted for; in JSON an array of pairs. */
export type Counted<Key> = Map<Key, number>;

export function counted<Key>(): Shape<Counted<Key>> {
  return {
    empty: () => new Map(),
    merge: (into, from) => {
      for (const [key, more] of from) addCount(into, key, more);
      return into;
    },
  };
}

export function addCount<Key>(into: Counted<Key>, key: Key, more = 1): void {
  into.set(key, count.merge(into.get(key) ?? 0, more));
}

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

function stepsTo({ first, last }: Times, step: number): number {
  return Math.floor(last / (step * 1000)) - Math.floor(first / (step * 1000)) + 1;
}

/** Counts of steps that are so many times as long. */
function coarse(fine: Iterable<readonly [number, number]>, factor: number): Counted<number> {
  const counts: Counted<number> = new Map();
  for (const [at, more] of fine) addCount(counts, Math.floor(at / factor), more);
  return counts;
}

/** Makes the steps long enough, and at least so long. */
function widen(times: Times, least: number): Times {
  let step = least;
  while (stepsTo(times, step) > mostSteps) step *= 2;
  if (step === times.step) return times;
  times.counts = coarse(times.counts, step / times.step);
  times.step = step;
  return times;
}

/** @param time milliseconds since 1970; null where it is not known */
export function addTime(known: Timeline, time: number | null): Timeline {
  if (time === null) return known;
  const times = known ?? { step: 1, first: time, last: time, counts: new Map() };
  if (time < times.first) times.first = time;
  if (time > times.last) times.last = time;
  addCount(widen(times, times.step).counts, Math.floor(time / (times.step * 1000)));
  return times;
}

export const timeline: Shape<Timeline> = {
  empty: () => null,
  merge: (known, from) => {
    if (from === null) return known;
    const times = known ?? { ...from, counts: new Map() };
    times.first = Math.min(times.first, from.first);
    times.last = Math.max(times.last, from.last);
    const { step, counts } = widen(times, Math.max(times.step, from.step));
    for (const [at, more] of coarse(from.counts, step / from.step)) addCount(counts, at, more);
    return times;
  },
};

/** @param frame the timeline whose steps the counts have, so that two can be compared; this one by default */
export function rateOf(own: Timeline, frame: Timeline = own): Rate | null {
  if (frame === null) return null;
  const step = Math.max(frame.step, own?.step ?? 1);
  const start = Math.floor(frame.first / (step * 1000));
  const counts = new Array<number>(stepsTo(frame, step)).fill(0);
  for (const [at, more] of coarse(own?.counts ?? [], step / (own?.step ?? 1)))
    if (at - start in counts) counts[at - start] = more;
  const from = Math.max(start * step * 1000, earliest);
  return { from: new Date(from).toISOString(), stepSeconds: step, counts };
}
