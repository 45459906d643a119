import type { Rate } from '../model/traffic.ts';

/** As plain JSON; null for no times. */
export type TimelineState = Timeline['state'];

/** An instant in ISO 8601, UTC. @param time milliseconds since 1970 */
export function isoOf(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

/** The first moment of the year 0: a long step may begin before it, and no timestamp of ours is earlier. */
const earliest = Date.parse('0000-01-01T00:00:00Z');
/** Steps that a timeline has at most. */
const mostSteps = 96;

/**
 * Counts over time in bounded space: in steps of one second, doubled whenever there would be too many. The counts do not
 * depend on the order of the times, so a timeline that takes the state of another equals one with all times.
 */
export class Timeline {
  /** Seconds. */
  private step = 1;
  private first = Number.POSITIVE_INFINITY;
  private last = Number.NEGATIVE_INFINITY;
  private counts = new Map<number, number>();

  /** @param time milliseconds since 1970 */
  add(time: number): void {
    if (time < this.first) this.first = time;
    if (time > this.last) this.last = time;
    if (this.stepsTo(this.step) > mostSteps) this.widen();
    const at = Math.floor(time / (this.step * 1000));
    this.counts.set(at, (this.counts.get(at) ?? 0) + 1);
  }

  get state() {
    const { step, first, last, counts } = this;
    return counts.size === 0 ? null : { step, first, last, counts: [...counts] };
  }

  take(state: TimelineState): void {
    if (state === null) return;
    const { step, first, last, counts } = state;
    this.first = Math.min(this.first, first);
    this.last = Math.max(this.last, last);
    this.coarsen(Math.max(this.step, step));
    if (this.stepsTo(this.step) > mostSteps) this.widen();
    for (const [at, count] of coarse(counts, this.step / step))
      this.counts.set(at, (this.counts.get(at) ?? 0) + count);
  }

  /** Milliseconds since 1970 of the first and the last; null for none. */
  get span(): { readonly first: number; readonly last: number } | null {
    return this.counts.size === 0 ? null : { first: this.first, last: this.last };
  }

  /** @param frame the timeline whose steps the counts have, so that two can be compared; this one by default */
  rate(frame: Timeline = this): Rate | null {
    if (frame.span === null) return null;
    const step = Math.max(frame.step, this.step);
    const start = Math.floor(frame.first / (step * 1000));
    const counts = new Array<number>(frame.stepsTo(step)).fill(0);
    for (const [at, count] of coarse(this.counts, step / this.step))
      if (at - start in counts) counts[at - start] = count;
    const from = Math.max(start * step * 1000, earliest);
    return { from: new Date(from).toISOString(), stepSeconds: step, counts };
  }

  private stepsTo(step: number): number {
    return Math.floor(this.last / (step * 1000)) - Math.floor(this.first / (step * 1000)) + 1;
  }

  private widen(): void {
    let step = this.step;
    while (this.stepsTo(step) > mostSteps) step *= 2;
    this.coarsen(step);
  }

  private coarsen(step: number): void {
    if (step === this.step) return;
    this.counts = coarse(this.counts, step / this.step);
    this.step = step;
  }
}

/** Counts of steps that are so many times as long. */
function coarse(fine: Iterable<readonly [number, number]>, factor: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [at, count] of fine) {
    const into = Math.floor(at / factor);
    counts.set(into, (counts.get(into) ?? 0) + count);
  }
  return counts;
}
