import type {
  Exchange,
  Gap,
  RecordingHeader,
  RequirementTraffic,
  TrafficInfo,
  Unsent,
} from '../../schemas/types.ts';

/** Why nothing can be planned for an operation, and the setting that mends it, by its name. */
export type Lack = Omit<Gap, 'operation'>;

/** Says what is wrong with a value as a line of a recording; null for nothing. */
export type LineCheck = (value: unknown) => string | null;

/** The deviations from one requirement. */
export interface DeviationTraffic {
  /** Null where all of them follow from deviations of requests. */
  readonly own: RequirementTraffic | null;
  /** Those that follow from deviations of requests, by the requirement on them. */
  readonly follows: ReadonlyMap<string, RequirementTraffic>;
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
