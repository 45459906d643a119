import { hash } from 'node:crypto';

/**
 * The first 64 bits of SHA-256, in hexadecimal digits: two of a million different texts have the same by a chance of 3 in 100
 * million. Halves of surrogate pairs are told apart.
 */
export function hashOf(text: string): string {
  return hash('sha256', text.isWellFormed() ? text : JSON.stringify(text), 'hex').slice(0, 16);
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
