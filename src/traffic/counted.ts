import type { Counted, OperationTraffic, RequirementTraffic } from '../model/traffic.ts';
import { Counts } from './counts.ts';
import { isoOf, Timeline } from './timeline.ts';
import type { TrafficState } from './traffic-state.ts';

/** Different clients of one requirement that are kept. */
const mostClients = 20;

type OperationState = TrafficState['operations'][string];
type DeviationState = TrafficState['deviations'][string];

/** Clients as reports have them. */
export function clientsOf({ entries }: Counts): RequirementTraffic['clients'] {
  return entries.map(({ value, count }: Counted<string>) => ({ userAgent: value, exchanges: count }));
}

/** Counts of the exchanges of one operation. */
export class OperationCounts {
  readonly times = new Timeline();
  private readonly statuses = new Map<number | null, number>();

  /** @param status null without an answer @param time milliseconds since 1970; null where it was not recorded */
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
