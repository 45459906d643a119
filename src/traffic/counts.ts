import { hashOf, Sample } from '../bounded/sample.ts';
import type {
  DeviationTraffic,
  OperationTraffic,
  RequirementTraffic,
  TrafficInfo,
} from '../model/traffic.ts';
import { isoOf, Timeline } from './timeline.ts';

/** How often a text was seen. */
export interface Count {
  readonly text: string;
  count: number;
}

function merged(known: Count | undefined, { text, count }: Count): Count {
  if (known === undefined) return { text, count };
  known.count += count;
  return known;
}

/** Counts different texts: all of them up to a limit, beyond it those with the lowest hashes. */
export class Counts {
  private readonly sample: Sample<Count>;
  /** @param most different texts that are kept */
  constructor(most: number) {
    this.sample = new Sample(most, merged);
  }

  add(text: string): void {
    this.sample.add(hashOf(text), { text, count: 1 });
  }

  get state() {
    return this.sample.state;
  }

  take(state: Counts['state']): void {
    this.sample.take(state);
  }

  get isPartial(): boolean {
    return this.sample.isPartial;
  }

  /** The most frequent first, of the same count in the order of their texts. */
  get entries(): TrafficInfo['baseUrls'] {
    return [...this.sample.values()]
      .map(({ text, count }) => ({ value: text, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }
}

/** Different clients of one requirement that are kept. */
const mostClients = 20;

/** Clients as reports have them. */
export function clientsOf({ entries }: Counts): RequirementTraffic['clients'] {
  return entries.map(({ value, count }) => ({ userAgent: value, exchanges: count }));
}

type Statuses = Map<number | null, number>;

function count(statuses: Statuses, status: number | null, more: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + more);
}

/** By status, ascending. */
function counted(statuses: Statuses): OperationTraffic['statuses'] {
  return [...statuses]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
}

/** Counts of the exchanges of one operation. */
export class OperationCounts {
  readonly times = new Timeline();
  private readonly statuses: Statuses = new Map();
  private readonly failed: Statuses = new Map();

  /**
   * @param status null without a response
   * @param isFailed whether it is an authorised request that got no response of success
   * @param time milliseconds since 1970; null where it was not recorded
   */
  add(status: number | null, isFailed: boolean, time: number | null): void {
    if (time !== null) this.times.add(time);
    count(this.statuses, status, 1);
    if (isFailed) count(this.failed, status, 1);
  }

  get state() {
    return { statuses: [...this.statuses], failed: [...this.failed], times: this.times.state };
  }

  take({ statuses, failed, times }: OperationCounts['state']): void {
    for (const [status, more] of statuses) count(this.statuses, status, more);
    for (const [status, more] of failed) count(this.failed, status, more);
    this.times.take(times);
  }

  seen(operation: string): OperationTraffic {
    const statuses = counted(this.statuses);
    return {
      operation,
      exchanges: statuses.reduce((sum, { count }) => sum + count, 0),
      statuses,
      failed: counted(this.failed),
      rate: this.times.rate(),
    };
  }
}

/** When something deviates, and for which clients. */
class SeenCounts {
  private readonly times = new Timeline();
  private readonly clients = new Counts(mostClients);

  /** @param time milliseconds since 1970; null where it was not recorded */
  add(time: number | null, client: string): void {
    if (time !== null) this.times.add(time);
    this.clients.add(client);
  }

  get state() {
    return { times: this.times.state, clients: this.clients.state };
  }

  take({ times, clients }: SeenCounts['state']): void {
    this.times.take(times);
    this.clients.take(clients);
  }

  get isEmpty(): boolean {
    return this.clients.entries.length === 0;
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

/** Counts of the deviations from one requirement: those that follow from deviations of requests apart from the others. */
export class DeviationCounts {
  private readonly own = new SeenCounts();
  /** By the requirement on the request. */
  private readonly follows = new Map<string, SeenCounts>();

  /** @param because the requirement on the request from which it follows; absent for none */
  add(time: number | null, client: string, because?: string): void {
    (because === undefined ? this.own : this.following(because)).add(time, client);
  }

  private following(because: string): SeenCounts {
    const known = this.follows.get(because) ?? new SeenCounts();
    this.follows.set(because, known);
    return known;
  }

  get state() {
    const follows = [...this.follows].map(([because, { state }]) => [because, state] as const);
    return { ...this.own.state, ...(follows.length === 0 ? {} : { follows: Object.fromEntries(follows) }) };
  }

  take({ follows = {}, ...own }: DeviationCounts['state']): void {
    this.own.take(own);
    for (const [because, state] of Object.entries(follows)) this.following(because).take(state);
  }

  /** @param frame times of all exchanges of the operation, whose steps the rates have */
  seen(frame: Timeline | undefined): DeviationTraffic {
    return {
      own: this.own.isEmpty ? null : this.own.seen(frame),
      follows: new Map([...this.follows].map(([because, one]) => [because, one.seen(frame)])),
    };
  }
}
