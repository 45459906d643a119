import type { Evidence } from '../model/finding.ts';
import type { Observation } from '../model/report.ts';

/**
 * What a judge knows, as plain JSON: the part of a whole that is judged in several places. Only keys tell how exchanges
 * are ordered, so they have to be unique over all parts.
 */

/** How much of it is written: what is beyond is counted, as beyond the bounds of a judge. */
export interface StateLimits {
  /** Pieces of evidence of one requirement and verdict, and the same spread over all exchanges. */
  readonly evidence: number;
  /** Different values that deviate of one requirement; more of them, and none is written. */
  readonly actuals: number;
  /** Different texts of one question. */
  readonly texts: number;
  /** Requests that are compared with their twins. */
  readonly requests: number;
  /** Authorised requests without success. */
  readonly unanswered: number;
}

/** How a state is written: so much, and with other keys in the same order. */
export interface StateOptions {
  readonly limits: StateLimits;
  readonly keyOf: (key: number) => number;
}

/** The lowest few: key, position in the exchange, value. */
export type LowestState<Value> = readonly (readonly [key: number, at: number, value: Value])[];

/** Hashes as hexadecimal, those from the bound on are not kept; null where all are. */
export interface SampleState<Value> {
  readonly bound: string | null;
  readonly kept: readonly (readonly [hash: string, value: Value])[];
}

export interface PlacesState {
  readonly count: number;
  readonly evidence: LowestState<Evidence>;
  readonly spread: LowestState<Evidence>;
}

export interface WhyState {
  readonly reason: string;
  readonly because?: string;
}

export interface TallyState {
  readonly conforms: number;
  readonly deviates: number;
  readonly notExercised: number;
  readonly places: { readonly conforms: PlacesState; readonly deviates: PlacesState };
  readonly actuals: readonly string[] | null;
  /** Id of the cause, empty for none, and the number of exchanges. */
  readonly causes: readonly (readonly [because: string, exchanges: number])[];
  readonly explained: LowestState<WhyState>;
  readonly unexplained: LowestState<WhyState>;
}

export interface TextState {
  readonly text: string;
  readonly part: string;
  readonly count: number;
  readonly key: number;
  readonly at: number;
}

export interface QuestionState {
  readonly exchanges: number;
  readonly prominent: boolean;
  readonly texts: SampleState<TextState>;
  readonly places: Readonly<Record<string, LowestState<Observation['evidence'][number]>>>;
}

export interface RefusedState {
  readonly count: number;
  readonly first: LowestState<{ readonly exchange: string; readonly described: string }>;
}

export interface TwinsState {
  readonly served: boolean;
  readonly broken: string | null;
  /** By id of the requirement. */
  readonly refused: Readonly<Record<string, RefusedState>>;
}

export interface RefusalsState {
  readonly byRequest: SampleState<TwinsState>;
  readonly forgotten: TwinsState;
}

export interface SameAnswersState {
  readonly answer: string | null;
  readonly isSame: boolean;
  readonly unauthorised: boolean;
  readonly reason: string | null;
}

export interface UnansweredState {
  readonly exchange: string;
  readonly operation: string;
  readonly isDeviation: boolean;
  readonly reason: string;
  readonly hint: string | null;
}

export interface JudgeState {
  /** By id of the requirement; those of which nothing is known are left out. */
  readonly tallies: Readonly<Record<string, TallyState>>;
  /** By id of the question; likewise. */
  readonly questions: Readonly<Record<string, QuestionState>>;
  readonly refusals: RefusalsState;
  readonly same: SameAnswersState;
  readonly unanswered: LowestState<UnansweredState>;
}
