import type { Shape } from './state.ts';

/** Something with the key of its exchange, which is unique and ordered over all, and its position in it. */
export type LowestEntry<Value> = readonly [key: number, at: number, value: Value];

/** The lowest few of what was added, in order. They do not depend on the order of adding. */
export type Lowest<Value> = LowestEntry<Value>[];

function isLower([key, at]: LowestEntry<unknown>, [otherKey, otherAt]: LowestEntry<unknown>): boolean {
  return key < otherKey || (key === otherKey && at < otherAt);
}

/** Puts an entry in its place among the lowest few, if it is one of them. */
export function addLowest<Value>(kept: Lowest<Value>, most: number, entry: LowestEntry<Value>): void {
  let place = kept.length;
  while (place > 0 && isLower(entry, kept[place - 1] ?? entry)) place -= 1;
  if (place === most) return;
  kept.splice(place, 0, entry);
  if (kept.length > most) kept.pop();
}

/** Whether something would be kept. */
export function takesLowest(kept: Lowest<unknown>, most: number, key: number, at = 0): boolean {
  const last = kept.at(-1);
  return kept.length < most || last === undefined || key < last[0] || (key === last[0] && at < last[1]);
}

/** Nothing with a higher key is kept; it never rises. */
export function highestKey(kept: Lowest<unknown>, most: number): number {
  return kept[most - 1]?.[0] ?? Number.POSITIVE_INFINITY;
}

export function valuesOf<Value>(kept: Lowest<Value>): readonly Value[] {
  return kept.map(([, , value]) => value);
}

export function lowest<Value>(most: number): Shape<Lowest<Value>> {
  return {
    empty: () => [],
    merge: (into, from) => {
      for (const entry of from) addLowest(into, most, entry);
      return into;
    },
  };
}
