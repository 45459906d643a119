import type { JudgedRun, Mismatch, Standing } from './comparison.ts';
import type { Verdict } from './finding.ts';
import type { OpenQuestion, OperationSummary, Outcome } from './report.ts';
import type { Requirement } from './requirement.ts';

/** The verdict on a requirement in one run; `unknown` if that version of the suite does not have the requirement. */
export type CellVerdict = Verdict | 'out-of-scope' | 'unknown';

/** One of the reports. */
export interface MatrixRun extends JudgedRun {
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The build of the service; null if nobody named it. */
  readonly label: string | null;
  /** Its name in the configuration, else the base URL; for the embedded service a name, as it has another port each time. */
  readonly target: string;
  readonly baseUrl: string;
  /** One sentence: what its report concludes. */
  readonly verdict: string;
  /** Who has to act, and what comes next, as its report says. */
  readonly act: string;
  readonly next: string;
  /** Whether the run ended before the end of its plan. */
  readonly cut: boolean;
  /** How many requirements it checked; 0 for a run that reached nothing, such as one whose token was refused. */
  readonly checked: number;
  /** The page of this report, as a URL relative to the matrix; null where there is none. */
  readonly page: string | null;
}

export interface Cell extends Partial<Omit<Standing, 'verdict' | 'strength' | 'seenOmitted'>> {
  readonly verdict: CellVerdict;
}

/** Consecutive runs of one target with the same verdict on a requirement. */
export interface Stretch {
  readonly verdict: CellVerdict;
  /** Index of the first of them in `runs` of the matrix. */
  readonly first: number;
  readonly runs: number;
}

/**
 * How a requirement developed over the runs that checked it. `broke` and `healed`: since the last change. `flickers`: it
 * changed four times or more, the last time within the last ten runs.
 */
export type Course = 'conforms' | 'deviates' | 'broke' | 'healed' | 'flickers' | 'not-checked';

/** One requirement in all runs of one target, the oldest first. A waived deviation counts as a deviation. */
export interface History {
  readonly target: string;
  readonly course: Course;
  /** How many runs checked it, and in how many of them it deviates. */
  readonly checked: number;
  readonly deviates: number;
  /** How often it changed between conforming and deviating; runs that did not check it do not count. */
  readonly flips: number;
  /** Indexes in `runs` of the first and the last run in which it deviates; null where it never does. */
  readonly firstSeen: number | null;
  readonly lastSeen: number | null;
  /** Index of the run since which it has its present verdict; null where it never changed. */
  readonly since: number | null;
  /** How many of the runs that checked it have its present verdict in a row, the last included. */
  readonly lasting: number;
  /** The first place of its last deviation; null where it never deviates. */
  readonly seen: Mismatch | null;
  /** Since when it is not checked any more; null where the last run that reached anything checked it, or none did. */
  readonly unchecked: Unchecked | null;
  readonly stretches: readonly Stretch[];
}

/** From the index of a run in `runs` on; why, as the last of them says. */
export interface Unchecked extends Pick<Standing, 'reason' | 'because' | 'waiver'> {
  readonly since: number;
}

/** What a run comes to; `nothing` if it checked no requirement at all. */
export type RunState = Outcome | 'nothing';

/** Runs of one target that come to the same, up to the last one; runs that say less do not end it. */
export interface RunStretch {
  readonly state: RunState;
  /** Index in `runs` of the first of them. */
  readonly since: number;
  /** How many came to it. */
  readonly runs: number;
  /** Whether it may have begun before the first run. */
  readonly isOpen: boolean;
}

/** What the runs of one target come to today. */
export interface TargetCourse {
  readonly target: string;
  /** One sentence: `Deviates since build-228, 3 runs`. */
  readonly sentence: string;
  /** The last one; if it is of incomplete runs, also the last one of complete runs. */
  readonly stretches: readonly RunStretch[];
}

/**
 * `columns`: the columns differ. `time`: only runs without a column differ. `consequence`: it was not checked in some
 * runs, only because of another requirement that differs. `none`: it is the same everywhere.
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
export interface ObservationRow extends OpenQuestion {
  readonly answers: readonly (string | null)[];
}

/** `matrix.json`, `formatVersion` 1; its schema is schemas/suite/matrix.schema.json. */
export interface Matrix {
  readonly formatVersion: 1;
  /** `targets`: a column is the last run of a target. `runs`: it is a run, of those that reached anything. */
  readonly columnsAre: 'targets' | 'runs';
  /** The summary, one sentence. */
  readonly sentence: string;
  /** Reasons to doubt a difference, one sentence each. */
  readonly notes: readonly string[];
  readonly targets: readonly string[];
  /** One for each target. */
  readonly courses: readonly TargetCourse[];
  readonly operations: readonly Pick<OperationSummary, 'name' | 'method'>[];
  /** All of them, the oldest first. */
  readonly runs: readonly MatrixRun[];
  /** Indexes in `runs`. */
  readonly columns: readonly number[];
  /** Those that differ first, among them those that deviate; then in the order of the document. */
  readonly requirements: readonly MatrixRow[];
  readonly observations: readonly ObservationRow[];
}
