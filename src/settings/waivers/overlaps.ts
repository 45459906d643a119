import type { Requirement } from '../../model/requirement.ts';
import { standsFor, type Waiver } from '../../model/waiver.ts';

/** A sound entry of the file. */
export interface Entry {
  readonly waiver: Waiver;
  /** From 1. */
  readonly position: number;
  /** Offset into the file's text. */
  readonly at: number;
}

export interface Overlap {
  readonly entry: Entry;
  /** The earlier entry that covers the same. */
  readonly other: Entry;
  /** A requirement that both cover. */
  readonly id: string;
}

/** The entries that cover one requirement, by the value that they are narrowed to: one for any, or one for each. */
type Claims = Map<string | undefined, Entry>;

function rival(claims: Claims, { actual }: Waiver): Entry | undefined {
  if (actual === undefined) return [...claims.values()][0];
  return claims.get(undefined) ?? claims.get(actual);
}

/** Entries of which an earlier one covers the same: of two such, nobody could tell which is stale. */
export function overlapsOf(
  entries: readonly Entry[],
  requirements: readonly Requirement[],
): readonly Overlap[] {
  const claimed = new Map<string, Claims>(requirements.map(({ id }) => [id, new Map()]));
  return entries.flatMap((entry) => {
    const own = [...claimed].filter(([id]) => standsFor(entry.waiver.id, id));
    const taken = own.flatMap(([id, claims]): Overlap[] => {
      const other = rival(claims, entry.waiver);
      if (other !== undefined) return [{ entry, other, id }];
      claims.set(entry.waiver.actual, entry);
      return [];
    });
    return taken.slice(0, 1);
  });
}
