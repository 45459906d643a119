import type { Outcome } from './report.ts';
import type { Tool } from './tool.ts';

/** How a run against one of several targets ended. `fault`: the suite itself failed; `not-run`: nothing was sent. */
export type TargetOutcome = Outcome | 'fault' | 'not-run';

/** One of several targets, after its run. */
export interface TargetResult {
  readonly name: string;
  readonly baseUrl: string;
  readonly outcome: TargetOutcome;
  /** One sentence: the verdict of its report, or why there is no report. */
  readonly verdict: string;
  /** Null where it was not run. */
  readonly exitCode: 0 | 1 | 3 | 4 | null;
  /** How many requirements; null where there is no report. */
  readonly counts: { readonly deviate: number; readonly notChecked: number; readonly all: number } | null;
  /** The file to read first, from the folder for all targets: `staging/report.html`. Null where there is none. */
  readonly path: string | null;
}

/** The result of a run against several targets. */
export interface TargetsSummary {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly tool: Tool;
  /** In the order in which they were chosen. */
  readonly targets: readonly TargetResult[];
  /** The worst of all: 4 before 1, before 3, before 0. */
  readonly exitCode: 0 | 1 | 3 | 4;
}
