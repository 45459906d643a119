import { Lowest } from '../bounded/lowest.ts';
import type { Operation } from '../model/requirement.ts';
import { cut } from '../text/cut.ts';
import { HashedKeys, type HashedKeysState, Repeated } from './hashed-keys.ts';
import { silence } from './silence.ts';
import { actualLimit, mostEvidence, type RequirementTally } from './tally.ts';

/** An answer that has a requestId, as it is looked up for evidence. */
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

/** The answer that was added under a key. */
export type HolderOf = (key: number) => Holder;

const expected = 'a requestId that no other answer of the run has';
const pointer = '/requestId';

/** The lowest keys of the answers with one requestId, two of each operation: only these are named as twins. */
type Group = ReadonlyMap<Operation, Lowest<number>>;

/** What the answers of one operation say, in bounded space. */
class Said {
  readonly counts = { conforms: 0, deviates: 0 };
  readonly first = {
    conforms: new Lowest<bigint>(mostEvidence),
    deviates: new Lowest<bigint>(mostEvidence),
  };
  /** Hashes of answers that deviate; one more than actual values are kept means too many. */
  readonly shared = new Set<bigint>();

  constructor(answers: HashedKeys, repeated: Repeated) {
    answers.each((id, key) => {
      const verdict = repeated.has(id) ? 'deviates' : 'conforms';
      this.counts[verdict] += 1;
      this.first[verdict].add({ key, at: 0 }, id);
      if (verdict === 'deviates' && this.shared.size <= actualLimit) this.shared.add(id);
    });
  }

  /** Hashes of the answers that are reported one by one. */
  get told(): ReadonlySet<bigint> {
    return new Set([...this.first.deviates.values, ...(this.shared.size > actualLimit ? [] : this.shared)]);
  }
}

/**
 * The requestIds of a run: which answers share one is known only when all have been added. Each answer takes 16 bytes,
 * for a hash and the key, and 8 more while results are made.
 */
export class RequestIds {
  private readonly answers = new Map<Operation, HashedKeys>();

  add(operation: Operation, key: number, requestId: string): void {
    this.of(operation).add(requestId, key);
  }

  get state(): RequestIdsState {
    return Object.fromEntries([...this.answers].map(([operation, answers]) => [operation, answers.state]));
  }

  take(state: RequestIdsState): void {
    for (const [operation, answers] of Object.entries(state)) this.of(operation).take(answers);
  }

  /** How many answers they are of. */
  get size(): number {
    return [...this.answers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  private of(operation: Operation): HashedKeys {
    const known = this.answers.get(operation) ?? new HashedKeys();
    this.answers.set(operation, known);
    return known;
  }

  /** Which requestIds are the same, over all operations. */
  alike(holderOf: HolderOf): Alike {
    return new Alike(this.answers, holderOf);
  }
}

/** Which answers have the same requestId as another answer. */
export class Alike {
  private readonly said: ReadonlyMap<Operation, Said>;
  private readonly groups: ReadonlyMap<bigint, Group>;
  private readonly holderOf: HolderOf;
  private readonly isAlone: boolean;

  constructor(answers: ReadonlyMap<Operation, HashedKeys>, holderOf: HolderOf) {
    const lists = [...answers.values()];
    const repeated = new Repeated(lists);
    this.said = new Map([...answers].map(([operation, list]) => [operation, new Said(list, repeated)]));
    this.groups = groupsOf(answers, new Set([...this.said.values()].flatMap(({ told }) => [...told])));
    this.holderOf = holderOf;
    this.isAlone = lists.reduce((sum, { size }) => sum + size, 0) === 1;
  }

  /** Adds what they say to the other findings of the requirement. */
  tally(operation: Operation, into: RequirementTally): void {
    const said = this.said.get(operation);
    if (said === undefined) return;
    for (const verdict of ['conforms', 'deviates'] as const) {
      const first = said.first[verdict].entries;
      for (const { rank, value } of first) this.add(into, verdict, rank.key, value);
      into.addUnlisted(verdict, said.counts[verdict] - first.length);
    }
    into.addActuals(said.shared.size > actualLimit ? null : this.actuals(operation, said));
  }

  private add(into: RequirementTally, verdict: 'conforms' | 'deviates', key: number, id: bigint): void {
    const { exchange, requestId } = this.holderOf(key);
    if (this.isAlone)
      into.addSilence(key, silence('no other answer of the run has a requestId to compare with'));
    else if (verdict === 'conforms')
      into.addConforming(key, [{ exchange, pointer, expected, actual: shown(requestId) }], 0);
    else into.addDeviating(key, [{ exchange, pointer, expected, actual: this.actual(key, id) }], 0);
  }

  private actual(key: number, id: bigint): string {
    const keys = [...(this.groups.get(id)?.values() ?? [])].flatMap(({ values }) => values);
    const others = keys.filter((other) => other !== key);
    // Parts that somebody made up may give several answers one key.
    const twin = others.length === 0 ? key : Math.min(...others);
    return `${shown(this.holderOf(key).requestId)}, as in exchange ${this.holderOf(twin).exchange}`;
  }

  /** Every value that deviates: beyond the second answer of a group, all name the same twin. */
  private actuals(operation: Operation, { shared }: Said): readonly string[] {
    return [...shared].flatMap((id) =>
      (this.groups.get(id)?.get(operation)?.values ?? []).map((key) => this.actual(key, id)),
    );
  }
}

function shown(requestId: string | null): string {
  return requestId ?? 'a requestId, which was not kept';
}

function groupsOf(
  answers: ReadonlyMap<Operation, HashedKeys>,
  wanted: ReadonlySet<bigint>,
): ReadonlyMap<bigint, Group> {
  const groups = new Map([...wanted].map((id) => [id, new Map<Operation, Lowest<number>>()]));
  for (const [operation, list] of answers)
    list.each((id, key) => {
      const group = groups.get(id);
      if (group === undefined) return;
      const lowest = group.get(operation) ?? new Lowest<number>(2);
      group.set(operation, lowest);
      lowest.add({ key, at: 0 }, key);
    });
  return groups;
}
