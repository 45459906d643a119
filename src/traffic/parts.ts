import { type Lowest, lowest } from '../bounded/lowest.ts';
import { jsonOf } from '../bounded/state.ts';
import { type IdBlock, type RequestIds, requestIds, sizeOf } from '../judge/request-ids.ts';
import { known } from '../model/known.ts';
import type { Operation, Sides } from '../model/requirement.ts';
import { contractDigest } from '../operations/index.ts';
import { joined } from '../text/plural.ts';
import type { TrafficFindings } from './counts.ts';
import { idOf, mostSources, placeOf } from './read.ts';
import type { JudgedTraffic } from './seen.ts';
import { Traffic } from './traffic.ts';

/**
 * A part is what a thread gives, as JSON (`TrafficFindings`), and is taken in the same way. The number of a part decides
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
export interface Part extends TrafficFindings, PartNumber {
  readonly partial: 1;
  readonly side: Sides;
  readonly operations: readonly Operation[];
  readonly tool: { readonly name: string; readonly version: string };
  /** `contractDigest`: parts of another contract do not fit. */
  readonly contract: string;
  /** How many requestIds are in the lines behind this one. */
  readonly requestIds: number;
  /** The first of them that reports show, by their keys. */
  readonly idTexts: Lowest<string>;
}

/** RequestIds of which the text is kept. */
const idTexts = lowest<string>(1_000);

/** How many sources each of so many parts may have. */
export function sourcesOfPart({ of }: Pick<PartNumber, 'of'>): number {
  return Math.floor(mostSources / (of + 1));
}

/** The position of the first source of a part among those of all parts. */
export function firstSource(part: PartNumber | null): number {
  return part === null ? 0 : part.id * sourcesOfPart(part);
}

/** RequestIds of responses to one operation: a line behind the first one. Numbers are in base64. */
export interface WrittenIds {
  readonly requestIds: Operation;
  readonly length: number;
  readonly hashes: string;
  readonly records: string;
  readonly keys: string;
}

/** In the order of their keys: a block has those of one thread, ascending. */
function* writtenIds(requestIds: RequestIds): Iterable<WrittenIds> {
  for (const [operation, blocks] of Object.entries(requestIds))
    for (const block of blocks.toSorted((a, b) => (a.keys[0] ?? 0) - (b.keys[0] ?? 0))) {
      const { length } = block;
      const written = ({ buffer, BYTES_PER_ELEMENT }: IdBlock['hashes' | 'records' | 'keys']) =>
        Buffer.from(buffer, 0, length * BYTES_PER_ELEMENT).toString('base64');
      const numbers = {
        hashes: written(block.hashes),
        records: written(block.records),
        keys: written(block.keys),
      };
      yield { requestIds: operation, length, ...numbers };
    }
}

/** The requestIds of a line. */
function readIds({ requestIds, length, ...written }: WrittenIds): RequestIds {
  const numbers = (text: string) => new Uint8Array(Buffer.from(text, 'base64')).buffer;
  const hashes = new BigUint64Array(numbers(written.hashes), 0, length);
  const records = new Uint32Array(numbers(written.records), 0, length);
  const keys = new Float64Array(numbers(written.keys), 0, length);
  return { [requestIds]: [{ hashes, records, keys, length }] };
}

/**
 * The lines of a part.
 * @param clean masks secrets in a JSON text
 */
export function* partLines(
  { traffic, judgement }: JudgedTraffic,
  { side, operations, id, of }: Pick<Part, 'side' | 'operations' | 'id' | 'of'>,
  tool: Part['tool'],
  clean: (json: string) => string,
): Iterable<string> {
  const { requestIds } = traffic.judge;
  const { traffic: counted, ...read } = traffic.findings;
  const head = { partial: 1, tool, contract: contractDigest(), side, operations, id, of } as const;
  const texts = [...judgement.requestIds].map(([key, text]) => [key, 0, text] as const);
  const known = { requestIds: sizeOf(requestIds), ...read, idTexts: idTexts.merge([], texts) };
  const part: Part = { ...head, ...known, traffic: counted };
  yield `${clean(jsonOf(part))}\n`;
  for (const ids of writtenIds(requestIds)) yield `${JSON.stringify(ids)}\n`;
}

/** `2`, `4-7`: the numbers from 1 to before the end that are not among these. @param numbers sorted */
function gaps(numbers: readonly number[], end: number): readonly string[] {
  return [0, ...numbers].flatMap((before, at) => {
    const [first, last] = [before + 1, (numbers[at] ?? end) - 1];
    if (first > last) return [];
    return [first === last ? String(first) : `${first}-${last}`];
  });
}

/** What is wrong with a part beside the first one, and the files of those before it, by their numbers; null for nothing. */
function problemWith(
  { contract, tool, side, operations, id, of }: Part,
  first: Part,
  files: ReadonlyMap<number, string>,
): string | null {
  if (contract !== contractDigest())
    return `was judged by other requirements, those of version ${tool.version}. Judge its traffic again with this version, or check the parts with that one`;
  if (side !== first.side)
    return `was judged with --side ${side}, and those before it with --side ${first.side}. Judge all parts alike`;
  if (operations.join() !== first.operations.join())
    return `is about ${joined(operations)}, and those before it about ${joined(first.operations)}. Judge all parts with the same --operation`;
  if (of !== first.of)
    return `is one of ${of} parts, and those before it of ${first.of}. Give --parts the same number everywhere`;
  const twin = files.get(id);
  if (twin !== undefined)
    return `is part ${id} once more: ${twin} has it already. Give each part once, as a retry leaves one behind`;
  return files.has(of - id) && id % of === 0
    ? `is one of parts that are numbered both from 0 and from 1; there are ${of} of them`
    : null;
}

/** Parts that are put together, each of which is held to those before it. */
export function mergedParts(first: Part) {
  const { side, operations, of } = first;
  const traffic = new Traffic(side);
  /** Files that hold the parts, by their numbers. */
  const files = new Map<number, string>();
  /** Names of sources, by their positions. */
  const names = new Map<number, string>();
  const texts = idTexts.empty();
  return {
    side,
    operations,
    /**
     * @param file that holds it
     * @throws Error where it does not fit the parts before it; then nothing of it is taken. The message continues after its name
     */
    take: (part: Part, file: string): void => {
      const problem = problemWith(part, first, files);
      if (problem !== null) throw new Error(problem);
      files.set(part.id, file);
      traffic.merge(part);
      idTexts.merge(texts, part.idTexts);
      for (const [index, , { name }] of part.sources) names.set(index, name);
    },
    /** Takes requestIds of a part that was taken. */
    takeIds: (written: WrittenIds): void => {
      requestIds.merge(traffic.judge.requestIds, readIds(written));
    },
    /** An exchange is named by its id, as far as its source is listed, and its requestId as far as that is kept. */
    end: (): JudgedTraffic => {
      const between = [...files.keys()].filter((id) => id > 0 && id < of).sort((a, b) => a - b);
      const isLast = files.has(0) || files.has(of);
      const missing = [...(isLast ? [] : [`0 or ${of}`]), ...gaps(between, of)];
      const textOf = new Map(texts.map(([key, , text]) => [key, text]));
      const judgement = traffic.results((key) => {
        const { source, number } = placeOf(key);
        const requestId = textOf.get(key);
        return { forgotten: idOf(names.get(source) ?? `source ${source}`, number), ...known({ requestId }) };
      });
      return { traffic, judgement, parts: { count: files.size, of, missing } };
    },
  };
}
