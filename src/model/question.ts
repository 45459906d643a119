import type { ReadExchange } from './answer.ts';
import type { OpenQuestion } from './report.ts';

/** Something that one exchange shows. */
export interface Seen {
  readonly text: string;
  /** JSON Pointer into the answer; the whole answer without it. */
  readonly pointer?: string;
  /** Which part of the question it answers; the only one without it. */
  readonly part?: string;
}

/** A text that was seen, and in how many places. */
export interface SeenText {
  readonly text: string;
  readonly count: number;
}

/** What all exchanges together show. */
export interface Sightings {
  /** Exchanges that have to do with the question. */
  readonly exchanges: number;
  /** The different texts of a part, in the order in which they were first seen. */
  of(part?: string): readonly SeenText[];
  /** Whether there were more different texts than are kept. */
  readonly isPartial: boolean;
}

/** What a question asks of answers that mean success, for those that are at hand as plain values. */
export type AskedOfPlain =
  | {
      /** It shows the values at these places, each place a part of it. */
      readonly places: readonly string[];
    }
  | {
      /** It shows these texts where a member is not documented, and nothing elsewhere. @param answer as JSON.parse gives it */
      readonly further: (answer: unknown) => readonly string[];
    };

/** Something that the document leaves open, and how an ordinary run may find it out. */
export interface Question extends OpenQuestion {
  /** The parts of it, in the order of evidence; one without it. */
  readonly parts?: readonly string[];
  /** Left out, instead of listed as not asked, where nothing was seen. */
  readonly onlyWhenSeen?: true;
  /** The operation whose exchanges show it; those of all without it. */
  readonly operation?: string;
  /** What an exchange shows; null where it has nothing to do with the question. Nothing ever does without it. */
  readonly see?: (read: ReadExchange) => readonly Seen[] | null;
  /** The same as `see`, where the answer is at hand as a plain value. */
  readonly ofPlain?: AskedOfPlain;
  /**
   * Given where it shows the same of all authorised answers that mean success, in which nothing was masked, and that have
   * one status and headers of the same names, and of the same values where this matches the name; and of all refusals for
   * which that holds, and whose bodies are the same text; unless it names the exchange.
   */
  readonly ofHead?: RegExp;
  /** The answer in words; null where nothing can be said. */
  readonly say: (seen: Sightings) => string | null;
  /** Whether an operator would want to know it first. */
  readonly isProminent?: (read: ReadExchange) => boolean;
}
