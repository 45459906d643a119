import { countOf, type HashedKeysState } from '../bounded/hashed-keys.ts';
import type { RequestIdsState } from '../judge/request-ids.ts';
import type { Operation } from '../model/requirement.ts';

/** The requestIds of all responses of a part: lines behind its first one. */

/** RequestIds of a block, which is a line of at most 2 MB, with a name of 5,000 characters. */
const mostOfBlock = 2 ** 16;

/** Where an exchange is: its id is made of it. */
export interface ExchangePlace {
  readonly source: string;
  readonly number: number;
}

export type PlaceOf = (key: number) => ExchangePlace;

/** RequestIds of responses to one operation that are in one source, in their order. */
export interface IdBlock extends HashedKeysState {
  readonly operation: Operation;
  readonly source: string;
  /** Line or entry of each. */
  readonly numbers: Float64Array;
}

/** A block as JSON: schemas/suite/partial.schema.json. */
export interface WrittenIds {
  readonly requestIds: Operation;
  readonly source: string;
  /** Of 8 bytes each, then those of their records of 4 bytes each, in base64. */
  readonly hashes: string;
  /** Ascending, each as what it adds to the one before it. */
  readonly keys: readonly number[];
  readonly numbers: readonly number[];
}

/** Entries in the order of their keys. */
function sorted({ hashes, records, keys }: HashedKeysState): HashedKeysState {
  if (keys.every((key, at) => at === 0 || key > (keys[at - 1] ?? 0))) return { hashes, records, keys };
  const order = Uint32Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  return {
    hashes: BigUint64Array.from(order, (at) => hashes[at] ?? 0n),
    records: Uint32Array.from(order, (at) => records[at] ?? 0),
    keys: Float64Array.from(order, (at) => keys[at] ?? 0),
  };
}

/** @param placeOf of each exchange that has one of them */
export function* blocksOf(requestIds: RequestIdsState, placeOf: PlaceOf): Iterable<IdBlock> {
  for (const [operation, state] of Object.entries(requestIds)) {
    const { hashes, records, keys } = sorted(state);
    for (let start = 0, end = 0; start < keys.length; start = end) {
      const { source } = placeOf(keys[start] ?? 0);
      const numbers: number[] = [];
      for (; end < keys.length && numbers.length < mostOfBlock; end += 1) {
        const place = placeOf(keys[end] ?? 0);
        // Several parts may have read standard input.
        if (place.source !== source || place.number <= (numbers.at(-1) ?? -1)) break;
        numbers.push(place.number);
      }
      const [ids, own] = [hashes.subarray(start, end), keys.subarray(start, end)];
      const block = { operation, source, hashes: ids, records: records.subarray(start, end), keys: own };
      yield { ...block, numbers: Float64Array.from(numbers) };
    }
  }
}

/** What each adds to the one before it. */
function stepsOf(numbers: Float64Array): readonly number[] {
  return Array.from(numbers, (number, at) => number - (numbers[at - 1] ?? 0));
}

/** @returns null where the steps lead to other numbers than ascending ones that are exact */
function ascendingOf(steps: readonly number[]): Float64Array | null {
  let last = 0;
  const numbers = Float64Array.from(steps, (step) => (last += step));
  return last <= Number.MAX_SAFE_INTEGER && steps.indexOf(0, 1) === -1 ? numbers : null;
}

export function writtenIds({ operation, source, hashes, records, keys, numbers }: IdBlock): WrittenIds {
  const bytes = [hashes, records].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return {
    requestIds: operation,
    source,
    hashes: Buffer.concat(bytes).toString('base64'),
    keys: stepsOf(keys),
    numbers: stepsOf(numbers),
  };
}

/** @returns null where hashes, keys and numbers do not belong together */
export function blockOf({ requestIds, source, hashes: written, ...rest }: WrittenIds): IdBlock | null {
  const bytes = Buffer.from(written, 'base64');
  const hashes = new BigUint64Array(Math.floor(bytes.length / 12));
  const records = new Uint32Array(hashes.length);
  const [keys, numbers] = [ascendingOf(rest.keys), ascendingOf(rest.numbers)];
  if (keys === null || numbers === null || bytes.length !== 12 * keys.length) return null;
  if (keys.length === 0 || numbers.length !== keys.length) return null;
  bytes.copy(new Uint8Array(hashes.buffer));
  bytes.copy(new Uint8Array(records.buffer), 0, hashes.byteLength);
  return { operation: requestIds, source, hashes, records, keys, numbers };
}

/** Where a key is among ascending ones, from 0. */
export function rankIn(keys: Float64Array, key: number): number {
  return countOf(keys.length, (at) => (keys[at] ?? 0) <= key) - 1;
}

function placeIn({ source, keys, numbers }: IdBlock, key: number): ExchangePlace | undefined {
  const at = rankIn(keys, key);
  return keys[at] === key ? { source, number: numbers[at] ?? 0 } : undefined;
}

/** Where the responses are whose requestIds were taken, by their keys. */
export class PartIds {
  /** By operation; those of one do not overlap, unless somebody made them up. */
  private readonly blocks = new Map<Operation, IdBlock[]>();
  private isSorted = true;

  add(block: IdBlock): void {
    const known = this.blocks.get(block.operation);
    if (known === undefined) this.blocks.set(block.operation, [block]);
    else known.push(block);
    this.isSorted = false;
  }

  /** @throws Error for a key of which nothing was taken */
  placeOf(key: number): ExchangePlace {
    this.sort();
    for (const blocks of this.blocks.values()) {
      const likely = blocks[countOf(blocks.length, (at) => (blocks[at]?.keys[0] ?? 0) <= key) - 1];
      const place = likely && placeIn(likely, key);
      if (place !== undefined) return place;
    }
    for (const block of [...this.blocks.values()].flat()) {
      const place = placeIn(block, key);
      if (place !== undefined) return place;
    }
    throw new Error(`no part has a requestId of an exchange with the key ${key}`);
  }

  private sort(): void {
    if (this.isSorted) return;
    for (const blocks of this.blocks.values()) blocks.sort((a, b) => (a.keys[0] ?? 0) - (b.keys[0] ?? 0));
    this.isSorted = true;
  }
}
