import type { Rate } from '../../schemas/types.ts';
import type { Shape } from '../bounded/state.ts';

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
  into.set(key, (into.get(key) ?? 0) + more);
}

export function sumOf(counts: Counted<unknown>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
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

function stepsTo({ first, last }: Pick<Times, 'first' | 'last'>, step: number): number {
  return Math.floor(last / (step * 1000)) - Math.floor(first / (step * 1000)) + 1;
}

/** Adds counts of steps to those of steps that are so many times as long. */
function addSteps(into: Counted<number>, fine: Counted<number>, factor: number): Counted<number> {
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

/** The first moment of the year 0: a long step may begin before it, and no timestamp of ours is earlier. */
const earliest = Date.parse('0000-01-01T00:00:00Z');

/** When the first and the last were, in ISO 8601, UTC. */
export function rangeOf(times: Timeline) {
  const [firstAt, lastAt] = [times?.first, times?.last].map((time) =>
    time === undefined ? null : new Date(time).toISOString(),
  );
  return { firstAt: firstAt ?? null, lastAt: lastAt ?? null };
}

/** @param frame the timeline whose steps the counts have, so that two can be compared */
export function rateOf(own: Timeline, frame: Timeline): Rate | null {
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
