/** How much of each is kept; the rest is counted. */
export const bounds = {
  /** Pieces of evidence of one requirement and verdict, and of one part of a question. */
  evidence: 20,
  /** Different deviating values of one requirement; where there are more, none can be waived by its value. */
  actuals: 100,
  /** Different texts of one question. */
  texts: 1_000,
  /** Different requests that are compared with the same request with other credentials. */
  requests: 5_000,
  /** Authorised requests without success, and effects. */
  listed: 10_000,
} as const;
