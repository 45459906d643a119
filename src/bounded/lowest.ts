/** Something with the key of its exchange, which is unique and ordered over all, and its position in it. */
export type LowestEntry<Value> = readonly [key: number, at: number, value: Value];

/** In order. */
export type LowestState<Value> = readonly LowestEntry<Value>[];

function isLower([key, at]: LowestEntry<unknown>, [otherKey, otherAt]: LowestEntry<unknown>): boolean {
  return key < otherKey || (key === otherKey && at < otherAt);
}

/** Puts an entry in its place among the lowest few, if it is one of them. */
export function addLowest<Value>(kept: LowestEntry<Value>[], most: number, entry: LowestEntry<Value>): void {
  let place = kept.length;
  while (place > 0 && isLower(entry, kept[place - 1] ?? entry)) place -= 1;
  if (place === most) return;
  kept.splice(place, 0, entry);
  if (kept.length > most) kept.pop();
}

/** The lowest few of what was added, in order. They do not depend on the order of adding. */
export class Lowest<Value> {
  private readonly most: number;
  private readonly kept: LowestEntry<Value>[] = [];
  private bound = Number.POSITIVE_INFINITY;

  constructor(most: number) {
    this.most = most;
  }

  /** Nothing with a higher key is kept; it never rises. */
  get highestKey(): number {
    return this.bound;
  }

  /** Whether something would be kept. */
  takes(key: number, at = 0): boolean {
    const last = this.kept.at(-1);
    return this.kept.length < this.most || last === undefined || isLower([key, at, null], last);
  }

  add(key: number, value: Value, at = 0): void {
    if (key > this.bound) return;
    addLowest(this.kept, this.most, [key, at, value]);
    if (this.kept.length === this.most) this.bound = this.kept.at(-1)?.[0] ?? this.bound;
  }

  get state(): LowestState<Value> {
    return this.kept;
  }

  take(state: LowestState<Value>): void {
    for (const [key, at, value] of state) this.add(key, value, at);
  }

  get values(): readonly Value[] {
    return this.kept.map(([, , value]) => value);
  }
}
