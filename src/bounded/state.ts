/** How much of each is written; the rest is counted, as a judge does beyond its bounds. */
export interface StateLimits {
  /** Pieces of evidence of one requirement and verdict, and the same spread over all exchanges. */
  readonly evidence: number;
  /** Different deviating values of one requirement; where there are more, none is written. */
  readonly actuals: number;
  /** Different texts of one question. */
  readonly texts: number;
  /** Requests that are compared with the same request with other credentials. */
  readonly requests: number;
  /** Authorised requests without success. */
  readonly unanswered: number;
}

/** How a state is written: within these limits, and with keys that `keyOf` puts in place, in the same order. */
export interface StateOptions {
  readonly limits: StateLimits;
  readonly keyOf: (key: number) => number;
}

/** The lowest few: key, position in the exchange, value. */
export type LowestState<Value> = readonly (readonly [key: number, at: number, value: Value])[];

/** Hashes as hexadecimal numbers. Hashes from `bound` on were dropped; null where none was. */
export interface SampleState<Value> {
  readonly bound: string | null;
  readonly kept: readonly (readonly [hash: string, value: Value])[];
}
