import { hashOf, Sample, type SampleState } from '../bounded/sample.ts';
import type { Counted, OperationTraffic, RequirementTraffic } from '../model/traffic.ts';
import { isoOf, Timeline, type TimelineState } from './timeline.ts';

/** As plain JSON: texts, each with its count. */
export type CountsState = SampleState<Readonly<Count>>;

interface Count {
  readonly text: string;
  count: number;
}

function merged(known: Count | undefined, { text, count }: Count): Count {
  if (known === undefined) return { text, count };
  known.count += count;
  return known;
}

/** Texts that are found again without a hash. */
const mostKnown = 1_000;

/** Counts different texts: all of them up to a limit, beyond it those with the lowest hashes. */
export class Counts {
  private readonly sample: Sample<Count>;
  /** What counts a text; for one that is not kept, something that nobody reads. */
  private readonly known = new Map<string, Count>();

  /** @param most different texts that are kept */
  constructor(most: number) {
    this.sample = new Sample(most, merged);
  }

  add(text: string): void {
    const known = this.known.get(text);
    if (known === undefined) this.addUnknown(text);
    else known.count += 1;
  }

  get state(): CountsState {
    return this.sample.state;
  }

  take(state: CountsState): void {
    this.sample.take(state);
  }

  get isPartial(): boolean {
    return this.sample.isPartial;
  }

  /** The most frequent first, of the same count in the order of their texts. */
  get entries(): readonly Counted<string>[] {
    return [...this.sample.values()]
      .map(({ text, count }) => ({ value: text, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }

  private addUnknown(text: string): void {
    const hash = hashOf(text);
    const count = { text, count: 1 };
    this.sample.add(hash, count);
    if (this.known.size >= mostKnown) this.known.clear();
    this.known.set(text, this.sample.get(hash) ?? count);
  }
}

/** Different clients of one requirement that are kept. */
const mostClients = 20;

export interface OperationState {
  readonly statuses: readonly (readonly [status: number | null, count: number])[];
  readonly times: TimelineState;
}

export interface DeviationState {
  readonly times: TimelineState;
  readonly clients: CountsState;
}

/** Clients as reports have them. */
export function clientsOf({ entries }: Counts): RequirementTraffic['clients'] {
  return entries.map(({ value, count }) => ({ userAgent: value, exchanges: count }));
}

/** Counts of the exchanges of one operation. */
export class OperationCounts {
  readonly times = new Timeline();
  private readonly statuses = new Map<number | null, number>();

  /** @param status null without a response @param time milliseconds since 1970; null where it was not recorded */
  add(status: number | null, time: number | null): void {
    if (time !== null) this.times.add(time);
    this.count(status, 1);
  }

  private count(status: number | null, more: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + more);
  }

  get state(): OperationState {
    return { statuses: [...this.statuses], times: this.times.state };
  }

  take({ statuses, times }: OperationState): void {
    for (const [status, count] of statuses) this.count(status, count);
    this.times.take(times);
  }

  seen(operation: string): OperationTraffic {
    const counted = [...this.statuses].map(([value, count]) => ({ value, count }));
    return {
      operation,
      exchanges: counted.reduce((sum, { count }) => sum + count, 0),
      statuses: counted.sort((a, b) => (a.value ?? 0) - (b.value ?? 0)),
      rate: this.times.rate(),
    };
  }
}

/** Counts of the deviations from one requirement, over time and by client. */
export class DeviationCounts {
  private readonly times = new Timeline();
  private readonly clients = new Counts(mostClients);

  /** @param time milliseconds since 1970; null where it was not recorded */
  add(time: number | null, client: string): void {
    if (time !== null) this.times.add(time);
    this.clients.add(client);
  }

  get state(): DeviationState {
    return { times: this.times.state, clients: this.clients.state };
  }

  take({ times, clients }: DeviationState): void {
    this.times.take(times);
    this.clients.take(clients);
  }

  /** @param frame times of all exchanges of the operation, whose steps the rate has */
  seen(frame: Timeline | undefined): RequirementTraffic {
    const { times, clients } = this;
    return {
      firstAt: isoOf(times.span?.first),
      lastAt: isoOf(times.span?.last),
      rate: times.span === null ? null : times.rate(frame),
      clients: clientsOf(clients),
    };
  }
}
