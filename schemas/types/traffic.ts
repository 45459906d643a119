// Written by `npm run docs` from schemas/suite.

export interface BadEntry {
  /** As the operator named it. */
  readonly source: string;
  /** Line, or entry of a HAR, from 1; null for the source as a whole. */
  readonly number: number | null;
  /** Goes on after the place. */
  readonly problem: string;
}

/** When deviations are seen: in every message, in every one since or until a time, or only now and then. */
export type DeviationCourse = {
  readonly kind: 'since' | 'until';
  /** The time from which, or until which. */
  readonly at: string;
} | {
  readonly kind: 'always' | 'at-times';
};

export interface OperationTraffic {
  /** Name of an operation of the contract, such as put or delete. */
  readonly operation: string;
  readonly exchanges: number;
  /** Exchanges by status, in order; null where no response was recorded. */
  readonly statuses: readonly {
    readonly value: number | null;
    readonly count: number;
  }[];
  /** The same of authorised requests that got no response of success. */
  readonly failed?: readonly {
    readonly value: number | null;
    readonly count: number;
  }[];
  /** All of them. */
  readonly rate: Rate | null;
}

/** Parts that were merged; absent where none were. */
export interface PartsInfo {
  /** How many there are. */
  readonly count: number;
  /** How many there are in all. */
  readonly of: number;
  /** Numbers of missing parts. */
  readonly missing: readonly string[];
}

/** Counts over time; null where no times were recorded. */
export interface Rate {
  /** Beginning of the first step. */
  readonly from: string;
  /** Seconds of one step. */
  readonly stepSeconds: number;
  /** Of each step. */
  readonly counts: readonly number[];
}

/** When, how often and by whom a requirement deviates in recorded traffic. */
export interface RequirementTraffic {
  /** A time; null where none was recorded. */
  readonly firstAt: string | null;
  /** A time; null where none was recorded. */
  readonly lastAt: string | null;
  readonly rate: Rate | null;
  /** Programs that sent requests, the most busy first. */
  readonly clients: readonly TrafficClient[];
  readonly course?: DeviationCourse;
}

export interface TrafficClient {
  /** The User-Agent header, cut where it is long. */
  readonly userAgent: string;
  /** How many there are. */
  readonly exchanges: number;
  /** How many of its requests deviate; absent where requests were not judged, and for the clients of one requirement. */
  readonly wrong?: number;
}

/** Recorded traffic. */
export interface TrafficInfo {
  /** Files, and standard input. */
  readonly sources: readonly TrafficSourceInfo[];
  /** Sources that are not listed; absent for none. */
  readonly moreSources?: number;
  /** Parts that were merged; absent where none were. */
  readonly parts?: PartsInfo;
  /** Exchanges of the document's operations, over all sources. */
  readonly exchanges: number;
  /** Other exchanges, and lines of a log that are none. */
  readonly other: number;
  /** Entries that could not be read. */
  readonly bad: number;
  /** The first of them. */
  readonly badEntries: readonly BadEntry[];
  /** More bad entries make the outcome incomplete. */
  readonly maxBad: number;
  /** Exchanges that had been recorded before: the same time, request and response; absent for none. */
  readonly copies?: number;
  /** What comes before the paths of the exchanges, the most frequent first. */
  readonly baseUrls: readonly {
    /** Empty where bare paths were recorded. */
    readonly value: string;
    readonly count: number;
  }[];
  /** A time; null where none was recorded. */
  readonly firstAt: string | null;
  /** A time; null where none was recorded. */
  readonly lastAt: string | null;
  /** What there is of each operation. */
  readonly operations: readonly OperationTraffic[];
  /** Programs that sent requests, the most busy first. */
  readonly clients: readonly TrafficClient[];
  /** Whether there were more clients or base URLs than are kept. */
  readonly isPartial: boolean;
}

export interface TrafficSourceInfo {
  /** As the operator named it. */
  readonly name: string;
  /** Null where nothing in it could be recognised. */
  readonly format: 'har' | 'ndjson' | 'newman' | 'recording' | null;
  /** Bytes that were read, as they lie there. */
  readonly bytes: number;
  /** Exchanges of the document's operations. */
  readonly exchanges: number;
  /** Other exchanges, and lines of a log that are none. */
  readonly other: number;
  /** Entries that could not be read. */
  readonly bad: number;
  /** The first entry with a method and a path of the document, where none is an exchange; absent for none. */
  readonly requestAt?: number;
}
