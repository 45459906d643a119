// Written by `npm run docs` from schemas/suite.
import type { Verdict } from './finding.ts';
import type { Outcome, Tally } from './report.ts';
import type { Facet, Strength } from './requirement.ts';

/** One of the two runs. */
export interface ComparedRun {
  /** Id of the run. */
  readonly runId: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  /** Base URL of the service. */
  readonly baseUrl: string;
  /** Name and version of what wrote the report. */
  readonly tool: string;
  /** SHA-256 of the schemas, in lower-case hexadecimal. */
  readonly schemas: string;
  /** Outcome of the run. */
  readonly outcome: Outcome;
  /** Its exit code. */
  readonly exitCode: 0 | 1 | 3;
  /** The decisive reason of its outcome. */
  readonly reason: string;
}

/** What changed from one run to another, format version 1. Keys are in the order of this schema. */
export interface Comparison {
  /** Rises when a reader of the former version would misread this one. */
  readonly formatVersion: 1;
  /** The earlier run. */
  readonly before: ComparedRun;
  /** The later run. */
  readonly after: ComparedRun;
  /** The result. */
  readonly summary: ComparisonSummary;
  /** What a reader should know of the pair, one sentence each. */
  readonly notes: readonly string[];
  /** Requirements with another verdict than before: worse, better, other. */
  readonly flips: readonly Flip[];
  /** What deviates as before. */
  readonly still: readonly Still[];
  /** Requirements that only the later report knows. */
  readonly appeared: readonly Unmatched[];
  /** Requirements that only the earlier report knows. */
  readonly vanished: readonly Unmatched[];
  /** Answers to open questions that differ; except identifiers and times. */
  readonly observations: readonly ObservationChange[];
}

/** The result. */
export interface ComparisonSummary {
  /** Whether anything got worse that fails the comparison. */
  readonly outcome: 'worse' | 'not-worse';
  /** 1 and 0, in the order of the outcomes. */
  readonly exitCode: 0 | 1;
  /** The result of the flips. */
  readonly verdict: 'better' | 'same' | 'worse' | 'mixed';
  /** One sentence each, the decisive one first. */
  readonly reasons: readonly string[];
  /** Whether requirements that are only shown fail the comparison as well. */
  readonly strict: boolean;
  /** Requirements that got worse. */
  readonly worse: number;
  /** Requirements that got better. */
  readonly better: number;
  /** Requirements that changed otherwise. */
  readonly other: number;
  /** Requirements that changed only because another one did; they are not flips. */
  readonly consequences: number;
  /** Requirements that only the later report knows. */
  readonly appeared: number;
  /** Requirements that only the earlier report knows. */
  readonly vanished: number;
  /** Requirements in the scope of only one of the runs, or of none; not compared. */
  readonly outOfScope: number;
  /** Requirements with the same verdict as before, by verdict. */
  readonly unchanged: Tally;
}

/** To deviates from anything else, or from conforms to not checked, is worse; to conforms is better. */
export type Direction = 'worse' | 'better' | 'other';

/** A requirement with another verdict than before. */
export interface Flip {
  /** Permanent: operation, place with dots, colon, facet. */
  readonly id: string;
  /** Name of an operation of the contract, such as put or delete. */
  readonly operation: string;
  /** What the requirement is about; absent for responses. */
  readonly side?: 'request';
  /** JSON Pointer with * for each element; null for a requirement on the whole response. */
  readonly place: string | null;
  /** What the requirement checks in its place. */
  readonly facet: Facet;
  readonly strength: Strength;
  /** Section of the interface document. */
  readonly section: string;
  /** The requirement in one sentence. */
  readonly statement: string;
  /** To deviates from anything else, or from conforms to not checked, is worse; to conforms is better. */
  readonly direction: Direction;
  /** Whether it fails the comparison. */
  readonly gates: boolean;
  readonly before: Standing;
  readonly after: Standing;
}

/** A place in a response that decided a verdict. */
export interface Mismatch {
  /** The request. */
  readonly probe: string;
  /** Place in the response body; empty for the whole response. */
  readonly pointer: string;
  /** What was wanted, in words. */
  readonly expected: string;
  /** What was there. */
  readonly actual: string;
}

/** An answer to an open question that differs. */
export interface ObservationChange {
  /** Id of the question. */
  readonly id: string;
  /** What the document leaves open. */
  readonly question: string;
  /** Section of the interface document. */
  readonly section: string;
  /** Null where the question was not answered. */
  readonly before: string | null;
  /** Null where the question was not answered. */
  readonly after: string | null;
}

/** The verdict on a requirement in one run. */
export interface Standing {
  readonly verdict: Verdict;
  readonly strength: Strength;
  /** Why it was not checked. */
  readonly reason?: string;
  /** The requirement whose deviation is the cause. */
  readonly because?: string;
  /** Why the operator accepts the deviation for now. */
  readonly waiver?: string;
  /** The first place of a deviation. */
  readonly seen?: Mismatch;
  /** What is wrong, where it deviates: the title of the problem that its report has it under. */
  readonly problem?: string;
  /** Further places. */
  readonly seenOmitted: number;
}

/** A requirement that deviates as before. */
export interface Still {
  /** Permanent: operation, place with dots, colon, facet. */
  readonly id: string;
  /** Name of an operation of the contract, such as put or delete. */
  readonly operation: string;
  /** What the requirement is about; absent for responses. */
  readonly side?: 'request';
  /** JSON Pointer with * for each element; null for a requirement on the whole response. */
  readonly place: string | null;
  /** What the requirement checks in its place. */
  readonly facet: Facet;
  readonly strength: Strength;
  /** Section of the interface document. */
  readonly section: string;
  /** The requirement in one sentence. */
  readonly statement: string;
  readonly before: Standing;
  readonly after: Standing;
  /** Whether another value was seen in its first place; identifiers and timestamps count as the same. */
  readonly isOtherValue: boolean;
}

/** A requirement that only one report knows. */
export interface Unmatched {
  /** Permanent: operation, place with dots, colon, facet. */
  readonly id: string;
  /** Name of an operation of the contract, such as put or delete. */
  readonly operation: string;
  /** What the requirement is about; absent for responses. */
  readonly side?: 'request';
  /** JSON Pointer with * for each element; null for a requirement on the whole response. */
  readonly place: string | null;
  /** What the requirement checks in its place. */
  readonly facet: Facet;
  readonly strength: Strength;
  /** Section of the interface document. */
  readonly section: string;
  /** The requirement in one sentence. */
  readonly statement: string;
  readonly verdict: Verdict;
}
