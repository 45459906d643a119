import type { JsonDocument } from '../json/json.ts';
import type { Exchange } from '../model/exchange.ts';

/** What a reader finds in a source. Numbers are of lines, or of entries of a HAR, from 1. */
export interface Taker {
  /** A value that may be an exchange. @param source gives it as it was written */
  readonly value: (value: unknown, number: number, source: () => JsonDocument) => void;
  /** An exchange that a run recorded. */
  readonly exchange: (exchange: Exchange, number: number) => void;
  /** A line of a log that is no exchange. */
  readonly other: () => void;
  /** What should have been read and could not. @param problem goes on after its place */
  readonly bad: (problem: string, number: number | null) => void;
}

/** Reads one source of one format, block by block. */
export interface Reader {
  /** @returns false where nothing more of the source can be read */
  readonly write: (block: Buffer) => boolean;
  readonly end: () => void;
}
