// Written by `npm run docs` from schemas/suite.
import type { DeclaredAnswers } from './answer.ts';
import type { Exchange, Probe } from './exchange.ts';
import type { PlannedRequest, ReportTarget, RunOptions, Scope } from './report.ts';
import type { Tool } from './tool.ts';
import type { Waiver } from './waiver.ts';

/** One of them. */
export interface Gap {
  /** Name of an operation of the contract, such as put or delete. */
  readonly operation: string;
  /** Why, in words. */
  readonly reason: string;
  /** The variable of the setting that mends it, or two of which either does. */
  readonly setting: string;
  /** Whether that setting is set, and has to be corrected. */
  readonly isSet: boolean;
}

/** One line of exchanges.ndjson, format version 1. What a schema cannot say is checked when the file is read: that the run is the first line and the only one of its kind, and that each other line is about a request of its plan, at most one line of each kind for each request. */
export type JournalLine = {
  /** Kind of the line. */
  readonly line: 'run';
  /** Rises when a reader of the former version would misread this one. */
  readonly formatVersion: 1;
  readonly header: RecordingHeader;
} | {
  /** Kind of the line. */
  readonly line: 'intent';
  readonly probe: Probe;
  /** The whole URL. */
  readonly url: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
} | {
  /** Kind of the line. */
  readonly line: 'exchange';
  readonly exchange: Exchange;
} | {
  /** Kind of the line. */
  readonly line: 'unsent';
  /** The request, and why. */
  readonly unsent: Unsent;
} | {
  /** Kind of the line. */
  readonly line: 'end';
  /** Milliseconds. */
  readonly durationMs: number;
  /** True when the run ended before its plan did. */
  readonly cut: boolean;
};

/** The run, and how it was started. */
export interface RecordingHeader {
  /** Id of the run; requests carry it in their User-Agent. */
  readonly runId: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  readonly tool: Tool;
  readonly target: ReportTarget;
  readonly options: RunOptions;
  readonly scope: Scope;
  /** Requests as planned. */
  readonly plan: readonly PlannedRequest[];
  /** Operations in scope for which nothing could be planned. */
  readonly gaps: readonly Gap[];
  /** Where people read it; absent where it was not set. */
  readonly documentUrl?: string;
  /** Deviations that the operator accepts, so that judging anew gives the same report; absent for none. */
  readonly waivers?: readonly Waiver[];
  /** The build of the service that was judged; absent where it was not set. */
  readonly label?: string;
  /** Answers to open questions that are declared, for the same reason; absent for none. */
  readonly answers?: DeclaredAnswers;
}

/** The request, and why. */
export interface Unsent {
  /** Name of a planned request. */
  readonly probe: string;
  /** Name of an operation of the contract, such as put or delete. */
  readonly operation: string;
  /** Why, in words. */
  readonly reason: string;
  /** The exchange that was served without proper credentials and so took its place; null for any other reason. */
  readonly servedBy: string | null;
}
