import { hash } from 'node:crypto';
import type { Shape } from './state.ts';

/**
 * The first 64 bits of SHA-256, in hexadecimal digits: two of a million different texts have the same by a chance of 3 in 100
 * million. Halves of surrogate pairs are told apart.
 */
export function hashOf(text: string): string {
  return hash('sha256', text.isWellFormed() ? text : JSON.stringify(text), 'hex').slice(0, 16);
}

/**
 * Values by the hash of their name, up to a limit: those with the lowest hashes. A value that is kept was kept from its
 * first addition on, in any order of adding and merging, so what is counted in it is exact. As many again are kept until
 * they are reduced, so that they are sorted rarely.
 */
export interface Sample<Value> {
  /** Hashes from here on were dropped; null where none was. */
  bound: string | null;
  /** In JSON an array of pairs. */
  kept: Map<string, Value>;
  /** What was dropped, merged; only where somebody asks for it. */
  dropped?: Value;
}

/** @param keepsDropped whether what was dropped is merged, and kept */
export function sample<Value>(most: number, of: Shape<Value>, keepsDropped = false) {
  const drop = (into: Sample<Value>, value: Value) => {
    if (keepsDropped) into.dropped = of.merge(into.dropped ?? of.empty(), value);
  };
  const lower = (into: Sample<Value>, bound: string | null) => {
    if (bound === null || (into.bound !== null && into.bound <= bound)) return;
    into.bound = bound;
    for (const [hash, value] of into.kept)
      if (hash >= bound) {
        into.kept.delete(hash);
        drop(into, value);
      }
  };
  /** Drops what is beyond the limit; before anybody reads what is kept. */
  const reduce = (into: Sample<Value>) => {
    if (into.kept.size > most) lower(into, [...into.kept.keys()].sort()[most] ?? null);
    return into;
  };
  const add = (into: Sample<Value>, hash: string, value: Value) => {
    if (into.bound !== null && hash >= into.bound) return drop(into, value);
    const known = into.kept.get(hash);
    const made = of.merge(known ?? of.empty(), value);
    if (made !== known) into.kept.set(hash, made);
    if (into.kept.size > 2 * most) reduce(into);
  };
  return {
    empty: (): Sample<Value> => ({ bound: null, kept: new Map() }),
    merge: (into: Sample<Value>, { bound, kept, dropped }: Sample<Value>) => {
      lower(into, bound);
      for (const [hash, value] of kept) add(into, hash, value);
      if (dropped !== undefined) drop(into, dropped);
      return into;
    },
    add,
    reduce,
  };
}
