import type { ChangeVerdict } from './change.ts';
import type { Evidence, Verdict } from './finding.ts';
import type { OpenQuestion, Outcome, RequirementResult, Tally } from './report.ts';
import type { Requirement } from './requirement.ts';

/**
 * Which way a requirement went between two runs. `worse`: to `deviates` from anything else, or from `conforms` to
 * `not-exercised`. `better`: to `conforms`. `other`: what says nothing about the service, such as a new waiver.
 */
export type Direction = 'worse' | 'better' | 'other';

/** By what a run was judged, and with which outcome. */
export interface JudgedRun {
  readonly tool: string;
  /** SHA-256 of the schemas. */
  readonly schemas: string;
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1 | 3;
  /** The decisive reason of its outcome. */
  readonly reason: string;
}

/** One of the two runs, identified by its id. */
export interface ComparedRun extends JudgedRun {
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly baseUrl: string;
}

/** A place in a response that decided a verdict. */
export interface Mismatch extends Pick<Evidence, 'pointer' | 'expected' | 'actual'> {
  readonly probe: string;
}

/** The result of a requirement in one run. */
export interface Standing
  extends Pick<RequirementResult, 'verdict' | 'strength' | 'reason' | 'because' | 'waiver'> {
  /** The first place of a deviation. */
  readonly seen?: Mismatch;
  /** How many further places are not given. */
  readonly seenOmitted: number;
}

/** A requirement whose verdict or strength changed, with its identity in the later report. */
export interface Flip extends Requirement {
  readonly direction: Direction;
  /** Whether this flip fails the comparison. */
  readonly gates: boolean;
  readonly before: Standing;
  readonly after: Standing;
}

/** A requirement that deviates as before. */
export interface Still extends Requirement {
  readonly before: Standing;
  readonly after: Standing;
  /** Whether another value was seen in its first place; identifiers and moments count as alike. */
  readonly isOtherValue: boolean;
}

/** A requirement that only one of the two reports knows. */
export interface Unmatched extends Requirement {
  readonly verdict: Verdict;
}

/** An answer to an open question that one of the reports lacks, or that differs; null where there is none. */
export interface ObservationChange extends OpenQuestion {
  readonly before: string | null;
  readonly after: string | null;
}

/** Answered requests of one kind in one run. */
export interface Duration {
  readonly requests: number;
  /** Median over them, from connecting to the last byte. */
  readonly medianMs: number;
}

/** How long responses took; a hint, never a verdict. Null where there was none. */
export interface TimingChange {
  readonly request: string;
  readonly before: Duration | null;
  readonly after: Duration | null;
  /** After divided by before, two decimals; null where one is missing or before is zero. */
  readonly ratio: number | null;
}

export interface ComparisonSummary {
  readonly outcome: 'worse' | 'not-worse';
  readonly exitCode: 0 | 1;
  /** The sum of the flips; two reports that have nothing in common give no comparison. */
  readonly verdict: Exclude<ChangeVerdict, 'not-comparable'>;
  /** One sentence each, the decisive one first. */
  readonly reasons: readonly string[];
  /** Whether requirements that are only shown fail the comparison as well. */
  readonly strict: boolean;
  readonly worse: number;
  readonly better: number;
  readonly other: number;
  /** Requirements that changed only because another one did; they are no flips. */
  readonly consequences: number;
  readonly appeared: number;
  readonly vanished: number;
  /** In the scope of only one of the runs, so not compared. */
  readonly outOfScope: number;
  readonly unchanged: Tally;
}

/** `comparison.json`, `formatVersion` 1; its schema is schemas/suite/comparison.schema.json. */
export interface Comparison {
  readonly formatVersion: 1;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  readonly summary: ComparisonSummary;
  /** What a reader should know about the pair: another target, another schema, another scope. */
  readonly notes: readonly string[];
  /** Worse first, those that fail the comparison before the others; then better, then other; in document order. */
  readonly flips: readonly Flip[];
  /** What deviates as before, in document order. */
  readonly still: readonly Still[];
  readonly appeared: readonly Unmatched[];
  readonly vanished: readonly Unmatched[];
  readonly observations: readonly ObservationChange[];
  readonly timing: readonly TimingChange[];
}
