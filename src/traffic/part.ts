import { createHash } from 'node:crypto';
import type { Bounds } from '../bounded/bounds.ts';
import type { KeyOf } from '../bounded/lowest.ts';
import { contractDigest } from '../contract/digest.ts';
import type { Operation, Sides } from '../model/requirement.ts';
import type { Gathered, TrafficFindings } from './gathered.ts';
import { type IdBlock, rankIn, writtenIds } from './part-ids.ts';

/**
 * A part is what a thread gives, as JSON (`TrafficFindings`), and is taken in the same way. Keys are renumbered by
 * part, so evidence is that of one pass. A digest of the contract keeps parts of other requirements out. Waivers,
 * `--strict` and the gate come after merging.
 */

/** Bytes of a line of a part. */
export const mostPartBytes = 2 * 1000 * 1000;

/** Numbers of parts, from 0. */
export const highestPartId = 999_999;

/** One of the parts that traffic was divided into, as it was judged. */
export interface PartOrigin {
  /** Its number among all; null where nobody named one. */
  readonly id: number | null;
  /** The same for the same traffic: 16 hexadecimal digits. */
  readonly digest: string;
  readonly exchanges: number;
}

/** What was found in one part of the traffic, or in several that were merged: schemas/suite/partial.schema.json. */
export interface Part extends TrafficFindings {
  /** Rises when a reader of the former version would misread this one. */
  readonly partial: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** `contractDigest`: parts of another contract do not fit. */
  readonly contract: string;
  readonly side: Sides;
  readonly operations: readonly Operation[];
  /** How many parts there are in all; null where nobody said so. */
  readonly of: number | null;
  readonly parts: readonly PartOrigin[];
  /** How many requestIds are in the lines behind this one. */
  readonly requestIds: number;
}

/** Members that count at least what is listed in another one of the same object. */
const counting: readonly (readonly [count: string, list: string])[] = [
  ['bad', 'badEntries'],
  ['sourceCount', 'sources'],
  ['count', 'evidence'],
  ['count', 'spread'],
  ['count', 'first'],
  ['exchanges', 'kept'],
];

/** Where a part counts less than it lists, which no schema can say: a JSON pointer; null where it does nowhere. */
export function miscountedIn(value: unknown, pointer = ''): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const of = value as Readonly<Record<string, unknown>>;
  const wrong = counting.find(([count, list]) => {
    const listed = of[list];
    return Array.isArray(listed) && Number(of[count]) < listed.length;
  });
  if (wrong !== undefined) return `${pointer}/${wrong[0]}`;
  for (const [name, inner] of Object.entries(of)) {
    const found = miscountedIn(inner, `${pointer}/${name}`);
    if (found !== null) return found;
  }
  return null;
}

/** Keys between two parts with a number, and between two places where the digest of one without puts it. */
const keysOfNumber = 2 ** 32;
const keysOfDigest = 2 ** 20 - 2 ** 8;

type Level = Bounds & { readonly exchanges: number };

/** From the most to the least that is written, until it fits. */
const levels: readonly [Level, ...Level[]] = [
  { evidence: 20, actuals: 100, texts: 1_000, requests: 5_000, listed: 20, exchanges: 200 },
  { evidence: 10, actuals: 100, texts: 200, requests: 2_000, listed: 20, exchanges: 100 },
  { evidence: 5, actuals: 30, texts: 50, requests: 500, listed: 10, exchanges: 30 },
  { evidence: 2, actuals: 5, texts: 10, requests: 50, listed: 3, exchanges: 5 },
  { evidence: 1, actuals: 0, texts: 1, requests: 5, listed: 1, exchanges: 0 },
];

/** Keys of parts without a number lie beyond those with one; it is unlikely that two of them overlap. */
function firstKey(id: number | null, digest: string): number {
  if (id !== null) return id * keysOfNumber;
  return 2 ** 52 + Number.parseInt(digest.slice(0, 8), 16) * keysOfDigest;
}

/** What makes one part of what was read: its keys become unique over all parts, in the same order. */
function numbered(gathered: Gathered): { readonly keyOf: KeyOf; readonly digest: string } {
  const used: number[] = [];
  const written = gathered.within(levels[0], levels[0].exchanges, (key) => {
    used.push(key);
    return key;
  });
  const hash = createHash('sha256').update(JSON.stringify(written));
  const lists: Float64Array[] = [Float64Array.from(used)];
  for (const { hashes, keys } of Object.values(gathered.traffic.judge.requestIds.state)) {
    hash.update(hashes);
    lists.push(keys);
  }
  const digest = hash.digest('hex').slice(0, 16);
  const order = orderOf(lists);
  const first = firstKey(gathered.id, digest);
  return { keyOf: (key) => first + rankIn(order, key), digest };
}

/** All numbers once, in their order. */
function orderOf(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const list of lists) {
    all.set(list, filled);
    filled += list.length;
  }
  return all.sort().filter((key, at, sorted) => at === 0 || key !== sorted[at - 1]);
}

/** Masks secrets in a JSON text. */
type Clean = (json: string) => string;

/** As much as fits into one line of a part. */
function firstLine(
  gathered: Gathered,
  head: Omit<Part, keyof TrafficFindings>,
  keyOf: KeyOf,
  clean: Clean,
): string {
  for (const level of levels) {
    const line = clean(JSON.stringify({ ...head, ...gathered.within(level, level.exchanges, keyOf) }));
    if (Buffer.byteLength(line) <= mostPartBytes) return `${line}\n`;
  }
  throw new Error(`a part takes more than ${mostPartBytes} bytes, however little is written of it`);
}

/** Of a block; only its source is a text that somebody wrote. */
function idsLine(block: IdBlock, keyOf: KeyOf, clean: Clean): string {
  const { source, ...rest } = writtenIds({ ...block, keys: block.keys.map(keyOf) });
  return `{"source":${clean(JSON.stringify(source))},${JSON.stringify(rest).slice(1)}\n`;
}

/**
 * A part: what was merged keeps its keys, what was read gets those of its number. The first line is what was found, those
 * behind it have the requestIds; each takes `mostPartBytes` at most.
 * @param clean masks secrets in a JSON text
 */
export function* partLines(
  gathered: Gathered,
  tool: Part['tool'],
  clean: Clean = (line) => line,
): Iterable<string> {
  const { contract, side, operations, of, origins, id } = gathered;
  const { exchanges } = gathered.traffic;
  const isMerged = origins.length > 0;
  const { keyOf, digest } = isMerged ? { keyOf: (key: number) => key, digest: '' } : numbered(gathered);
  const head = {
    partial: 1 as const,
    tool,
    contract: contractDigest(contract),
    side,
    operations,
    of,
    parts: isMerged ? origins : [{ id, digest, exchanges }],
    requestIds: gathered.traffic.judge.requestIds.size,
  };
  yield firstLine(gathered, head, keyOf, clean);
  for (const block of gathered.idBlocks()) yield idsLine(block, keyOf, clean);
}
