/** A verdict of one requirement. `waived` is given by the operator's waivers, never by the judge. */
export type Verdict = 'conforms' | 'deviates' | 'waived' | 'not-exercised';

/** Where it was seen, what was wanted and what was there. */
export interface Evidence {
  /** Id of the exchange. */
  readonly exchange: string;
  /** RFC 6901 JSON Pointer into the response body; empty for the whole answer. */
  readonly pointer: string;
  readonly expected: string;
  /** JSON text of what was found, cut when long, or words for what is no JSON. */
  readonly actual: string;
}

/** What one exchange says about one requirement. */
export interface Finding {
  readonly requirement: string;
  readonly exchange: string;
  readonly verdict: Exclude<Verdict, 'waived'>;
  readonly evidence: readonly Evidence[];
  /** Further places of the same kind that are not listed in evidence. */
  readonly evidenceOmitted: number;
  /**
   * Values of deviating places beyond the evidence that the evidence does not show, each once; null when they were too
   * many to keep, absent when there is none.
   */
  readonly furtherActuals?: readonly string[] | null;
  /** Why the requirement was not exercised; always there for that verdict. */
  readonly reason?: string;
  /** Id of the requirement whose deviation is the cause. */
  readonly because?: string;
}
