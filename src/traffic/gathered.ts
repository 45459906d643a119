import type { Contract } from '../contract/contract.ts';
import type { ExchangeOf, Judgement } from '../judge/judgement.ts';
import { Lowest } from '../judge/lowest.ts';
import type { StateOptions } from '../judge/state.ts';
import type { Operation, Sides } from '../model/requirement.ts';
import type { BadEntry, TrafficSourceInfo } from '../model/traffic.ts';
import type { Secret } from '../secrets/redaction.ts';
import { contractDigest, type Part, type PartOrigin } from './part.ts';
import { Traffic } from './traffic.ts';
import type { TrafficState } from './traffic-state.ts';

/** Sources, and unreadable entries, that are listed one by one. */
const mostSources = 1_000;
const mostBadEntries = 20;
/** Parts that are merged. */
const mostParts = 10_000;

/** What is the same for all parts of a whole. */
export interface GatheredOptions {
  readonly contract: Contract;
  readonly side: Sides;
  readonly operations: readonly Operation[];
  /** Number of this part; null where nobody named one, or it is put together from others. */
  readonly id?: number | null;
  /** Number of all parts; null where nobody said so. */
  readonly of?: number | null;
}

/** A part that does not fit the others; the message continues after the name of the part. */
export class PartError extends Error {
  override readonly name = 'PartError';
}

const same = <Value>(value: Value): Value => value;

/** All that a judge keeps. */
const ofShare: StateOptions = {
  limits: {
    evidence: Infinity,
    actuals: Infinity,
    texts: Infinity,
    requests: Infinity,
    unanswered: Infinity,
  },
  keyOf: same,
  requestIds: 'listed',
};

/** What was found in one share of traffic, as one thread gives it to another. */
export interface Found {
  /** By their position among all sources; of a source that is divided, what was read of it. */
  readonly sources: readonly (readonly [index: number, info: TrafficSourceInfo])[];
  readonly badEntries: readonly (readonly [key: number, entry: BadEntry])[];
  readonly traffic: TrafficState;
  readonly firstWithoutSuccess: Traffic['firstWithoutSuccess'];
  readonly secrets: readonly Secret[];
}

/** Judged traffic and where it comes from: sources, or parts that were merged. */
export class Gathered {
  readonly contract: Contract;
  readonly side: Sides;
  readonly operations: readonly Operation[];
  readonly id: number | null;
  readonly traffic: Traffic;
  of: number | null;
  other = 0;
  bad = 0;
  private sourceCount = 0;
  private readonly kept = new Lowest<TrafficSourceInfo>(mostSources);
  private readonly entries = new Lowest<BadEntry>(mostBadEntries);
  private readonly names = new Map<string, string>();
  private readonly taken: PartOrigin[] = [];
  private exchangeOf: ExchangeOf = () => undefined;
  private judgement: Judgement | null = null;

  constructor({ contract, side, operations, id = null, of = null }: GatheredOptions) {
    this.contract = contract;
    this.side = side;
    this.operations = operations;
    this.id = id;
    this.of = of;
    this.traffic = new Traffic(contract, side);
  }

  /** In the order of their numbers. */
  get origins(): readonly PartOrigin[] {
    return [...this.taken].sort(
      (a, b) => (a.id ?? Infinity) - (b.id ?? Infinity) || (a.digest < b.digest ? -1 : 1),
    );
  }

  get sources(): readonly TrafficSourceInfo[] {
    return this.kept.values;
  }

  get moreSources(): number {
    return this.sourceCount - this.kept.values.length;
  }

  get badEntries(): readonly BadEntry[] {
    return this.entries.values;
  }

  /** @param index of the source among all */
  addSource(info: TrafficSourceInfo, index: number): void {
    this.sourceCount += 1;
    this.other += info.other;
    this.bad += info.bad;
    this.kept.add({ key: index, at: 0 }, info);
  }

  /** @param key ordered as the entries are */
  addBadEntry(entry: BadEntry, key: number): void {
    this.entries.add({ key, at: 0 }, entry);
  }

  /**
   * Ends the gathering.
   * @param exchangeOf gives exchanges again that were not kept
   * @param judgement the results, where they are known already
   */
  end(exchangeOf: ExchangeOf, judgement: Judgement | null = null): void {
    this.exchangeOf = exchangeOf;
    this.judgement = judgement;
  }

  results(): Judgement {
    return this.judgement ?? this.traffic.results(this.exchangeOf);
  }

