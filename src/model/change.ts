import type { ObservationChange } from './comparison.ts';

/**
 * How a report compares with an earlier one. `mixed`: some requirements got worse and others better. `not-comparable`:
 * the two have no requirement in common that both had in scope, or the earlier one is not available.
 */
export type ChangeVerdict = 'better' | 'same' | 'worse' | 'mixed' | 'not-comparable';

/** The earlier run that the report is compared with. */
export interface EarlierRun {
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The build that it judged; null where nobody named it. */
  readonly label: string | null;
  /** `named`: somebody named its report. `replaced`: its report was in the folder that this run writes to. */
  readonly found: 'named' | 'replaced';
}

/** A deviation that was there before. */
export interface StillDeviating {
  readonly id: string;
  /** The first run that is known to have had it: when it started (ISO 8601, UTC), and the build that it judged. */
  readonly since: { readonly startedAt: string; readonly label: string | null };
  /** What was seen then and now, at the first place, where the two differ; null where they do not. */
  readonly value: { readonly before: string; readonly after: string } | null;
}

/** What changed since an earlier report. What only follows from another change is in none of the lists, and counted. */
export interface Change {
  readonly verdict: ChangeVerdict;
  /** `Worse than run 5d0c of 2026-03-01: 2 new deviations, 1 fixed`. */
  readonly sentence: string;
  /** Null where there is no earlier report to compare with. */
  readonly against: EarlierRun | null;
  /** Ids of what deviates now and did not before. */
  readonly appeared: readonly string[];
  /** Ids of what deviated before and conforms now. */
  readonly fixed: readonly string[];
  readonly still: readonly StillDeviating[];
  /** Ids of what deviates in some responses and conforms in others, in this run. */
  readonly flaky: readonly string[];
  /** Ids of what conformed before and was not checked now, or deviated before and is hidden now by another requirement. */
  readonly lost: readonly string[];
  /** How many requirements changed only because another one did. */
  readonly consequences: number;
  /** Answers to open questions that differ; identifiers and moments aside. */
  readonly observations: readonly ObservationChange[];
  /** What a reader should know about the pair: another target, other schemas, another scope. */
  readonly notes: readonly string[];
}
