import type { Exchange } from '../../schemas/types.ts';
import { bounds } from '../bounded/bounds.ts';
import { addLowest, type Lowest } from '../bounded/lowest.ts';
import { hashOf } from '../bounded/sample.ts';
import { entryOf, type Named, named, type Shape } from '../bounded/state.ts';
import type { Operation } from '../model/requirement.ts';
import { Read } from '../reading/meaning.ts';
import { maskedIn } from '../reading/sent.ts';
import { skipped } from '../reading/skipped.ts';
import { cut } from '../text/cut.ts';
import { addActuals, type Judged, type RequirementState, show, skip } from './findings.ts';
import { judgedOf, requestIdOf } from './responses.ts';

/**
 * Which responses share a requestId is known only when all have been added. Each takes 20 bytes, two hashes and a key, and 8
 * more while results are made, which read again the few responses that evidence shows.
 */

/** An exchange that is not there any more, but for its id, and perhaps the requestId of its response, as reports show it. */
interface Forgotten {
  readonly forgotten: string;
  readonly requestId?: string;
}

/** Gives an exchange again, by the key under which it was added. */
export type ExchangeOf = (key: number) => Exchange | Forgotten | undefined;

/** RequestIds of some responses, at the same places of three arrays. */
export interface IdBlock {
  readonly hashes: BigUint64Array;
  /** Hashes of the exchanges: copies of one have the same. */
  readonly records: Uint32Array;
  readonly keys: Float64Array;
  /** How many there are; the rest is room. */
  length: number;
}

const blocks: Shape<IdBlock[]> = {
  empty: () => [],
  merge: (into, from) => {
    into.push(...from);
    return into;
  },
};

/** By name of the operation, in no order. */
export type RequestIds = Named<IdBlock[]>;
export const requestIds: Shape<RequestIds> = named(blocks);

const blockLength = 1024;

/** The same for copies of one exchange: its time, what it asked for, and its response. */
function recordOf({ id, recorded, timings, request, response }: Exchange, time: number | null): string {
  const when = recorded === undefined ? id : (time ?? id);
  let record = `${when} ${timings.totalMs} ${request.method} ${request.url} ${response?.status}`;
  for (const [name, value] of response?.headers ?? []) record += `\n${name}: ${value}`;
  return `${record}\n${response?.body.text}`;
}

/** Adds the requestId of an exchange, but for what a service worker handed on. @param time of the exchange, where it is known */
export function addRequestId(
  into: RequestIds,
  exchange: Exchange,
  key: number,
  requestId: string,
  time: number | null,
): void {
  if (exchange.recorded?.isCopy === true) return;
  const own = entryOf(into, exchange.operation, blocks);
  let last = own.at(-1);
  if (last === undefined || last.length === last.keys.length) {
    const [hashes, records] = [new BigUint64Array(blockLength), new Uint32Array(blockLength)];
    last = { hashes, records, keys: new Float64Array(blockLength), length: 0 };
    own.push(last);
  }
  last.hashes[last.length] = BigInt(`0x${hashOf(requestId)}`);
  last.records[last.length] = Number.parseInt(hashOf(recordOf(exchange, time)).slice(0, 8), 16) | 2;
  last.keys[last.length] = key;
  last.length += 1;
}

export function sizeOf(all: RequestIds): number {
  return Object.values(all)
    .flat()
    .reduce((sum, { length }) => sum + length, 0);
}

function each(all: readonly IdBlock[], visit: (hash: bigint, key: number, record: number) => void): void {
  for (const { hashes, records, keys, length } of all)
    for (let at = 0; at < length; at += 1) visit(hashes[at] ?? 0n, keys[at] ?? 0, records[at] ?? 0);
}

/** Where a hash is among sorted ones; null for nowhere. */
function placeIn(sorted: BigUint64Array, hash: bigint): number | null {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0n) < hash) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === hash ? low : null;
}

/** In place of a record: there are several with one hash. */
const several = 1;

