import { writeHash } from './text-hash.ts';

/** Hashes, each with the key at the same place. */
export interface HashedKeysState {
  readonly hashes: BigUint64Array;
  readonly keys: Float64Array;
}

/** Entries for which room is made at once. */
const blockLength = 1024;

class Block implements HashedKeysState {
  readonly hashes = new BigUint64Array(blockLength);
  readonly halves = new Uint32Array(this.hashes.buffer);
  readonly keys = new Float64Array(blockLength);
}

/** Hashes of texts, each with the key of where the text is: 16 bytes an entry, in no order. */
export class HashedKeys {
  private readonly full: HashedKeysState[] = [];
  private block = new Block();
  /** Entries of the block. */
  private filled = 0;

  add(text: string, key: number): void {
    if (this.filled === blockLength) {
      this.full.push(this.block);
      this.block = new Block();
      this.filled = 0;
    }
    writeHash(text, this.block.halves, 2 * this.filled);
    this.block.keys[this.filled] = key;
    this.filled += 1;
  }

  /** All of them, as a copy. */
  get state(): HashedKeysState {
    const [hashes, keys] = [new BigUint64Array(this.size), new Float64Array(this.size)];
    let at = 0;
    for (const block of this.blocks()) {
      hashes.set(block.hashes, at);
      keys.set(block.keys, at);
      at += block.keys.length;
    }
    return { hashes, keys };
  }

  /** Takes over the arrays themselves. */
  take(state: HashedKeysState): void {
    this.full.push(state);
  }

  private *blocks(): Iterable<HashedKeysState> {
    yield* this.full;
    const { block, filled } = this;
    yield { hashes: block.hashes.subarray(0, filled), keys: block.keys.subarray(0, filled) };
  }

  each(visit: (hash: bigint, key: number) => void): void {
    for (const { hashes, keys } of this.blocks())
      for (const [at, key] of keys.entries()) visit(hashes[at] ?? 0n, key);
  }

  get size(): number {
    return this.full.reduce((sum, { keys }) => sum + keys.length, this.filled);
  }
}

/** The hashes that occur more than once in all lists together. Takes 8 bytes for each entry of the lists. */
export class Repeated {
  /** Each once, the lowest first. */
  private readonly hashes: BigUint64Array;

  constructor(lists: readonly HashedKeys[]) {
    const all = new BigUint64Array(lists.reduce((sum, { size }) => sum + size, 0));
    let filled = 0;
    for (const list of lists)
      list.each((hash) => {
        all[filled] = hash;
        filled += 1;
      });
    all.sort();
    let kept = 0;
    for (let at = 1; at < all.length; at += 1) {
      const hash = all[at] ?? 0n;
      if (hash !== all[at - 1] || (kept > 0 && hash === all[kept - 1])) continue;
      all[kept] = hash;
      kept += 1;
    }
    this.hashes = all.slice(0, kept);
  }

  has(hash: bigint): boolean {
    let low = 0;
    let high = this.hashes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.hashes[middle] ?? 0n) < hash) low = middle + 1;
      else high = middle;
    }
    return this.hashes[low] === hash;
  }
}
