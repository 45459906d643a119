// Written by `npm run docs` from schemas/suite.

/** A declared answer that is contradicted or was not seen, or an answer that is not declared. */
export interface AnswerFinding {
  /** Id of the question. */
  readonly id: string;
  /** Null where nothing is declared. */
  readonly declared: null | AnswerValue;
  /** Null where nothing was seen. */
  readonly seen: null | AnswerValue;
  /** Ids of exchanges that show it. */
  readonly requests: readonly string[];
  /** Which of the three it is. */
  readonly kind: 'declared-not-seen' | 'seen-not-declared' | 'contradicted';
}

/** An answer: a word out of a few, a set of texts, a limit between two numbers, or an inferred schema. */
export type AnswerValue = string | readonly string[] | Bound | InferredSchema;

export interface Bound {
  /** Null where nothing was accepted. */
  readonly largestAccepted: number | null;
  /** Null where nothing was refused. */
  readonly smallestRefused: number | null;
}

/** A JSON Schema of what was seen: types, members and elements. */
export interface InferredSchema {
  /** One type, or several. */
  readonly type: string | readonly string[];
  /** Members of an object. */
  readonly properties?: {
    readonly [name: string]: InferredSchema;
  };
  /** Members that were always there. */
  readonly required?: readonly string[];
  /** Elements of an array. */
  readonly items?: InferredSchema;
}
