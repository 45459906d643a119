import { createHash } from 'node:crypto';
import { type Contract, requirementsOn } from '../contract/contract.ts';
import type { LowestState, StateLimits } from '../judge/state.ts';
import type { Operation, Sides } from '../model/requirement.ts';
import type { BadEntry, TrafficSourceInfo } from '../model/traffic.ts';
import type { Gathered } from './gathered.ts';
import type { TrafficState } from './traffic-state.ts';

/** Bytes of a part, as it is written. */
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
export interface Part {
  /** Rises when a reader of the former version would misread this one. */
  readonly partial: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** SHA-256 of the requirements: parts of another contract do not fit. */
  readonly contract: string;
  readonly side: Sides;
  readonly operations: readonly Operation[];
  /** How many parts there are in all; null where nobody said so. */
  readonly of: number | null;
  readonly parts: readonly PartOrigin[];
  readonly sources: LowestState<TrafficSourceInfo>;
  /** Sources beyond those. */
  readonly moreSources: number;
  readonly other: number;
  readonly bad: number;
  readonly badEntries: LowestState<BadEntry>;
  readonly traffic: TrafficState;
}

/** Keys that one part may have. */
const keysOfOne = 2 ** 20;

/** From the most to the least that is written, until it fits. */
const levels: readonly (StateLimits & { readonly exchanges: number })[] = [
  { evidence: 20, actuals: 100, texts: 1_000, requests: 5_000, unanswered: 20, exchanges: 200 },
  { evidence: 10, actuals: 100, texts: 200, requests: 2_000, unanswered: 20, exchanges: 100 },
  { evidence: 5, actuals: 30, texts: 50, requests: 500, unanswered: 10, exchanges: 30 },
  { evidence: 2, actuals: 5, texts: 10, requests: 50, unanswered: 3, exchanges: 5 },
  { evidence: 1, actuals: 0, texts: 1, requests: 5, unanswered: 1, exchanges: 0 },
];

export function contractDigest(contract: Contract): string {
  const rows = requirementsOn(contract, 'both').map(({ id, strength, statement }) => [
    id,
    strength,
    statement,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([contract.sha256, rows]))
    .digest('hex');
}

function digestOf(state: unknown): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 16);
}

/** Keys of parts without a number lie beyond those with one, where a digest puts them. */
function firstKey(id: number | null, digest: string): number {
  const number = id ?? 2 ** 32 + Number.parseInt(digest.slice(0, 8), 16);
  return number * keysOfOne;
}

type Written = Pick<Part, 'sources' | 'badEntries' | 'traffic'>;
type Write = (keyOf: (key: number) => number) => Written;

/** With keys that are unique over all parts, in the same order. */
function renumbered(write: Write, id: number | null): { readonly written: Written; readonly digest: string } {
  const keys = new Set<number>();
  const before = write((key) => {
    keys.add(key);
    return key;
  });
  const digest = digestOf(before);
  const first = firstKey(id, digest);
  const order = new Map([...keys].sort((a, b) => a - b).map((key, at) => [key, first + at]));
  return { written: write((key) => order.get(key) ?? first), digest };
}

/** What is known of traffic as a part: what was merged keeps its keys, what was read gets those of its number. */
function partAt(gathered: Gathered, tool: Part['tool'], limits: (typeof levels)[number]): Part {
  const { contract, side, operations, of, origins, id } = gathered;
  const write: Write = (keyOf) => gathered.state({ limits, keyOf }, limits.exchanges);
  const { exchanges } = gathered.traffic;
  const isMerged = origins.length > 0;
  const { written, digest } = isMerged ? { written: write((key) => key), digest: '' } : renumbered(write, id);
  return {
    partial: 1,
    tool,
    contract: contractDigest(contract),
    side,
    operations,
    of,
    parts: isMerged ? origins : [{ id, digest, exchanges }],
    moreSources: gathered.moreSources,
    other: gathered.other,
    bad: gathered.bad,
    ...written,
  };
}

/** One line of JSON: as much as fits into the bytes of a part. */
export function partLine(
  gathered: Gathered,
  tool: Part['tool'],
  clean: (line: string) => string = (line) => line,
): string {
  for (const limits of levels) {
    const line = clean(JSON.stringify(partAt(gathered, tool, limits)));
    if (Buffer.byteLength(line) <= mostPartBytes) return `${line}\n`;
  }
  throw new Error(`a part takes more than ${mostPartBytes} bytes, however little is written of it`);
}
