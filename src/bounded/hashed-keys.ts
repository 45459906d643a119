import { hashOf } from './sample.ts';

/** Hashes, each with the record and the key at the same place. */
export interface HashedKeysState {
  readonly hashes: BigUint64Array;
  /** Hashes of what the texts were found in: copies of it have the same. */
  readonly records: Uint32Array;
  readonly keys: Float64Array;
}

/** Entries for which room is made at once. */
const blockLength = 1024;

class Block implements HashedKeysState {
  readonly hashes = new BigUint64Array(blockLength);
  readonly records = new Uint32Array(blockLength);
  readonly keys = new Float64Array(blockLength);
}

/** Hashes of texts, each with the key of where the text is: 20 bytes an entry, in no order. */
export class HashedKeys {
  private readonly full: HashedKeysState[] = [];
  private block = new Block();
  /** Entries of the block. */
  private filled = 0;

  /** @param record the same text for copies of one record */
  add(text: string, key: number, record: string): void {
    if (this.filled === blockLength) {
      this.full.push(this.block);
      this.block = new Block();
      this.filled = 0;
    }
    const { hashes, keys, records } = this.block;
    hashes[this.filled] = BigInt(`0x${hashOf(text)}`);
    records[this.filled] = Number.parseInt(hashOf(record).slice(0, 8), 16) | 2;
    keys[this.filled] = key;
    this.filled += 1;
  }

  get size(): number {
    return this.full.reduce((sum, { keys }) => sum + keys.length, this.filled);
  }

  /** All of them, as a copy. */
  get state(): HashedKeysState {
    const [hashes, records] = [new BigUint64Array(this.size), new Uint32Array(this.size)];
    const all = { hashes, records, keys: new Float64Array(this.size) };
    let at = 0;
    this.each((hash, key, record) => {
      hashes[at] = hash;
      records[at] = record;
      all.keys[at] = key;
      at += 1;
    });
    return all;
  }

  /** Takes over the arrays themselves. */
  take(state: HashedKeysState): void {
    this.full.push(state);
  }

  each(visit: (hash: bigint, key: number, record: number) => void): void {
    const last = { ...this.block, keys: this.block.keys.subarray(0, this.filled) };
    for (const { hashes, records, keys } of [...this.full, last])
      for (const [at, key] of keys.entries()) visit(hashes[at] ?? 0n, key, records[at] ?? 0);
  }
}

/** How many of sorted entries come before something. */
export function countOf(length: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In place of a record: there are several with one hash. */
const several = 1;

/** Which hashes are in several records of all lists together, and how many entries are copies. Takes 8 bytes for each entry. */
export function repeatedIn(lists: readonly HashedKeys[]) {
  const all = new BigUint64Array(lists.reduce((sum, { size }) => sum + size, 0));
  let filled = 0;
  for (const list of lists)
    list.each((hash) => {
      all[filled] = hash;
      filled += 1;
    });
  all.sort();
  const repeated = all.filter((hash, at) => hash === all[at - 1] && hash !== all[at - 2]);
  const records = new Uint32Array(repeated.length);
  const placeOf = (hash: bigint) => {
    const place = countOf(repeated.length, (at) => (repeated[at] ?? 0n) < hash);
    return repeated[place] === hash ? place : null;
  };
  for (const list of lists)
    list.each((hash, _, record) => {
      const at = placeOf(hash);
      if (at !== null) records[at] = (records[at] || record) === record ? record : several;
    });
  const isRepeated = (hash: bigint) => records[placeOf(hash) ?? repeated.length] === several;
  return { isRepeated, copies: all.filter((hash, at) => hash === all[at - 1] && !isRepeated(hash)).length };
}
