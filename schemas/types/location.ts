// Written by `npm run docs` from schemas/suite.

/** One of them. */
export interface Location {
  /** Id of a requirement, or the beginning of ids with * at its end. */
  readonly id: string;
  /** Path from the root of the repository, with / between its parts. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
}

/** A place in the service's own sources. */
export interface SourcePlace {
  /** Path from the root of the repository, with / between its parts. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}
