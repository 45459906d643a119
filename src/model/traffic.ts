import type { Operation } from './requirement.ts';

/** Formats of traffic: HAR 1.2, NDJSON with one exchange a line, a recording of a run. */
export const trafficFormats = ['har', 'ndjson', 'recording'] as const;

export type TrafficFormat = (typeof trafficFormats)[number];

/** One file, or standard input. */
export interface TrafficSourceInfo {
  /** As an operator named it. */
  readonly name: string;
  /** Null where it was not recognised. */
  readonly format: TrafficFormat | null;
  /** Bytes that were read, before decompression. */
  readonly bytes: number;
  /** Exchanges of the contract. */
  readonly exchanges: number;
  /** Exchanges of no operation of the contract, and lines of a log that are no exchange. */
  readonly other: number;
  /** Entries that could not be read. */
  readonly bad: number;
}

/** An entry that could not be read. */
export interface BadEntry {
  readonly source: string;
  /** Line, or entry of a HAR, from 1; null for the source as a whole. */
  readonly number: number | null;
  /** Continues after the place. */
  readonly problem: string;
}

/** How often something was seen. */
export interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Counts over time, of exchanges with a recorded time. */
export interface Rate {
  /** ISO 8601, UTC: beginning of the first step. */
  readonly from: string;
  /** Seconds of one step. */
  readonly stepSeconds: number;
  /** One for each step. */
  readonly counts: readonly number[];
}

/** What the traffic shows of one operation. */
export interface OperationTraffic {
  readonly operation: Operation;
  readonly exchanges: number;
  /** By status, ascending; null where no response was recorded. */
  readonly statuses: readonly Counted<number | null>[];
  /** The same of authorised requests that got no response of success; absent in reports of earlier versions. */
  readonly failed?: readonly Counted<number | null>[];
  /** Over time; null where no times were recorded. */
  readonly rate: Rate | null;
}

/** A program that sent requests, by its User-Agent. */
export interface TrafficClient {
  readonly userAgent: string;
  readonly exchanges: number;
  /** How many of its requests deviate; absent where requests were not judged, and for the clients of one requirement. */
  readonly wrong?: number;
}

/**
 * When deviations are seen: `always` in every message; `since` or `until` a moment in every one; `at-times` otherwise.
 */
export type DeviationCourse =
  | { readonly kind: 'since' | 'until'; readonly at: string }
  | { readonly kind: 'always' | 'at-times' };

/** Deviations from one requirement in traffic. */
export interface RequirementTraffic {
  /** ISO 8601, UTC, of the first and the last exchange that deviates; null where no times were recorded. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** Over time, in the steps of its operation. */
  readonly rate: Rate | null;
  /** Clients whose exchanges deviate, and how many deviate; the highest count first. */
  readonly clients: readonly TrafficClient[];
  /** Absent where no times were recorded. */
  readonly course?: DeviationCourse;
}

/** The deviations from one requirement. */
export interface DeviationTraffic {
  /** Null where all of them follow from deviations of requests. */
  readonly own: RequirementTraffic | null;
  /** Those that follow from deviations of requests, by the requirement on them. */
  readonly follows: ReadonlyMap<string, RequirementTraffic>;
}

/** Parts that were merged. */
export interface PartsInfo {
  readonly count: number;
  /** Number of all parts; null where it is not known. */
  readonly of: number | null;
  /** Numbers of missing parts: `3`, `5-8`, and `0 or 4` for the one at either end. */
  readonly missing: readonly string[];
}

/** What was read, in a report on recorded traffic. */
export interface TrafficInfo {
  readonly sources: readonly TrafficSourceInfo[];
  /** Sources that are not listed; absent for none. */
  readonly moreSources?: number;
  /** Present where parts were merged. */
  readonly parts?: PartsInfo;
  /** Over all sources. */
  readonly exchanges: number;
  readonly other: number;
  readonly bad: number;
  /** The first ones. */
  readonly badEntries: readonly BadEntry[];
  /** More bad entries make the outcome incomplete. */
  readonly maxBad: number;
  /** Base URLs of the exchanges, the most frequent first, up to a limit. */
  readonly baseUrls: readonly Counted<string>[];
  /** ISO 8601, UTC; null where no times were recorded. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly operations: readonly OperationTraffic[];
  /** The busiest first. */
  readonly clients: readonly TrafficClient[];
  /** Whether there were more clients or base URLs than are kept. */
  readonly isPartial: boolean;
}
