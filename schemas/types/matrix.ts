// Written by `npm run docs` from schemas/suite.
import type { Mismatch } from './comparison.ts';
import type { Outcome } from './report.ts';
import type { Facet } from './requirement.ts';

/** The verdict in one run. */
export interface Cell {
  readonly verdict: CellVerdict;
  /** Why it was not checked. */
  readonly reason?: string;
  /** Id of the requirement that this is because of. */
  readonly because?: string;
  /** Reason of the waiver. */
  readonly waiver?: string;
  /** What is wrong, where it deviates: the title of the problem that its report has it under. */
  readonly problem?: string;
  readonly seen?: Mismatch;
}

/** The verdict on a requirement in one run: out-of-scope where it was not selected, unknown where that version of the schemas does not have it. */
export type CellVerdict = 'conforms' | 'deviates' | 'waived' | 'not-exercised' | 'out-of-scope' | 'unknown';

/** broke and healed: since the last change; flickers: four changes or more, the last within ten runs. */
export type Course = 'conforms' | 'deviates' | 'broke' | 'healed' | 'flickers' | 'not-checked';

/** columns: the columns differ. time: other runs of a target do. consequence: not checked somewhere, just because of another one that differs. none: alike everywhere. */
export type Difference = 'columns' | 'time' | 'consequence' | 'none';

/** One requirement in all runs of one target. What is waived deviates all the same. */
export interface History {
  /** One of targets. */
  readonly target: string;
  /** broke and healed: since the last change; flickers: four changes or more, the last within ten runs. */
  readonly course: Course;
  /** Runs that checked it. */
  readonly checked: number;
  /** Those of them in which it deviates. */
  readonly deviates: number;
  /** How often it changed between conforming and deviating; runs that did not check it are passed over. */
  readonly flips: number;
  /** The first run in which it deviates; null where it never does. */
  readonly firstSeen: number | null;
  /** The last such run. */
  readonly lastSeen: number | null;
  /** The first of the runs with the same verdict as the last one; null where it never changed. */
  readonly since: number | null;
  /** How many runs have its present verdict since its last change, of those that checked it. */
  readonly lasting: number;
  /** What is wrong, where it last deviates: the title of the problem that its report has it under. */
  readonly problem?: string;
  /** The first place of its last deviation; null where it never deviates. */
  readonly seen: Mismatch | null;
  /** Since when it is not checked any more, and why; null where the last run that reached anything checked it, or none did. */
  readonly unchecked: Unchecked | null;
  /** Runs of the target, one after another, with the same verdict. */
  readonly stretches: readonly Stretch[];
}

/** Requirements across targets or runs, and the history of each, format version 1. Keys are in the order of this schema. */
export interface Matrix {
  /** Rises when a reader of the former version would misread this one. */
  readonly formatVersion: 1;
  /** targets: a column is the last run of a target. runs: it is a run, of those that reached anything. */
  readonly columnsAre: 'targets' | 'runs';
  /** The result. */
  readonly sentence: string;
  /** What a reader should know before trusting a difference, one sentence each. */
  readonly notes: readonly string[];
  /** Names of the configuration, of others the base URLs, and the name of the embedded service. */
  readonly targets: readonly string[];
  /** The state of each target, and since when it has it. */
  readonly courses: readonly TargetCourse[];
  /** Operations of the document. */
  readonly operations: readonly {
    /** Its name, as requirements have it. */
    readonly name: string;
    /** HTTP method. */
    readonly method: string;
  }[];
  /** All reports, the oldest first. */
  readonly runs: readonly MatrixRun[];
  /** Places in runs. */
  readonly columns: readonly number[];
  /** What differs first, in it what deviates; then in the order of the document. */
  readonly requirements: readonly MatrixRow[];
  /** Open questions that the columns answer differently. */
  readonly observations: readonly ObservationRow[];
}

/** One requirement. */
export interface MatrixRow {
  /** Permanent id. */
  readonly id: string;
  /** Name of the operation. */
  readonly operation: string;
  /** What the requirement is about; absent for responses. */
  readonly side?: 'request';
  /** JSON Pointer with * for each element; null for the whole response. */
  readonly place: string | null;
  /** What is looked at. */
  readonly facet: Facet;
  /** How firmly the document supports it. */
  readonly strength: 'stated' | 'shown';
  /** Section of the document. */
  readonly section: string;
  /** The requirement in words. */
  readonly statement: string;
  /** columns: the columns differ. time: other runs of a target do. consequence: not checked somewhere, just because of another one that differs. none: alike everywhere. */
  readonly difference: Difference;
  /** One for each column. */
  readonly cells: readonly Cell[];
  /** One for each target. */
  readonly histories: readonly History[];
}

/** One report. */
export interface MatrixRun {
  /** Id of the run. */
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The build that it judged; null where it was not set. */
  readonly label: string | null;
  /** Name in the configuration, else the base URL, or the name of the embedded service. */
  readonly target: string;
  /** Base URL of the service. */
  readonly baseUrl: string;
  /** What its report concludes, one sentence. */
  readonly verdict: string;
  /** Who has to act, one sentence. */
  readonly act: string;
  /** What comes next, one sentence. */
  readonly next: string;
  /** Name and version of what wrote the report. */
  readonly tool: string;
  /** SHA-256 of the schemas. */
  readonly schemas: string;
  /** Of the run. */
  readonly outcome: Outcome;
  /** Of the run. */
  readonly exitCode: 0 | 1 | 3;
  /** The decisive reason of its outcome. */
  readonly reason: string;
  /** Ended before its plan was. */
  readonly cut: boolean;
  /** How many requirements it checked; 0 for a run that reached nothing, such as one whose token was refused. */
  readonly checked: number;
  /** The page of this report, a relative URL from the folder of the matrix; null where there is none. */
  readonly page: string | null;
}

/** One question. */
export interface ObservationRow {
  /** Permanent id. */
  readonly id: string;
  /** The question. */
  readonly question: string;
  /** Section of the document. */
  readonly section: string;
  /** One for each column; null where a run has none. */
  readonly answers: readonly (string | null)[];
}

/** The outcome of these runs; nothing if they checked no requirement at all. */
export type RunState = 'conforms' | 'stale-waivers' | 'deviates' | 'incomplete' | 'nothing';

/** Runs of one target with the same result. A run that checked less does not end it. */
export interface RunStretch {
  /** The outcome of these runs; nothing if they checked no requirement at all. */
  readonly state: RunState;
  /** Place of a run in runs, from 0. */
  readonly since: number;
  /** How many runs have it. */
  readonly runs: number;
  /** Whether it may have begun before the first run. */
  readonly isOpen: boolean;
}

/** One stretch. */
export interface Stretch {
  readonly verdict: CellVerdict;
  /** The first of them. */
  readonly first: number;
  /** How many. */
  readonly runs: number;
}

/** One target. */
export interface TargetCourse {
  /** As in targets. */
  readonly target: string;
  /** The same in words. */
  readonly sentence: string;
  /** The last one; if it is of incomplete runs, also the last one of complete runs. */
  readonly stretches: readonly RunStretch[];
}

/** Since when it is not checked any more, and why; null where the last run that reached anything checked it, or none did. */
export interface Unchecked {
  /** Place of a run in runs, from 0. */
  readonly since: number;
  /** Why it was not checked. */
  readonly reason?: string;
  /** Id of the requirement that this is because of. */
  readonly because?: string;
  /** Reason of the waiver. */
  readonly waiver?: string;
}
