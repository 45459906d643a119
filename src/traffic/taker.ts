import type { JsonDocument } from '../json/json.ts';
import type { Exchange } from '../model/exchange.ts';

/** Takes what a reader finds in a source. Numbers count lines, or entries of a HAR, from 1. */
export interface Taker {
  /** A value that may be an exchange. @param source gives its text */
  readonly value: (value: unknown, number: number, source: () => JsonDocument) => void;
  /** An exchange that a run recorded. */
  readonly exchange: (exchange: Exchange, number: number) => void;
  /** A line of a log that is no exchange. */
  readonly other: () => void;
  /** An entry that could not be read. @param problem continues after its place */
  readonly bad: (problem: string, number: number | null) => void;
}

/** Reads one source of one format, block by block. */
export interface Reader {
  /** @returns false where no more of the source can be read */
  readonly write: (block: Buffer) => boolean;
  readonly end: () => void;
}
