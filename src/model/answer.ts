import type { AnswerValue } from '../../schemas/types/answer.ts';

export type * from '../../schemas/types/answer.ts';

/**
 * What is known of a question that the document leaves open. An answer is a value of a closed form, with what shows it.
 * It is never a verdict.
 */

/** What an answer may be. */
export type AnswerForm =
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  /** Different texts, sorted: statuses, names, values. */
  | { readonly kind: 'set' }
  /** A limit that lies between two numbers; both are looked for from `from` to `to`, inclusive. */
  | { readonly kind: 'bound'; readonly from: number; readonly to: number }
  /** An inferred JSON Schema. */
  | { readonly kind: 'schema' };

/** Ids of exchanges that are kept for an answer. */
export const mostRequests = 20;
/** Different answers that are kept of one question whose answers differ, and texts in one answer. */
export const mostAnswers = 20;
export const mostTexts = 100;
/** Characters of one text of an answer. */
export const longestText = 200;

/** Why there is no answer, in the words of every file and report; `could not be asked` is followed by its cause. */
export const whyNot = {
  neverAsked: 'never asked',
  differed: 'answers differed',
  couldNotBeAsked: (cause: string) => `could not be asked: ${cause}`,
} as const;

/** What was seen of one question at one time: by a run, in traffic, or by asking. */
export interface SeenAnswer {
  readonly id: string;
  /** Null where there is none. */
  readonly answer: AnswerValue | null;
  /** Why there is none. */
  readonly why?: string;
  /** The answers that differ, where that is why. */
  readonly answers?: readonly AnswerValue[];
  /** How many sightings show the answer; 0 where there is none. */
  readonly seen: number;
  /** Ids of exchanges that show it, `mostRequests` at most. */
  readonly requests: readonly string[];
}

/** An answer with what it rests on. */
export interface Answer {
  readonly answer: AnswerValue;
  readonly basis: 'observed' | 'declared';
  /** How many sightings show it. */
  readonly seen: number;
  /** How many sightings showed another one. */
  readonly contrary: number;
  /** The day since which it is known, ISO 8601. */
  readonly since: string;
  /** Digest of the contract under which it was found. */
  readonly contract: string;
  readonly requests: readonly string[];
}

/** A question without an answer. */
export interface NoAnswer {
  readonly answer: null;
  readonly why: string;
  /** Where answers differed: each of them. */
  readonly answers?: readonly Omit<Answer, 'basis' | 'contrary'>[];
}

/** By id of the question; of each question of the contract. */
export type FoundAnswers = Readonly<Record<string, Answer | NoAnswer>>;

/** What a team declares, by id of the question. */
export type DeclaredAnswers = Readonly<Record<string, Answer>>;

/** `conformance.answers.json`, `formatVersion` 1; its schema is schemas/suite/answers.schema.json. */
export interface AnswersFile {
  readonly formatVersion: 1;
  readonly found: FoundAnswers;
  readonly declared: DeclaredAnswers;
}

/** The name of that file, where nobody names another. */
export const answersName = 'conformance.answers.json';
