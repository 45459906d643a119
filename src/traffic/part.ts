import { jsonOf } from '../bounded/state.ts';
import { type IdBlock, type RequestIds, sizeOf } from '../judge/request-ids.ts';
import type { Operation } from '../model/requirement.ts';
import { contractDigest } from '../operations/index.ts';
import type { Gathered, GatheredFindings, GatheredOptions } from './gathered.ts';
import { keyOf, mostSources, placeOf } from './read.ts';

/**
 * A part is what a thread gives, as JSON (`GatheredFindings`), and is taken in the same way. The number of a part decides
 * the keys of its exchanges, which are those of one pass over all parts. Waivers, `--strict` and the gate come after merging.
 */

/** Numbers of parts, from 0. */
export const highestPartId = 999_999;

/** Bytes of a line of a part: as many as one text can have. */
export const mostPartBytes = 500 * 1000 * 1000;

/** Which one of all parts it is, numbered from 0 or from 1. */
export interface PartNumber {
  readonly id: number;
  readonly of: number;
}

/** What was found in one part of the traffic, the first line of its file: schemas/suite/partial.schema.json. */
export interface Part extends GatheredFindings, PartNumber, GatheredOptions {
  readonly partial: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** `contractDigest`: parts of another contract do not fit. */
  readonly contract: string;
  /** How many requestIds are in the lines behind this one. */
  readonly requestIds: number;
}

/** How many sources each of so many parts may have. */
export function sourcesOfPart({ of }: Pick<PartNumber, 'of'>): number {
  return Math.floor(mostSources / (of + 1));
}

/** The position of the first source of a part among those of all parts. */
export function firstSource(part: PartNumber | null): number {
  return part === null ? 0 : part.id * sourcesOfPart(part);
}

/** RequestIds of a line, which is about as long as those of exchanges. */
const mostIds = 2 ** 16;

/** RequestIds of responses to one operation in one source: a line behind the first one. */
export interface WrittenIds {
  readonly requestIds: Operation;
  readonly source: string;
  /** Position of the source among those of all parts. */
  readonly index: number;
  /** Of 8 bytes each, then those of their records of 4 bytes each, in base64. */
  readonly hashes: string;
  /** Lines or entries, ascending: each as what it adds to the one before it. */
  readonly numbers: readonly number[];
}

function joinedBlocks(blocks: readonly IdBlock[]): IdBlock {
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const [hashes, records] = [new BigUint64Array(length), new Uint32Array(length)];
  const joined = { hashes, records, keys: new Float64Array(length), length: 0 };
  for (const block of blocks) {
    for (const of of ['hashes', 'records', 'keys'] as const)
      joined[of].set(block[of].subarray(0, block.length) as never, joined.length);
    joined.length += block.length;
  }
  return joined;
}

/** In the order of their keys. @param nameOf a source, by its position */
function* writtenIds(requestIds: RequestIds, nameOf: (index: number) => string): Iterable<WrittenIds> {
  for (const [operation, blocks] of Object.entries(requestIds)) {
    const { hashes, records, keys } = joinedBlocks(blocks);
    const order = Uint32Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
    const placeAt = (at: number) => placeOf(keys[order[at] ?? 0] ?? 0);
    for (let start = 0, end = 0; start < order.length; start = end) {
      const index = placeAt(start).source;
      const numbers: number[] = [];
      for (; end < order.length && numbers.length < mostIds && placeAt(end).source === index; end += 1)
        numbers.push(placeAt(end).number);
      const own = order.subarray(start, end);
      const bytes = [BigUint64Array.from(own, (at) => hashes[at] ?? 0n), own.map((at) => records[at] ?? 0)];
      yield {
        requestIds: operation,
        source: nameOf(index),
        index,
        hashes: Buffer.concat(bytes.map(({ buffer }) => Buffer.from(buffer))).toString('base64'),
        numbers: numbers.map((number, at) => number - (numbers[at - 1] ?? 0)),
      };
    }
  }
}

/** The requestIds of a line. */
export function readIds({ requestIds, index, hashes: written, numbers }: WrittenIds): RequestIds {
  const bytes = Buffer.from(written, 'base64');
  const hashes = new BigUint64Array(numbers.length);
  const records = new Uint32Array(numbers.length);
  bytes.copy(new Uint8Array(hashes.buffer));
  bytes.copy(new Uint8Array(records.buffer), 0, hashes.byteLength);
  let number = 0;
  const keys = Float64Array.from(numbers, (step) => {
    number += step;
    return keyOf(index, number);
  });
  return { [requestIds]: [{ hashes, records, keys, length: keys.length }] };
}

/**
 * The lines of a part.
 * @param names of its sources
 * @param clean masks secrets in a JSON text
 */
export function* partLines(
  gathered: Gathered,
  { id, of }: PartNumber,
  names: readonly string[],
  tool: Part['tool'],
  clean: (json: string) => string = (line) => line,
): Iterable<string> {
  const { side, operations, findings } = gathered;
  const { requestIds } = gathered.traffic.judge;
  const head = { partial: 1, tool, contract: contractDigest(), side, operations, id, of } as const;
  const part: Part = { ...head, requestIds: sizeOf(requestIds), ...findings };
  yield `${clean(jsonOf(part))}\n`;
  const first = firstSource({ id, of });
  for (const { source, ...ids } of writtenIds(requestIds, (index) => names[index - first] ?? ''))
    yield `{"source":${clean(JSON.stringify(source))},${JSON.stringify(ids).slice(1)}\n`;
}
