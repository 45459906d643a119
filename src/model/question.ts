import type { Exchange } from './exchange.ts';
import type { ReadExchange } from './reading.ts';
import type { OpenQuestion } from './report.ts';

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

/** Something that the document leaves open, and how an ordinary run may find it out. */
export interface Question extends OpenQuestion {
  /** The parts of it, in the order of evidence; one without it. */
  readonly parts?: readonly string[];
  /** Left out, instead of listed as not asked, where nothing was seen. */
  readonly onlyWhenSeen?: true;
  /** The operation whose exchanges show it; those of all without it. */
  readonly operation?: string;
  /** What an exchange shows; null where it has nothing to do with the question. Nothing ever does without it. */
  readonly see?: (read: ReadExchange) => readonly Sighting[] | null;
  /** In place of `see`: it shows the values at these places of successful responses, each place a part of it. */
  readonly places?: readonly string[];
  /** Of which exchanges it asks for values; of all without it. */
  readonly asksOf?: (exchange: Exchange) => boolean;
  /**
   * Given where it shows the same of all authorised responses that mean success, in which nothing was masked, and that have
   * one status and headers of the same names, and of the same values where this matches the name; and of all refusals for
   * which that holds, and whose bodies are the same text; unless it names the exchange.
   */
  readonly ofHead?: RegExp;
  /** The response in words; null where nothing can be said. */
  readonly say: (seen: Sightings) => string | null;
  /** Whether an operator would want to know it first. */
  readonly isProminent?: (read: ReadExchange) => boolean;
}
