// Written by `npm run docs` from schemas/suite.
import type { ObservationChange } from './comparison.ts';

/** What changed since an earlier report. What only follows from another change is counted. */
export interface Change {
  /** How the report compares to the earlier one. */
  readonly verdict: ChangeVerdict;
  /** The same with its counts, as a sentence. */
  readonly sentence: string;
  /** The earlier run; null where its report cannot be had. */
  readonly against: EarlierRun | null;
  /** What deviates now and did not before. */
  readonly appeared: readonly string[];
  /** Of what appeared, what had been fixed in the earlier run. */
  readonly returned: readonly string[];
  /** Of what appeared, what was not checked in the earlier run. */
  readonly uncovered: readonly string[];
  /** What deviated before and conforms now. */
  readonly fixed: readonly string[];
  /** What deviated before and deviates now. */
  readonly still: readonly StillDeviating[];
  /** What deviates in some responses of this run and conforms in others. */
  readonly flaky: readonly string[];
  /** What conformed before, or was accepted by a waiver, and was not checked now. */
  readonly lost: readonly string[];
  /** What deviated when it was last checked, and was not checked now; value is null. */
  readonly unseen: readonly StillDeviating[];
  /** How many requirements changed only because another one did. */
  readonly consequences: number;
  /** Answers to open questions that differ; except identifiers and times. */
  readonly observations: readonly ObservationChange[];
  /** What a reader should know of the pair. */
  readonly notes: readonly string[];
}

/** How the report compares to the earlier one. */
export type ChangeVerdict = 'better' | 'same' | 'worse' | 'mixed' | 'not-comparable';

/** The run that this one is compared with. */
export interface EarlierRun {
  /** Id of the run. */
  readonly runId: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  /** The build that it judged; null where it was not set. */
  readonly label: string | null;
  /** named: its report was passed. replaced: its report was in the folder that this run writes to. */
  readonly found: 'named' | 'replaced';
}

/** A deviation that was there before. */
export interface StillDeviating {
  /** Id of a requirement. */
  readonly id: string;
  /** The first run that is known to have had it. */
  readonly since: {
    /** ISO 8601, in UTC. */
    readonly startedAt: string;
    /** The build that it judged; null where it was not set. */
    readonly label: string | null;
  };
  /** What was seen then and now, where the two differ. */
  readonly value: null | {
    /** What was seen then. */
    readonly before: string;
    /** What is seen now. */
    readonly after: string;
  };
}
