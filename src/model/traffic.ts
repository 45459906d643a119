import type { Operation } from './requirement.ts';

/** How traffic is written: HAR 1.2, an exchange a line, or what a run of this suite recorded. */
export const trafficFormats = ['har', 'ndjson', 'recording'] as const;

export type TrafficFormat = (typeof trafficFormats)[number];

/** One file, or standard input. */
export interface TrafficSourceInfo {
  /** As an operator named it. */
  readonly name: string;
  /** Null where nothing in it could be recognised. */
  readonly format: TrafficFormat | null;
  /** Bytes that were read, as they lie there. */
  readonly bytes: number;
  /** Exchanges of the contract. */
  readonly exchanges: number;
  /** Exchanges that are none of the contract's, and lines of a log that are no exchange. */
  readonly other: number;
  /** Entries that could not be read. */
  readonly bad: number;
}

/** An entry that could not be read. */
export interface BadEntry {
  readonly source: string;
  /** Line, or entry of a HAR, from 1; null for the source as a whole. */
  readonly number: number | null;
  /** Goes on after the place. */
  readonly problem: string;
}

/** How often something was seen. */
export interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Counts over time. Times of exchanges without one are in none. */
export interface Rate {
  /** ISO 8601, UTC: beginning of the first step. */
  readonly from: string;
  /** Seconds of one step. */
  readonly stepSeconds: number;
  /** Of each step. */
  readonly counts: readonly number[];
}

/** What the traffic shows of one operation. */
export interface OperationTraffic {
  readonly operation: Operation;
  readonly exchanges: number;
  /** By status, in order; null where no answer was recorded. */
  readonly statuses: readonly Counted<number | null>[];
  /** All of them over time; null where no times were recorded. */
  readonly rate: Rate | null;
}

/** A program that sent requests, by its User-Agent. */
export interface Client {
  readonly userAgent: string;
  readonly exchanges: number;
}

/** What traffic shows of a requirement that deviates. */
export interface RequirementTraffic {
  /** ISO 8601, UTC, of the first and the last exchange that deviates; null where no times were recorded. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** Over time, in the steps of its operation. */
  readonly rate: Rate | null;
  /** Those whose exchanges deviate, and how many of them; the most first. */
  readonly clients: readonly Client[];
}

/** What was read, where a report is of recorded traffic. */
export interface TrafficInfo {
  readonly sources: readonly TrafficSourceInfo[];
  /** Over all sources. */
  readonly exchanges: number;
  readonly other: number;
  readonly bad: number;
  /** The first ones. */
  readonly badEntries: readonly BadEntry[];
  /** More bad entries make the outcome incomplete. */
  readonly maxBad: number;
  /** What stands before the paths of the exchanges, most often first; so many as are kept. */
  readonly baseUrls: readonly Counted<string>[];
  /** ISO 8601, UTC; null where no times were recorded. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly operations: readonly OperationTraffic[];
  /** The most busy first. */
  readonly clients: readonly Client[];
  /** Whether there were more clients or base URLs than are kept. */
  readonly isPartial: boolean;
}
