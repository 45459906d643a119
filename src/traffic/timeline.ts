import type { Rate } from '../model/traffic.ts';

/** As plain JSON; null for no times. */
export type TimelineState = {
  /** Seconds: a power of two. */
  readonly step: number;
  /** Milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
  readonly counts: readonly (readonly [at: number, count: number])[];
} | null;

/** An instant in ISO 8601, UTC. @param time milliseconds since 1970 */
export function isoOf(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

/** Steps that a timeline has at most. */
const mostSteps = 96;

/**
 * Counts over time in bounded space: in steps of one second, doubled whenever there would be too many. The counts do not
 * depend on the order of the times, so two merged timelines equal one with all times.
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

  merge(other: Timeline): void {
    this.first = Math.min(this.first, other.first);
    this.last = Math.max(this.last, other.last);
    this.coarsen(Math.max(this.step, other.step));
    if (this.stepsTo(this.step) > mostSteps) this.widen();
    for (const [at, count] of other.coarse(this.step))
      this.counts.set(at, (this.counts.get(at) ?? 0) + count);
  }

  get state(): TimelineState {
    const { step, first, last, counts } = this;
    return counts.size === 0 ? null : { step, first, last, counts: [...counts] };
  }

  take(state: TimelineState): void {
    if (state === null) return;
    const other = new Timeline();
    const { step, first, last, counts } = state;
    Object.assign(other, { step, first, last, counts: new Map(counts) });
    this.merge(other);
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
    for (const [at, count] of this.coarse(step)) if (at - start in counts) counts[at - start] = count;
    return { from: new Date(start * step * 1000).toISOString(), stepSeconds: step, counts };
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
    this.counts = this.coarse(step);
    this.step = step;
  }

  private coarse(step: number): Map<number, number> {
    const factor = step / this.step;
    if (factor === 1) return this.counts;
    const counts = new Map<number, number>();
    for (const [at, count] of this.counts) {
      const into = Math.floor(at / factor);
      counts.set(into, (counts.get(into) ?? 0) + count);
    }
    return counts;
  }
}
