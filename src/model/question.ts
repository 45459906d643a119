import type { AnswerValue, OpenQuestion } from '../../schemas/types.ts';
import type { AnswerForm } from './answer.ts';
import type { ReadExchange } from './reading.ts';

/** Something that one exchange shows. */
export interface Sighting {
  readonly text: string;
  /** JSON Pointer into the response; the whole response without it. */
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

/**
 * How dangerous it is to ask. `passive`: it is read off exchanges that take place anyway; `refusal`: by requests that break
 * what the document states, which a sound service refuses; `write`: by requests that write, or may; `delete`: by requests that delete, or may; `never`: it
 * is not asked.
 */
export const askings = ['passive', 'refusal', 'write', 'delete', 'never'] as const;
export type Asking = (typeof askings)[number];

/** Something that the document leaves open, what an answer to it is, and how it may be found out. */
export interface Question extends OpenQuestion {
  readonly asks: Asking;
  /** What an answer is. */
  readonly form: AnswerForm;
  /** Whether an authorised request of its operation has to be served. Where none is, it could not be asked, which is never the answer no. */
  readonly needsServed?: true;
  /** Why it is never asked: of those that are not. */
  readonly never?: string;
  /** The parts of it, in the order of evidence; its places or one without it. */
  readonly parts?: readonly string[];
  /** Left out of what was not asked, where nothing was seen. */
  readonly onlyWhenSeen?: true;
  /** The operation whose exchanges show it; those of all without it. */
  readonly operation?: string;
  /** What an exchange shows; null where it has nothing to do with the question. Nothing ever does without it. */
  readonly see?: (read: ReadExchange) => readonly Sighting[] | null;
  /** In place of `see`: it shows the values at these places of successful responses, each place a part of it. */
  readonly places?: readonly string[];
  /** What was seen in words; null where nothing can be said. Without it, a set says its texts. */
  readonly say?: (seen: Sightings) => string | null;
  /** What was seen as an answer of the form; null where there is none. Without it, that of a set is its texts. */
  readonly answer?: (seen: Sightings) => AnswerValue | null;
  /** The parts that show the answer, each text of them once; all exchanges that have to do with it do without this. */
  readonly shownBy?: readonly string[];
  /** Whether an operator would want to know it first. */
  readonly isProminent?: (read: ReadExchange) => boolean;
}
