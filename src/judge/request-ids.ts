import { bounds } from '../bounded/bounds.ts';
import { HashedKeys, type HashedKeysState, repeatedIn } from '../bounded/hashed-keys.ts';
import { Lowest } from '../bounded/lowest.ts';
import type { Operation } from '../model/requirement.ts';
import { skipped } from '../reading/skipped.ts';
import { cut } from '../text/cut.ts';
import type { Judged, RequirementTally } from './tally.ts';

/**
 * Takes 20 bytes for each response, two hashes and a key, and 8 more while results are made, which read again the few
 * responses that evidence shows.
 */

/** A response that has a requestId, as it is looked up for evidence. */
export interface Holder {
  /** Id of its exchange. */
  readonly exchange: string;
  /** The requestId as reports show it; null where it was not kept. */
  readonly requestId: string | null;
}

/** By name of the operation. */
export type RequestIdsState = Readonly<Record<string, HashedKeysState>>;

/** A requestId as reports show it. */
export function shownRequestId(requestId: string): string {
  return cut(JSON.stringify(requestId));
}

/** The response that was added under a key. */
type HolderOf = (key: number) => Holder;

const expected = 'a requestId that no other response of the run has';
const pointer = '/requestId';
const isAlone = skipped('only one response has a requestId, so there is nothing to compare it with');

/** What the responses of one operation say, in bounded space. */
interface Said {
  readonly counts: Record<Judged, number>;
  /** The hashes of the first ones. */
  readonly first: Readonly<Record<Judged, Lowest<bigint>>>;
  /** Hashes of responses that deviate; null for more than actual values are kept. */
  readonly shared: ReadonlySet<bigint> | null;
}

function saidOf(responses: HashedKeys, isRepeated: (hash: bigint) => boolean): Said {
  const { evidence, actuals } = bounds;
  const counts = { conforms: 0, deviates: 0 };
  const first = { conforms: new Lowest<bigint>(evidence), deviates: new Lowest<bigint>(evidence) };
  const shared = new Set<bigint>();
  responses.each((id, key) => {
    const verdict = isRepeated(id) ? 'deviates' : 'conforms';
    counts[verdict] += 1;
    first[verdict].add(key, id);
    if (verdict === 'deviates' && shared.size <= actuals) shared.add(id);
  });
  return { counts, first, shared: shared.size > actuals ? null : shared };
}

/** The requestIds of a run: which responses share one is known only when all have been added. */
export class RequestIds {
  private readonly responses = new Map<Operation, HashedKeys>();

  add(operation: Operation, key: number, requestId: string, record: string): void {
    this.of(operation).add(requestId, key, record);
  }

  get state(): RequestIdsState {
    return Object.fromEntries(
      [...this.responses].map(([operation, responses]) => [operation, responses.state]),
    );
  }

  take(state: RequestIdsState): void {
    for (const [operation, responses] of Object.entries(state)) this.of(operation).take(responses);
  }

  /** How many responses they are of. */
  get size(): number {
    return [...this.responses.values()].reduce((sum, { size }) => sum + size, 0);
  }

  private of(operation: Operation): HashedKeys {
    const known = this.responses.get(operation) ?? new HashedKeys();
    this.responses.set(operation, known);
    return known;
  }

  /** Which requestIds are the same, over all operations. */
  alike(holderOf: HolderOf): Alike {
    return new Alike(this.responses, holderOf);
  }
}

/** Which responses have the same requestId as another response. */
export class Alike {
  private readonly said: ReadonlyMap<Operation, Said>;
  /** The lowest keys of the responses with one requestId, two of each operation, for all that is reported one by one. */
  private readonly groups = new Map<bigint, Map<Operation, Lowest<number>>>();
  private readonly holderOf: HolderOf;
  private readonly isAlone: boolean;
  /** Responses of which another copy was added. */
  readonly copies: number;

  constructor(responses: ReadonlyMap<Operation, HashedKeys>, holderOf: HolderOf) {
    const lists = [...responses.values()];
    const { isRepeated, copies } = repeatedIn(lists);
    this.copies = copies;
    this.holderOf = holderOf;
    this.isAlone = lists.reduce((sum, { size }) => sum + size, 0) - copies === 1;
    this.said = new Map([...responses].map(([operation, list]) => [operation, saidOf(list, isRepeated)]));
    for (const { first, shared } of this.said.values())
      for (const id of [...first.deviates.values, ...(shared ?? [])]) this.groups.set(id, new Map());
    for (const [operation, list] of responses)
      list.each((id, key) => {
        const group = this.groups.get(id);
        if (group === undefined) return;
        const lowest = group.get(operation) ?? new Lowest<number>(2);
        group.set(operation, lowest);
        lowest.add(key, key);
      });
  }

  /** Adds what they say to the other findings of the requirement. */
  tally(operation: Operation, into: RequirementTally): void {
    const said = this.said.get(operation);
    if (said === undefined) return;
    for (const verdict of ['conforms', 'deviates'] as const) {
      if (!this.isAlone) into.count(verdict, said.counts[verdict]);
      for (const [key, , id] of said.first[verdict].state) {
        const { exchange } = this.holderOf(key);
        const actual = verdict === 'conforms' ? this.shown(key) : this.actual(key, id);
        if (this.isAlone) into.skip(key, isAlone);
        else into.show(verdict, key, [{ exchange, pointer, expected, actual }]);
      }
    }
    into.addActuals(said.shared && this.actuals(operation, said.shared));
  }

  private shown(key: number): string {
    return this.holderOf(key).requestId ?? 'a requestId, which was not kept';
  }

  private actual(key: number, id: bigint): string {
    const keys = [...(this.groups.get(id)?.values() ?? [])].flatMap(({ values }) => values);
    const twin = Math.min(...keys.filter((other) => other !== key));
    return `${this.shown(key)}, as in exchange ${this.holderOf(twin).exchange}`;
  }

  /** Every value that deviates: beyond the second response of a group, all name the same other one. */
  private actuals(operation: Operation, shared: ReadonlySet<bigint>): readonly string[] {
    return [...shared].flatMap((id) =>
      (this.groups.get(id)?.get(operation)?.values ?? []).map((key) => this.actual(key, id)),
    );
  }
}
