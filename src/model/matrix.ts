import type { Seen } from './comparison.ts';
import type { Verdict } from './finding.ts';
import type { Outcome } from './report.ts';
import type { Requirement } from './requirement.ts';

/** How a requirement stands in one run; a run may not have been asked for it, or be of a version that has none such. */
export type CellVerdict = Verdict | 'out-of-scope' | 'unknown';

/** One of the reports that were given. */
export interface MatrixRun {
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The build that it judged; null where nobody named it. */
  readonly label: string | null;
  /** Base URL; of the embedded service, which has another port each time, its name. */
  readonly target: string;
  readonly tool: string;
  /** SHA-256 of the schemas. */
  readonly schemas: string;
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1 | 3;
  /** The decisive reason of its outcome. */
  readonly reason: string;
  /** Ended before its plan was. */
  readonly cut: boolean;
  /** The page of this report, a relative URL from where the matrix is; null where there is none. */
  readonly page: string | null;
}

export interface Cell {
  readonly verdict: CellVerdict;
  readonly reason?: string;
  /** The requirement that this one was not checked because of. */
  readonly because?: string;
  readonly waiver?: string;
  /** The first place of a deviation. */
  readonly seen?: Seen;
}

/** Runs of one target, one after another, in which a requirement stood alike. */
export interface Stretch {
  readonly verdict: CellVerdict;
  /** Place of the first of them in `runs` of the matrix. */
  readonly first: number;
  readonly runs: number;
}

/**
 * What became of a requirement over the runs that checked it. `broke` and `healed`: the last change, of at most
 * three; `flickers`: four changes or more.
 */
export type Course = 'conforms' | 'deviates' | 'broke' | 'healed' | 'flickers' | 'not-checked';

/** One requirement in all runs of one target, the oldest first. What is waived deviates all the same. */
export interface History {
  readonly target: string;
  readonly course: Course;
  /** Runs that checked it, and those of them in which it deviates. */
  readonly checked: number;
  readonly deviates: number;
  /** How often it changed between conforming and deviating; runs that did not check it are passed over. */
  readonly flips: number;
  /** Places in `runs` of the first and the last run in which it deviates; null where it never does. */
  readonly firstSeen: number | null;
  readonly lastSeen: number | null;
  /** The run since which it stands as in the last one; null where it never changed. */
  readonly since: number | null;
  readonly stretches: readonly Stretch[];
}

/**
 * `columns`: the columns differ. `time`: they do not, and other runs of a target do. `consequence`: it was not checked
 * somewhere, just because of another requirement that differs. `none`: it stands alike everywhere.
 */
export type Difference = 'columns' | 'time' | 'consequence' | 'none';

export interface MatrixRow extends Omit<Requirement, 'schema'> {
  readonly difference: Difference;
  /** One for each column. */
  readonly cells: readonly Cell[];
  /** One for each target. */
  readonly histories: readonly History[];
}

/** An open question that the columns answer differently; null where a run has no answer. */
export interface ObservationRow {
  readonly id: string;
  readonly question: string;
  readonly section: string;
  readonly answers: readonly (string | null)[];
}

/** `matrix.json`, `formatVersion` 1; its schema is schemas/suite/matrix.schema.json. */
export interface Matrix {
  readonly formatVersion: 1;
  /** `targets`: a column is the last run of a target. `runs`: it is a run. */
  readonly columnsAre: 'targets' | 'runs';
  /** What it comes to, one sentence. */
  readonly sentence: string;
  /** What a reader should know before trusting a difference, one sentence each. */
  readonly notes: readonly string[];
  readonly targets: readonly string[];
  /** All of them, the oldest first. */
  readonly runs: readonly MatrixRun[];
  /** Places in `runs`. */
  readonly columns: readonly number[];
  /** What differs first, in it what deviates; then in the order of the document. */
  readonly requirements: readonly MatrixRow[];
  readonly observations: readonly ObservationRow[];
}
