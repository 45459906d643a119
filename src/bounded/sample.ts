import { hash } from 'node:crypto';
import type { SampleState } from './state.ts';

/** The first 64 bits: two of a million different texts have the same by a chance of 3 in 100 million. */
export function hashOf(text: string): bigint {
  return BigInt(`0x${hash('sha256', text, 'hex').slice(0, 16)}`);
}

/** FNV-1a, a unit at a time. */
export function nextHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/**
 * A hash of 32 bits (FNV-1a) of a part of a text, for what needs no more than an order that has nothing to do with it.
 * @param looked characters that it looks at
 */
export function quickHash(text: string, seed = 0x811c9dc5, looked = 64): number {
  const step = Math.ceil(text.length / looked);
  let hash = seed;
  for (let at = 0; at < text.length; at += step) hash = nextHash(hash, text.charCodeAt(at));
  return hash >>> 0;
}

/** The hash of a name in a sample: what is quick to find goes first and says whether the rest is needed at all. */
export function sampleHash(quick: number, name: string): bigint {
  return (BigInt(quick) << 64n) | hashOf(name);
}

/**
 * Values by name, up to a limit: those whose names have the lowest hashes. A value that is kept was kept from its first
 * addition on, in any order of adding and merging, so what is counted in it is exact.
 */
export class Sample<Value> {
  private readonly most: number;
  private readonly fresh: () => Value;
  private readonly merged: (into: Value, from: Value) => Value;
  private readonly kept = new Map<bigint, Value>();
  /** The hashes of what is kept, the lowest first. */
  private readonly order: bigint[] = [];
  /** Hashes from here on are not kept; null while all are. */
  private bound: bigint | null = null;
  /** What the bound begins with. */
  private highestQuick = Number.POSITIVE_INFINITY;

  /**
   * @param fresh an empty value
   * @param merged adds to the first what the second holds, and returns the first; the second stays as it is
   */
  constructor(most: number, fresh: () => Value, merged: (into: Value, from: Value) => Value) {
    this.most = most;
    this.fresh = fresh;
    this.merged = merged;
  }

  /** Whether there were more names than are kept. */
  get isPartial(): boolean {
    return this.bound !== null;
  }

  /** Whether a name that begins with this quick hash may be kept: for most of many names the other hash is not needed. */
  mayTake(quick: number): boolean {
    return quick <= this.highestQuick;
  }

  get(hash: bigint): Value | undefined {
    return this.kept.get(hash);
  }

  /** @returns the values that are no longer kept, or were not taken: the value itself, or those of other names */
  add(hash: bigint, value: Value): readonly Value[] {
    if (this.bound !== null && hash >= this.bound) return [value];
    const known = this.kept.get(hash);
    this.kept.set(hash, this.merged(known ?? this.fresh(), value));
    if (known === undefined) this.order.splice(this.placeOf(hash), 0, hash);
    if (this.order.length <= this.most) return [];
    return this.dropFrom(this.order.at(-1) ?? hash);
  }

  /** How many of the hashes are lower. */
  private placeOf(hash: bigint): number {
    let low = 0;
    let high = this.order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.order[middle] ?? hash) < hash) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private dropFrom(bound: bigint): readonly Value[] {
    this.bound = bound;
    this.highestQuick = Number(bound >> 64n);
    return this.order.splice(this.placeOf(bound)).map((hash) => {
      const value = this.kept.get(hash) as Value;
      this.kept.delete(hash);
      return value;
    });
  }

  /** @param most how many are written: those with the lowest hashes */
  state<Written>(most: number, written: (value: Value) => Written): SampleState<Written> {
    const bound = this.order[most] ?? this.bound;
    const kept = this.order.slice(0, most).map((hash) => {
      return [hash.toString(16), written(this.kept.get(hash) as Value)] as const;
    });
    return { bound: bound?.toString(16) ?? null, kept };
  }

  /** What is beyond the number that is written. */
  beyond(most: number): readonly Value[] {
    return this.order.slice(most).map((hash) => this.kept.get(hash) as Value);
  }

  /** @returns what is not kept any more, or not taken */
  take<Written>({ bound, kept }: SampleState<Written>, read: (written: Written) => Value): readonly Value[] {
    const dropped = bound === null ? [] : this.lower(BigInt(`0x${bound}`));
    return [...dropped, ...kept.flatMap(([hash, value]) => this.add(BigInt(`0x${hash}`), read(value)))];
  }

  private lower(bound: bigint): readonly Value[] {
    if (this.bound !== null && this.bound <= bound) return [];
    return this.dropFrom(bound);
  }

  values(): Iterable<Value> {
    return this.kept.values();
  }
}
