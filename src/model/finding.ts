/** A verdict of one requirement. `waived` is given by the operator's waivers, never by the judge. */
export type Verdict = 'conforms' | 'deviates' | 'waived' | 'not-exercised';

/** Where it was seen, what was wanted and what was there. */
export interface Evidence {
  /** Id of the exchange. */
  readonly exchange: string;
  /** RFC 6901 JSON Pointer into the response body; empty for the whole response. */
  readonly pointer: string;
  readonly expected: string;
  /** JSON text of what was found, cut when long, or words for what is no JSON. */
  readonly actual: string;
  /** Of a deviation: JSON text of the only value that would conform. Absent for others, and for one that was cut. */
  readonly wanted?: string;
}
