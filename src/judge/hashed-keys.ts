import type { HashedKeysState } from './state.ts';
import { writeHash } from './text-hash.ts';

/** Entries for which room is made at once. */
const blockLength = 1024;

class Block {
  readonly hashes = new BigUint64Array(blockLength);
  readonly halves = new Uint32Array(this.hashes.buffer);
  readonly keys = new Float64Array(blockLength);
}

/** Hashes of texts, each with the key of where the text is: 16 bytes an entry, in no order. */
export class HashedKeys {
  private readonly blocks: Block[] = [];
  private length = 0;

  add(text: string, key: number): void {
    const { block, at } = this.place(key);
    writeHash(text, block.halves, 2 * at);
  }

  private addHash(hash: bigint, key: number): void {
    const { block, at } = this.place(key);
    block.hashes[at] = hash;
  }

  /** Where the next hash is written. */
  private place(key: number): { readonly block: Block; readonly at: number } {
    const at = this.length % blockLength;
    if (at === 0) this.blocks.push(new Block());
    const block = this.blocks.at(-1) as Block;
    block.keys[at] = key;
    this.length += 1;
    return { block, at };
  }

  get state(): HashedKeysState {
    const { length } = this;
    const [hashes, keys] = [new BigUint64Array(length), new Float64Array(length)];
    for (const [at, block] of this.blocks.entries()) {
      const own = Math.min(blockLength, length - at * blockLength);
      hashes.set(block.hashes.subarray(0, own), at * blockLength);
      keys.set(block.keys.subarray(0, own), at * blockLength);
    }
    return { hashes, keys };
  }

  take({ hashes, keys }: HashedKeysState): void {
    for (let at = 0; at < keys.length; at += 1) this.addHash(hashes[at] ?? 0n, keys[at] ?? 0);
  }

  merge(other: HashedKeys): void {
    other.each((hash, key) => this.addHash(hash, key));
  }

  each(visit: (hash: bigint, key: number) => void): void {
    for (let at = 0; at < this.length; at += 1) {
      const block = this.blocks[Math.floor(at / blockLength)];
      visit(block?.hashes[at % blockLength] ?? 0n, block?.keys[at % blockLength] ?? 0);
    }
  }

  get size(): number {
    return this.length;
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
