import type { JudgeState } from '../judge/judge.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CountsState } from './counts.ts';
import type { TimelineState } from './timeline.ts';

/** What is known of traffic, as plain JSON. */
export interface TrafficState {
  readonly judge: JudgeState;
  readonly exchanges: number;
  readonly times: TimelineState;
  readonly clients: CountsState;
  readonly baseUrls: CountsState;
  /** By name. */
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly statuses: readonly (readonly [status: number | null, count: number])[];
        readonly times: TimelineState;
      }
    >
  >;
  /** By id of the requirement. */
  readonly deviations: Readonly<
    Record<string, { readonly times: TimelineState; readonly clients: CountsState }>
  >;
  /** Exchanges that are shown, by their keys. */
  readonly kept: readonly (readonly [key: number, exchange: Exchange])[];
}
