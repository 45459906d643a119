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
    const { halves, keys } = this.block;
    writeHash(text, halves, 2 * this.filled);
    keys[this.filled] = key;
    this.filled += 1;
  }

  get size(): number {
    return this.full.reduce((sum, { keys }) => sum + keys.length, this.filled);
  }

  /** All of them, as a copy. */
  get state(): HashedKeysState {
    const all = { hashes: new BigUint64Array(this.size), keys: new Float64Array(this.size) };
    let at = 0;
    this.each((hash, key) => {
      all.hashes[at] = hash;
      all.keys[at] = key;
      at += 1;
    });
    return all;
  }

  /** Takes over the arrays themselves. */
  take(state: HashedKeysState): void {
    this.full.push(state);
  }

  each(visit: (hash: bigint, key: number) => void): void {
    const { hashes, keys } = this.block;
    const last = { hashes, keys: keys.subarray(0, this.filled) };
    for (const block of [...this.full, last])
      for (const [at, key] of block.keys.entries()) visit(block.hashes[at] ?? 0n, key);
  }
}

/** Says of a hash whether it occurs more than once in all lists together. Takes 8 bytes for each entry of the lists. */
export function repeatedIn(lists: readonly HashedKeys[]): (hash: bigint) => boolean {
  const all = new BigUint64Array(lists.reduce((sum, { size }) => sum + size, 0));
  let filled = 0;
  for (const list of lists)
    list.each((hash) => {
      all[filled] = hash;
      filled += 1;
    });
  all.sort();
  return (hash) => {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle] ?? 0n) < hash) low = middle + 1;
      else high = middle;
    }
    return all[low] === hash && all[low + 1] === hash;
  };
}
