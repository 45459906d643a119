import { standsFor } from './waiver.ts';

/** Where in the service's own sources requirements are met: one entry of a file of locations. */
export interface Location {
  /** Id of a requirement, or the beginning of ids with `*` at its end. */
  readonly id: string;
  /** Path from the root of the repository, with `/` between its parts. */
  readonly file: string;
  /** From 1; the beginning of the file without it. */
  readonly line?: number;
}

/** A place in the service's own sources, as a report has it. */
export interface SourcePlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** The place of a requirement: of the entry that names it most closely; null where none does. */
export function placeIn(locations: readonly Location[], id: string): SourcePlace | null {
  const named = locations.filter((location) => standsFor(location.id, id));
  const [closest] = named.sort((left, right) => right.id.length - left.id.length);
  return closest === undefined ? null : { file: closest.file, line: closest.line ?? 1 };
}

/** The file in which places are given; findings without one point to it, as services of others have no file of ours. */
export const locationsName = 'conformance.locations.json';
