import type { AnswerValue, DeclaredAnswer, ObservedAnswer } from '../../schemas/types.ts';

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
  | { readonly kind: 'bound'; readonly from: number; readonly to: number };

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
  /** How many sightings show the answer; 0 where there is none. */
  readonly seen: number;
  /** Ids of exchanges that show it, `mostRequests` at most. */
  readonly requests: readonly string[];
}

/** An answer with what it rests on. */
export type Answer = ObservedAnswer | DeclaredAnswer;

/** The name of the file of answers, where nobody names another. */
export const answersName = 'conformance.answers.json';
