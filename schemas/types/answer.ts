// Written by `npm run docs` from schemas/suite.

/** What is known of the questions that the document leaves open, format version 1. What a schema cannot say is checked when the file is read: that an id names a question, and that an answer has the form of its question. */
export interface AnswersFile {
  /** Rises when a reader of the former version would misread this one. */
  readonly formatVersion: 1;
  /** What conformance explore found, by id of the question: every question, sorted. */
  readonly found: FoundAnswers;
  /** What a team declares, by id of the question: conformance explore --accept moves it here. */
  readonly declared: DeclaredAnswers;
}

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

/** An answer: a word out of a few, a set of texts, or a limit between two numbers. */
export type AnswerValue = string | readonly string[] | Bound;

export interface Bound {
  /** Null where nothing was accepted. */
  readonly largestAccepted: number | null;
  /** Null where nothing was refused. */
  readonly smallestRefused: number | null;
}

/** An answer that a team declares. */
export interface DeclaredAnswer {
  readonly answer: AnswerValue;
  /** A team declares it. */
  readonly basis: 'declared';
  /** How many sightings show it, or another answer. */
  readonly seen: number;
  /** How many sightings show it, or another answer. */
  readonly contrary: number;
  /** The day since which it is known: YYYY-MM-DD. */
  readonly since: string;
  /** SHA-256 of the contract under which it was found, hexadecimal. */
  readonly contract: string;
  /** Ids of exchanges that show it. */
  readonly requests: readonly string[];
}

/** What a team declares, by id of the question: conformance explore --accept moves it here. */
export interface DeclaredAnswers {
  readonly [name: string]: DeclaredAnswer;
}

/** What conformance explore found, by id of the question: every question, sorted. */
export interface FoundAnswers {
  readonly [name: string]: ObservedAnswer | NoAnswer;
}

/** A question without an answer. */
export interface NoAnswer {
  /** There is none. */
  readonly answer: null;
  /** Why there is none: never asked, could not be asked with its cause, or answers differed. */
  readonly why: string;
  /** The answers that differ, the one that was seen last at the end. */
  readonly answers?: readonly {
    readonly answer: AnswerValue;
    /** How many sightings show it, or another answer. */
    readonly seen: number;
    /** The day since which it is known: YYYY-MM-DD. */
    readonly since: string;
    /** SHA-256 of the contract under which it was found, hexadecimal. */
    readonly contract: string;
    /** Ids of exchanges that show it. */
    readonly requests: readonly string[];
  }[];
}

/** An answer that was found. */
export interface ObservedAnswer {
  readonly answer: AnswerValue;
  /** It was seen. */
  readonly basis: 'observed';
  /** How many sightings show it, or another answer. */
  readonly seen: number;
  /** How many sightings show it, or another answer. */
  readonly contrary: number;
  /** The day since which it is known: YYYY-MM-DD. */
  readonly since: string;
  /** SHA-256 of the contract under which it was found, hexadecimal. */
  readonly contract: string;
  /** Ids of exchanges that show it. */
  readonly requests: readonly string[];
}