/** What is shared by several records, over all operations, and how many responses are copies. */
function sharedIn(all: RequestIds) {
  const blocks = Object.values(all).flat();
  const hashes = new BigUint64Array(sizeOf(all));
  let filled = 0;
  for (const { hashes: own, length } of blocks) {
    hashes.set(own.subarray(0, length), filled);
    filled += length;
  }
  hashes.sort();
  const repeated = hashes.filter((hash, at) => hash === hashes[at - 1] && hash !== hashes[at - 2]);
  const records = new Uint32Array(repeated.length);
  const lowest = new Float64Array(repeated.length).fill(Infinity);
  const second = new Float64Array(repeated.length).fill(Infinity);
  each(blocks, (hash, key, record) => {
    const at = placeIn(repeated, hash);
    if (at === null) return;
    records[at] = (records[at] || record) === record ? record : several;
    const before = lowest[at] ?? Infinity;
    lowest[at] = Math.min(before, key);
    second[at] = Math.min(second[at] ?? Infinity, Math.max(before, key));
  });
  /** The first other response with a requestId that several records have; null where one has it. */
  const twinOf = (hash: bigint, key: number) => {
    const at = placeIn(repeated, hash);
    if (at === null || records[at] !== several) return null;
    return (lowest[at] === key ? second[at] : lowest[at]) ?? null;
  };
  const copies = hashes.filter((hash, at) => hash === hashes[at - 1] && twinOf(hash, 0) === null).length;
  return { twinOf, copies, isAlone: hashes.length - copies === 1 };
}

/** What the responses of one operation say, in bounded space. */
function saidOf(responses: readonly IdBlock[], twinOf: ReturnType<typeof sharedIn>['twinOf']) {
  const counts = { conforms: 0, deviates: 0 };
  /** The first ones, with their twins. */
  const first: Record<Judged, Lowest<number | null>> = { conforms: [], deviates: [] };
  /** By each twin, the first that names it: those beyond the second response with a requestId name the same one. */
  const naming = new Map<number, number>();
  each(responses, (hash, key) => {
    const twin = twinOf(hash, key);
    const verdict = twin === null ? 'conforms' : 'deviates';
    counts[verdict] += 1;
    addLowest(first[verdict], bounds.evidence, [key, 0, twin]);
    if (twin !== null && naming.size <= bounds.actuals)
      naming.set(twin, Math.min(key, naming.get(twin) ?? key));
  });
  return { counts, first, naming: naming.size > bounds.actuals ? null : naming };
}

const expected = 'a requestId that no other response of the run has';
const pointer = '/requestId';
const alone = skipped('only one response has a requestId, so there is nothing to compare it with');

/** Which responses have the same requestId as another response, over all operations. */
export function alikeIn(all: RequestIds, exchangeOf: ExchangeOf) {
  const { twinOf, copies, isAlone } = sharedIn(all);
  const requestIds = new Map<number, string>();
  const holderOf = (key: number) => {
    const { requestId, ...holder } = holderIn(exchangeOf(key), key);
    if (requestId !== null) requestIds.set(key, requestId);
    return { ...holder, requestId: requestId ?? 'a requestId, which was not kept' };
  };
  const actual = (key: number, twin: number | null) => {
    const { requestId } = holderOf(key);
    return twin === null ? requestId : `${requestId}, as in exchange ${holderOf(twin).exchange}`;
  };
  return {
    /** Responses of which another copy was added. */
    copies,
    /** Those that were shown so far, by the keys of their responses. */
    requestIds,
    /** Adds what they say to the other findings of the requirement. */
    addTo(into: RequirementState, operation: Operation): void {
      const { counts, first, naming } = saidOf(all[operation] ?? [], twinOf);
      for (const verdict of ['conforms', 'deviates'] as const) {
        if (!isAlone) into.counts[verdict] += counts[verdict];
        if (!isAlone) into.places[verdict] += counts[verdict];
        for (const [key, , twin] of first[verdict]) {
          const { exchange } = holderOf(key);
          if (isAlone) skip(into, key, alone);
          else show(into, verdict, key, [{ exchange, pointer, expected, actual: actual(key, twin) }]);
        }
      }
      addActuals(into, naming && Array.from(naming, ([twin, key]) => actual(key, twin)));
    },
  };
}

/**
 * A response that has a requestId, looked up for evidence: the id of its exchange, and the requestId as reports show it; null
 * where it was not kept.
 * @throws Error where an exchange is not the one that was added
 */
function holderIn(exchange: ReturnType<ExchangeOf>, key: number) {
  if (exchange !== undefined && 'forgotten' in exchange)
    return { exchange: exchange.forgotten, requestId: exchange.requestId ?? null };
  const content = exchange && judgedOf(new Read(exchange));
  const requestId = content && requestIdOf(content, maskedIn(exchange.masked, 'body'));
  if (exchange === undefined || typeof requestId !== 'string')
    throw new Error(`the exchange with the key ${key} is not the one that was judged`);
  return { exchange: exchange.id, requestId: cut(JSON.stringify(requestId)) };
}