  state(options: StateOptions, exchanges: number): Pick<Part, 'sources' | 'badEntries' | 'traffic'> {
    return {
      sources: this.kept.state(options, mostSources, same),
      badEntries: this.entries.state(options, mostBadEntries, same),
      traffic: this.traffic.state(this.exchangeOf, options, exchanges),
    };
  }

  /** What was found in one share of the traffic, to be taken by another: nothing is left out. */
  get found(): Found {
    const { traffic, entries } = this;
    return {
      sources: this.kept.entries.map(({ rank, value }) => [rank.key, value]),
      badEntries: entries.entries.map(({ rank, value }) => [rank.key, value]),
      traffic: traffic.state(() => undefined, ofShare, Infinity, same),
      firstWithoutSuccess: traffic.firstWithoutSuccess,
      secrets: traffic.secrets,
    };
  }

  /** Takes over what was found in a share of the same traffic. Its sources are added by `addSource`, once they are whole. */
  add({ badEntries, traffic, firstWithoutSuccess, secrets }: Found): void {
    for (const [key, entry] of badEntries) this.addBadEntry(entry, key);
    this.traffic.addWithoutSuccess(firstWithoutSuccess);
    this.traffic.take(traffic);
    this.traffic.remember(secrets);
  }

  /**
   * @param name of the file that holds it
   * @throws PartError where it does not fit the parts before it; then nothing of it is taken
   */
  take(part: Part, name: string): void {
    const problem = this.problemWith(part);
    if (problem !== null) throw new PartError(problem);
    for (const origin of part.parts) this.names.set(keyOf(origin), name);
    this.taken.push(...part.parts);
    this.of ??= part.of;
    this.other += part.other;
    this.bad += part.bad;
    this.sourceCount += part.sources.length + part.moreSources;
    this.kept.take(part.sources, same);
    this.entries.take(part.badEntries, same);
    this.traffic.take(part.traffic);
  }

  private problemWith(part: Part): string | null {
    if (part.contract !== contractDigest(this.contract))
      return `was judged by other requirements, those of version ${part.tool.version}. Judge its traffic again with this version, or merge with that one`;
    if (part.side !== this.side)
      return `was judged with --side ${part.side}, and those before it with --side ${this.side}. Judge all parts alike`;
    if (part.operations.join() !== this.operations.join())
      return `is about ${part.operations.join(' and ')}, and those before it about ${this.operations.join(' and ')}. Judge all parts with the same --operation`;
    if (part.of !== null && this.of !== null && part.of !== this.of)
      return `is one of ${part.of} parts, and those before it of ${this.of}. Give --parts the same number everywhere`;
    const of = part.of ?? this.of;
    const wrong = of === null ? undefined : this.outside(part, of);
    if (wrong !== undefined) return wrong;
    if (this.taken.length + part.parts.length > mostParts)
      return `makes more than ${mostParts} parts, the most that are merged`;
    return part.parts.map((origin) => this.twice(origin)).find((found) => found !== null) ?? null;
  }

  /** Parts are numbered from 0 or from 1. */
  private outside({ parts }: Part, of: number): string | undefined {
    const ids = new Set([...this.taken, ...parts].map(({ id }) => id));
    const [high] = parts.filter(({ id }) => id !== null && id > of);
    if (high !== undefined) return `is part ${high.id} of ${of}. Number parts from 0 or from 1 (--part-id)`;
    const isMixed = ids.has(0) && ids.has(of);
    return isMixed
      ? `is one of parts that are numbered both from 0 and from 1; there are ${of} of them`
      : undefined;
  }

  /** Parts without a number may be equal where they are empty. */
  private twice(origin: PartOrigin): string | null {
    const before = this.names.get(keyOf(origin));
    if (before === undefined || (origin.id === null && origin.exchanges === 0)) return null;
    const what = origin.id === null ? 'the same traffic' : `part ${origin.id}`;
    return `is ${what} once more: ${before} has it already. Give each part once, as a retry leaves one behind`;
  }

  /** Numbers of missing parts, where their count is known. */
  get missing(): readonly string[] {
    const { of } = this;
    if (of === null) return [];
    const ids = new Set(this.taken.flatMap(({ id }) => id ?? []));
    const between = Array.from({ length: of - 1 }, (_, at) => at + 1).filter((id) => !ids.has(id));
    const isLast = ids.has(0) || ids.has(of);
    return [...(isLast ? [] : [`0 or ${of}`]), ...between.map(String)];
  }
}

function keyOf({ id, digest }: PartOrigin): string {
  return id === null ? digest : String(id);
}
