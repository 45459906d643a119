import type { LowestState, StateOptions } from './state.ts';

/** Place of something among all that is judged: the key of its exchange, then its position in it. */
export interface Rank {
  /** Unique and ordered over all exchanges; live, the place in the plan. */
  readonly key: number;
  readonly at: number;
}

export function byRank(left: Rank, right: Rank): number {
  return left.key - right.key || left.at - right.at;
}

/**
 * The lowest few of what was added, in order. They do not depend on the order of adding, so merging two lists gives
 * what one list would hold.
 */
export class Lowest<Value> {
  private readonly most: number;
  private readonly kept: { readonly rank: Rank; readonly value: Value }[] = [];
  private bound = Number.POSITIVE_INFINITY;

  constructor(most: number) {
    this.most = most;
  }

  /** Nothing with a higher key is kept; it never rises. */
  get highestKey(): number {
    return this.bound;
  }

  /** Whether something of this rank would be kept. */
  takes(rank: Rank): boolean {
    const last = this.kept.at(-1);
    return this.kept.length < this.most || last === undefined || byRank(rank, last.rank) < 0;
  }

  add(rank: Rank, value: Value): void {
    if (!this.takes(rank)) return;
    let at = this.kept.length;
    while (at > 0 && byRank(rank, this.kept[at - 1]?.rank ?? rank) < 0) at -= 1;
    this.kept.splice(at, 0, { rank, value });
    if (this.kept.length > this.most) this.kept.pop();
    if (this.kept.length === this.most) this.bound = this.kept.at(-1)?.rank.key ?? this.bound;
  }

  /** @param most how many are written */
  state<Written>(
    { keyOf }: StateOptions,
    most: number,
    written: (value: Value) => Written,
  ): LowestState<Written> {
    return this.kept
      .slice(0, most)
      .map(({ rank, value }) => [keyOf(rank.key), rank.at, written(value)] as const);
  }

  take<Written>(state: LowestState<Written>, read: (written: Written, key: number) => Value): void {
    for (const [key, at, written] of state) this.add({ key, at }, read(written, key));
  }

  /** In order. */
  get entries(): readonly { readonly rank: Rank; readonly value: Value }[] {
    return this.kept;
  }

  get values(): readonly Value[] {
    return this.kept.map(({ value }) => value);
  }
}
