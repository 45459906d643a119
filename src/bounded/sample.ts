import { hash } from 'node:crypto';

/** The first 64 bits, in hexadecimal digits: two of a million different texts have the same by a chance of 3 in 100 million. */
export function hashOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 16);
}

/**
 * A hash of 32 bits (FNV-1a) of a part of a text, for what needs no more than an order that has nothing to do with it.
 * @param characters that it looks at
 */
export function quickHash(text: string, seed = 0x811c9dc5, characters = 64): number {
  const step = Math.ceil(text.length / characters);
  let hash = seed;
  for (let at = 0; at < text.length; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The hash of a name in a sample: what is quick to find goes first and says whether the rest is needed at all. */
export function sampleHash(quick: number, name: string): string {
  return quick.toString(16).padStart(8, '0') + hashOf(name);
}

/** Hashes from `bound` on were dropped; null where none was. */
export interface SampleState<Value> {
  readonly bound: string | null;
  readonly kept: readonly (readonly [hash: string, value: Value])[];
}

/**
 * Values by the hash of their name, up to a limit: those with the lowest hashes. A value that is kept was kept from its
 * first addition on, in any order of adding and taking, so what is counted in it is exact. As many again are kept until
 * somebody asks, so that they are sorted rarely.
 */
export class Sample<Value> {
  private readonly most: number;
  private readonly merged: (known: Value | undefined, added: Value) => Value;
  private readonly drop: (value: Value) => void;
  private readonly kept = new Map<string, Value>();
  private bound: string | null = null;
  /** What the bound begins with. */
  private highestQuick = Number.POSITIVE_INFINITY;

  /**
   * @param merged adds to what is known, or makes a value of its own of what is added
   * @param drop is given what is not kept any more, or not taken
   */
  constructor(
    most: number,
    merged: (known: Value | undefined, added: Value) => Value,
    drop: (value: Value) => void = () => undefined,
  ) {
    this.most = most;
    this.merged = merged;
    this.drop = drop;
  }

  /** Whether there were more names than are kept. */
  get isPartial(): boolean {
    this.reduce();
    return this.bound !== null;
  }

  /** Whether a name that begins with this quick hash may be kept: for most of many names the other hash is not needed. */
  mayTake(quick: number): boolean {
    return quick <= this.highestQuick;
  }

  get(hash: string): Value | undefined {
    return this.kept.get(hash);
  }

  add(hash: string, value: Value): void {
    if (this.bound !== null && hash >= this.bound) {
      this.drop(value);
      return;
    }
    const known = this.kept.get(hash);
    const made = this.merged(known, value);
    if (made !== known) this.kept.set(hash, made);
    if (this.kept.size > 2 * this.most) this.reduce();
  }

  /** Drops what is beyond the limit. Whoever counts what is dropped asks for it before the counts are read. */
  reduce(): void {
    if (this.kept.size > this.most) this.lower([...this.kept.keys()].sort()[this.most] ?? null);
  }

  private lower(bound: string | null): void {
    if (bound === null || (this.bound !== null && this.bound <= bound)) return;
    this.bound = bound;
    this.highestQuick = Number.parseInt(bound.slice(0, 8), 16);
    for (const [hash, value] of this.kept)
      if (hash >= bound) {
        this.kept.delete(hash);
        this.drop(value);
      }
  }

  get state(): SampleState<Value> {
    this.reduce();
    return { bound: this.bound, kept: [...this.kept].sort(([a], [b]) => (a < b ? -1 : 1)) };
  }

  take({ bound, kept }: SampleState<Value>): void {
    this.lower(bound);
    for (const [hash, value] of kept) this.add(hash, value);
  }

  values(): Iterable<Value> {
    this.reduce();
    return this.kept.values();
  }
}
