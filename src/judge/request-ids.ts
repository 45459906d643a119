import type { Finding } from '../model/finding.ts';
import type { Operation } from '../model/requirement.ts';
import { cut } from './evidence.ts';
import { Lowest } from './lowest.ts';
import { hashOf } from './sample.ts';
import { evidenceLimit, type Tally } from './tally.ts';

/** An answer that has a requestId. */
interface Holder {
  readonly key: number;
  readonly operation: Operation;
  readonly exchange: string;
}

/** The answers with one requestId: how many, and the first of each operation, one more than evidence lists. */
interface Group {
  readonly actual: string;
  readonly counts: Map<Operation, number>;
  readonly first: Map<Operation, Lowest<Holder>>;
}

const expected = 'a requestId that no other answer of the run has';
const pointer = '/requestId';

/** The requestIds of a run: which answers share one is known only when all are there. */
export class RequestIds {
  private readonly groups = new Map<string, Group>();
  private answers = 0;

  add(holder: Holder, requestId: string): void {
    const hash = hashOf(requestId);
    const known = this.groups.get(hash);
    const group = known ?? { actual: cut(JSON.stringify(requestId)), counts: new Map(), first: new Map() };
    if (known === undefined) this.groups.set(hash, group);
    count(group, holder.operation, 1);
    firstOf(group, holder.operation).add({ key: holder.key, at: 0 }, holder);
    this.answers += 1;
  }

  merge(other: RequestIds): void {
    this.answers += other.answers;
    for (const [hash, theirs] of other.groups) {
      const group = this.groups.get(hash) ?? { actual: theirs.actual, counts: new Map(), first: new Map() };
      this.groups.set(hash, group);
      for (const [operation, number] of theirs.counts) count(group, operation, number);
      for (const [operation, first] of theirs.first) firstOf(group, operation).merge(first);
    }
  }

  /** Adds what they say to the other findings of the requirement: alike over all operations, counted for one. */
  tally(requirement: string, operation: Operation, into: Tally): void {
    for (const group of this.groups.values()) {
      const holders = group.first.get(operation)?.values ?? [];
      for (const holder of holders) into.add(holder.key, this.finding(requirement, group, holder));
      const unlisted = (group.counts.get(operation) ?? 0) - holders.length;
      if (unlisted > 0) into.addUnlisted(total(group) > 1 ? 'deviates' : 'conforms', unlisted);
    }
  }

  private finding(requirement: string, group: Group, holder: Holder): Finding {
    const { exchange } = holder;
    const base = { requirement, exchange, evidence: [], evidenceOmitted: 0 };
    if (this.answers === 1) {
      const reason = 'no other answer of the run has a requestId to compare with';
      return { ...base, verdict: 'not-exercised', reason };
    }
    const twin = total(group) > 1 ? otherThan(holder, group) : undefined;
    const actual = twin === undefined ? group.actual : `${group.actual}, as in exchange ${twin.exchange}`;
    const verdict = twin === undefined ? 'conforms' : 'deviates';
    return { ...base, verdict, evidence: [{ exchange, pointer, expected, actual }] };
  }
}

function count({ counts }: Group, operation: Operation, number: number): void {
  counts.set(operation, (counts.get(operation) ?? 0) + number);
}

function total({ counts }: Group): number {
  let sum = 0;
  for (const number of counts.values()) sum += number;
  return sum;
}

function firstOf({ first }: Group, operation: Operation): Lowest<Holder> {
  const known = first.get(operation) ?? new Lowest<Holder>(evidenceLimit + 1);
  first.set(operation, known);
  return known;
}

/** The first answer of the group besides one, of any operation. */
function otherThan({ key }: Holder, { first }: Group): Holder | undefined {
  const others = [...first.values()].flatMap(({ values }) => values).filter((holder) => holder.key !== key);
  return others.reduce<Holder | undefined>((low, one) => (low && low.key < one.key ? low : one), undefined);
}
