import type { RequirementTraffic, TrafficSourceInfo } from '../../schemas/types.ts';

/** Formats of traffic: HAR 1.2, NDJSON with one exchange a line, newman's JSON report, a recording of a run. */
export const trafficFormats = ['har', 'ndjson', 'newman', 'recording'] as const;

export type TrafficFormat = NonNullable<TrafficSourceInfo['format']>;

/** The deviations from one requirement. */
export interface DeviationTraffic {
  /** Null where all of them follow from deviations of requests. */
  readonly own: RequirementTraffic | null;
  /** Those that follow from deviations of requests, by the requirement on them. */
  readonly follows: ReadonlyMap<string, RequirementTraffic>;
}
