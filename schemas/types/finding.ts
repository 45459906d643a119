// Written by `npm run docs` from schemas/suite.

/** One place where something was seen. */
export interface Evidence {
  /** Id of an exchange of this report. */
  readonly exchange: string;
  /** Place in the response body; empty for the whole response. */
  readonly pointer: string;
  /** What was wanted, in words. */
  readonly expected: string;
  /** JSON text of what was there, cut when long, or words for what is not JSON. */
  readonly actual: string;
  /** Of a deviation: JSON text of the only value that would conform; absent where there is none, or it is long. */
  readonly wanted?: string;
}

/** Over the whole run: one deviating response makes the requirement deviate, and nothing conforms because there was nothing to check. */
export type Verdict = 'conforms' | 'deviates' | 'waived' | 'not-exercised';
