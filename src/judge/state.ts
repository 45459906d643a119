import type { LowestState, SampleState } from '../bounded/state.ts';
import type { Evidence } from '../model/finding.ts';
import type { QuestionStates } from '../questions/observations.ts';

/**
 * What a judge knows, as plain JSON, but for the requestIds, which are many: the part of a whole that is judged in
 * several places. Only keys tell how exchanges are ordered, so they have to be unique over all parts.
 */

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
  readonly questions: QuestionStates;
  readonly refusals: RefusalsState;
  readonly same: SameAnswersState;
  readonly unanswered: LowestState<UnansweredState>;
}
