import type { Evidence } from '../model/finding.ts';
import type { Observation } from '../model/report.ts';

/**
 * What a judge knows, as plain JSON, but for the requestIds, which are many: the part of a whole that is judged in
 * several places. Only keys tell how exchanges are ordered, so they have to be unique over all parts.
 */

/** How much of each is written; the rest is counted, as a judge does beyond its bounds. */
export interface StateLimits {
  /** Pieces of evidence of one requirement and verdict, and the same spread over all exchanges. */
  readonly evidence: number;
  /** Different deviating values of one requirement; where there are more, none is written. */
  readonly actuals: number;
  /** Different texts of one question. */
  readonly texts: number;
  /** Requests that are compared with the same request with other credentials. */
  readonly requests: number;
  /** Authorised requests without success. */
  readonly unanswered: number;
}

/** How a state is written: within these limits, and with keys that `keyOf` puts in place, in the same order. */
export interface StateOptions {
  readonly limits: StateLimits;
  readonly keyOf: (key: number) => number;
}

/** The lowest few: key, position in the exchange, value. */
export type LowestState<Value> = readonly (readonly [key: number, at: number, value: Value])[];

/** Hashes as hexadecimal numbers. Hashes from `bound` on were dropped; null where none was. */
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
  /** By id of the requirement; without those of which nothing is known. */
  readonly tallies: Readonly<Record<string, TallyState>>;
  /** By id of the question; without those of which nothing is known. */
  readonly questions: Readonly<Record<string, QuestionState>>;
  readonly refusals: RefusalsState;
  readonly same: SameAnswersState;
  readonly unanswered: LowestState<UnansweredState>;
}
