/** How much of each is kept; the rest is counted. */
export interface Bounds {
  /** Pieces of evidence of one requirement and verdict, and of one part of a question. */
  readonly evidence: number;
  /** Different deviating values of one requirement; where there are more, none can be waived by its value. */
  readonly actuals: number;
  /** Different texts of one question. */
  readonly texts: number;
  /** Different requests that are compared with the same request with other credentials. */
  readonly requests: number;
  /** Authorised requests without success, and effects. */
  readonly listed: number;
}

export const usualBounds: Bounds = {
  evidence: 20,
  actuals: 100,
  texts: 1_000,
  requests: 5_000,
  listed: 10_000,
};
