import type { Location, SourcePlace } from '../../schemas/types/location.ts';
import { standsFor } from './waiver.ts';

export type * from '../../schemas/types/location.ts';

/** The place of a requirement: of the entry that names it most closely; null where none does. */
export function placeIn(locations: readonly Location[], id: string): SourcePlace | null {
  const named = locations.filter((location) => standsFor(location.id, id));
  const [closest] = named.sort((left, right) => right.id.length - left.id.length);
  return closest === undefined ? null : { file: closest.file, line: closest.line ?? 1 };
}

/** The file in which places are given; findings without one point to it, as services of others have no file of ours. */
export const locationsName = 'conformance.locations.json';
