import type { DeclaredAnswers } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { Location } from './location.ts';
import type { Report, RunInfo } from './report.ts';
import type { Operation } from './requirement.ts';
import type { DeviationTraffic, TrafficInfo } from './traffic.ts';
import type { Waiver } from './waiver.ts';

/** Says what is wrong with a value as a line of a recording; null for nothing. */
export type LineCheck = (value: unknown) => string | null;

/** Why nothing can be planned for an operation, and the setting that mends it, by its name. */
export interface Lack {
  readonly reason: string;
  readonly setting: string;
  /** Whether the setting is set, and has to be corrected. */
  readonly isSet: boolean;
}

/** An operation in scope for which nothing could be planned. */
export interface Gap extends Lack {
  readonly operation: Operation;
}

/** A planned request that was not sent. */
export interface Unsent {
  readonly probe: string;
  readonly operation: Operation;
  readonly reason: string;
  /** The exchange that was served without proper credentials and so took its place; null for any other reason. */
  readonly servedBy: string | null;
}

/** What was known before the first request went out. */
export interface RecordingHeader
  extends Pick<RunInfo, 'startedAt' | 'options' | 'scope' | 'label'>,
    Pick<Report, 'tool' | 'target' | 'plan'> {
  readonly runId: string;
  readonly gaps: readonly Gap[];
  /** Where people read the interface document; absent where nobody named it. */
  readonly documentUrl?: string;
  /** Deviations that the operator accepts, so that judging anew gives the same report; absent for none. */
  readonly waivers?: readonly Waiver[];
  /** Answers to open questions that are declared, for the same reason; absent for none. */
  readonly answers?: DeclaredAnswers;
  /** Where the service's own sources meet requirements; absent where nobody said so. */
  readonly locations?: readonly Location[];
}

/** A whole run: enough to judge it again without the service and without a secret. */
export interface Recording {
  readonly header: RecordingHeader;
  /** In the order of the plan. */
  readonly exchanges: readonly Exchange[];
  readonly unsent: readonly Unsent[];
  readonly durationMs: number;
  /** True when the run ended before its plan was carried out, or traffic was not read to its end. */
  readonly cut: boolean;
  /** Present where somebody else recorded the exchanges; then `exchanges` holds only those that reports show. */
  readonly traffic?: {
    readonly info: TrafficInfo;
    /** Of requirements that deviate, by their ids. */
    readonly requirements: ReadonlyMap<string, DeviationTraffic>;
  };
}
