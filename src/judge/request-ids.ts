import { bounds } from '../bounded/bounds.ts';
import { addLowest, type Lowest, valuesOf } from '../bounded/lowest.ts';
import { hashOf } from '../bounded/sample.ts';
import { entryOf, type Named, named, type Shape } from '../bounded/state.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Operation } from '../model/requirement.ts';
import { skipped } from '../reading/skipped.ts';
import { cut } from '../text/cut.ts';
import { addActuals, type Judged, type RequirementState, show, skip } from './findings.ts';

/**
 * Which responses share a requestId is known only when all have been added. Each takes 20 bytes, two hashes and a key, and 8
 * more while results are made, which read again the few responses that evidence shows.
 */

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

/** The same for copies of one exchange: its time, its request and its response. */
function recordOf({ id, recorded, timings, request, response }: Exchange, time: number | null): string {
  const when = recorded === undefined ? id : (time ?? id);
  const sent = `${when} ${timings.totalMs} ${request.method} ${request.url}\n${request.headers.join('\n')}\n${request.body}`;
  return `${sent}\n${response?.status}\n${response?.headers.join('\n')}\n${response?.body.text}`;
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

/** A requestId as reports show it. */
export function shownRequestId(requestId: string): string {
  return cut(JSON.stringify(requestId));
}

/** A response that has a requestId, as it is looked up for evidence. */
export interface Holder {
  /** Id of its exchange. */
  readonly exchange: string;
  /** The requestId as reports show it; null where it was not kept. */
  readonly requestId: string | null;
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

/** Which hashes are of several records, over all operations, and how many responses are copies. */
function repeatedIn(all: readonly IdBlock[]) {
  const hashes = new BigUint64Array(all.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  each(all, (hash) => {
    hashes[filled] = hash;
    filled += 1;
  });
  hashes.sort();
  const repeated = hashes.filter((hash, at) => hash === hashes[at - 1] && hash !== hashes[at - 2]);
  const records = new Uint32Array(repeated.length);
  each(all, (hash, _, record) => {
    const at = placeIn(repeated, hash);
    if (at !== null) records[at] = (records[at] || record) === record ? record : several;
  });
  const isRepeated = (hash: bigint) => records[placeIn(repeated, hash) ?? repeated.length] === several;
  const copies = hashes.filter((hash, at) => hash === hashes[at - 1] && !isRepeated(hash)).length;
  return { isRepeated, copies, isAlone: hashes.length - copies === 1 };
}

/** What the responses of one operation say, in bounded space. */
interface Said {
  readonly counts: Record<Judged, number>;
  /** The hashes of the first ones. */
  readonly first: Readonly<Record<Judged, Lowest<bigint>>>;
  /** Hashes of responses that deviate; null for more than actual values are kept. */
  readonly shared: ReadonlySet<bigint> | null;
}

function saidOf(responses: readonly IdBlock[], isRepeated: (hash: bigint) => boolean): Said {
  const counts = { conforms: 0, deviates: 0 };
  const first: Record<Judged, Lowest<bigint>> = { conforms: [], deviates: [] };
  const shared = new Set<bigint>();
  each(responses, (id, key) => {
    const verdict = isRepeated(id) ? 'deviates' : 'conforms';
    counts[verdict] += 1;
    addLowest(first[verdict], bounds.evidence, [key, 0, id]);
    if (verdict === 'deviates' && shared.size <= bounds.actuals) shared.add(id);
  });
  return { counts, first, shared: shared.size > bounds.actuals ? null : shared };
}

const expected = 'a requestId that no other response of the run has';
const pointer = '/requestId';
const alone = skipped('only one response has a requestId, so there is nothing to compare it with');

/**
 * Which responses have the same requestId as another response, over all operations.
 * @param holderOf gives the response that was added under a key
 */
export function alikeIn(all: RequestIds, holderOf: (key: number) => Holder) {
  const { isRepeated, copies, isAlone } = repeatedIn(Object.values(all).flat());
  const said = new Map(Object.entries(all).map(([name, own]) => [name, saidOf(own, isRepeated)]));
  /** The lowest keys of the responses with one requestId, two of each operation, for all that is reported one by one. */
  const groups = new Map<bigint, Named<Lowest<number>>>();
  for (const { first, shared } of said.values())
    for (const id of [...valuesOf(first.deviates), ...(shared ?? [])]) groups.set(id, {});
  for (const [operation, own] of Object.entries(all))
    each(own, (id, key) => {
      const group = groups.get(id);
      if (group === undefined) return;
      group[operation] ??= [];
      addLowest(group[operation], 2, [key, 0, key]);
    });

  const shownOf = (key: number) => holderOf(key).requestId ?? 'a requestId, which was not kept';
  const actual = (key: number, id: bigint) => {
    const keys = Object.values(groups.get(id) ?? {}).flatMap(valuesOf);
    const twin = Math.min(...keys.filter((other) => other !== key));
    return `${shownOf(key)}, as in exchange ${holderOf(twin).exchange}`;
  };
  return {
    /** Responses of which another copy was added. */
    copies,
    /** Adds what they say to the other findings of the requirement. */
    addTo(into: RequirementState, operation: Operation): void {
      const own = said.get(operation);
      if (own === undefined) return;
      for (const verdict of ['conforms', 'deviates'] as const) {
        if (!isAlone) into.counts[verdict] += own.counts[verdict];
        if (!isAlone) into.places[verdict] += own.counts[verdict];
        for (const [key, , id] of own.first[verdict]) {
          const { exchange } = holderOf(key);
          if (isAlone) skip(into, key, alone);
          else {
            const found = verdict === 'conforms' ? shownOf(key) : actual(key, id);
            show(into, verdict, key, [{ exchange, pointer, expected, actual: found }]);
          }
        }
      }
      // Beyond the second response of a group, all name the same other one.
      const values =
        own.shared &&
        [...own.shared].flatMap((id) =>
          valuesOf(groups.get(id)?.[operation] ?? []).map((key) => actual(key, id)),
        );
      addActuals(into, values);
    },
  };
}
