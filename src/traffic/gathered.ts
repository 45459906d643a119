import type { Bounds } from '../bounded/bounds.ts';
import { type KeyOf, Lowest, type LowestState, renumbered } from '../bounded/lowest.ts';
import type { Contract } from '../contract/contract.ts';
import type { ExchangeOf, Judgement } from '../judge/judgement.ts';
import type { RequestIdsState } from '../judge/request-ids.ts';
import type { Operation, Sides } from '../model/requirement.ts';
import type { BadEntry, TrafficSourceInfo } from '../model/traffic.ts';
import type { Secret } from '../secrets/redaction.ts';
import { contractDigest, type Part, type PartOrigin, type WrittenPart } from './part.ts';
import { blocksOf, type IdBlock, PartIds, type PlaceOf } from './part-ids.ts';
import { idOf } from './read.ts';
import { Traffic } from './traffic.ts';
import type { TrafficState } from './traffic-state.ts';

/** Sources, and unreadable entries, that are listed one by one. */
const mostSources = 1_000;
const mostBadEntries = 20;
/** Parts that are merged. */
export const mostParts = 10_000;
/** RequestIds of a part of which the text is kept. */
const mostIdTexts = 1_000;

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

/** How a line is refused whose requestIds are of no part. */
export const idsWithoutPart =
  'has requestIds, and the first line of their part is not before it. Expected the lines of a part as check --partial writes them, all of them, in their order';

/** What was found in one share of traffic, as one thread gives it to another. */
export interface ShareFindings {
  /** By their position among all sources; of a source that is divided, what was read of it. */
  readonly sources: LowestState<TrafficSourceInfo>;
  readonly badEntries: LowestState<BadEntry>;
  readonly traffic: TrafficState;
  readonly requestIds: RequestIdsState;
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
  private readonly ids = new PartIds();
  /** RequestIds of the part that was taken last that are still to be taken. */
  private awaited = 0;
  private readonly idTexts = new Lowest<string>(mostIdTexts);
  private exchangeOf: ExchangeOf = () => undefined;
  private placeOf: PlaceOf = (key) => this.ids.placeOf(key);
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
    this.kept.add(index, info);
  }

  /** @param key ordered as the entries are */
  addBadEntry(entry: BadEntry, key: number): void {
    this.entries.add(key, entry);
  }

  /**
   * Ends the gathering.
   * @param exchangeOf gives exchanges again that were not kept
   * @param placeOf says where each is
   * @param judgement the results, where they are known already
   */
  end(exchangeOf: ExchangeOf, placeOf: PlaceOf, judgement: Judgement | null = null): void {
    this.exchangeOf = exchangeOf;
    this.placeOf = placeOf;
    this.judgement = judgement;
    for (const [key, text] of this.traffic.shownRequestIds(exchangeOf)) this.idTexts.add(key, text);
  }

  results(): Judgement {
    if (this.taken.length > 0) return this.traffic.judge.results(this.idOf);
    return this.judgement ?? this.traffic.results(this.exchangeOf);
  }

  /** The id of an exchange of a part, and its requestId as far as that is kept. */
  private readonly idOf: ExchangeOf = (key) => {
    const { source, number } = this.ids.placeOf(key);
    const text = this.idTexts.state.find(([known]) => known === key)?.[2];
    return { forgotten: idOf(source, number), ...(text === undefined ? {} : { requestId: text }) };
  };

  /** What is known within narrower bounds. @param exchanges that are kept @param keyOf what becomes of the keys */
  within(bounds: Bounds, exchanges: number, keyOf: KeyOf): WrittenPart {
    return {
      sources: renumbered(this.kept.state, keyOf),
      badEntries: renumbered(this.entries.state, keyOf),
      idTexts: renumbered(this.idTexts.state.slice(0, 10 * bounds.evidence), keyOf),
      traffic: this.traffic.within(bounds, exchanges, keyOf),
    };
  }

  /** The requestIds of all answers that are compared, in blocks. */
  idBlocks(): Iterable<IdBlock> {
    return blocksOf(this.traffic.judge.requestIds.state, this.placeOf);
  }

  /** What was found in one share of the traffic, to be taken by another: nothing is left out. */
  get found(): ShareFindings {
    const { traffic, entries } = this;
    return {
      sources: this.kept.state,
      badEntries: entries.state,
      traffic: traffic.state,
      requestIds: traffic.judge.requestIds.state,
      firstWithoutSuccess: traffic.firstWithoutSuccess,
      secrets: traffic.secrets,
    };
  }

  /** Takes over what was found in a share of the same traffic. Its sources are added by `addSource`, once they are whole. */
  add({ badEntries, traffic, requestIds, firstWithoutSuccess, secrets }: ShareFindings): void {
    this.entries.take(badEntries);
    this.traffic.addWithoutSuccess(firstWithoutSuccess);
    this.traffic.take(traffic);
    this.traffic.judge.requestIds.take(requestIds);
    this.traffic.remember(secrets);
  }

  /**
   * @param name of the file that holds it
   * @throws PartError where it does not fit the parts before it; then nothing of it is taken
   */
  take(part: Part, name: string): void {
    this.endPart();
    const problem = this.problemWith(part);
    if (problem !== null) throw new PartError(problem);
    for (const origin of part.parts) this.names.set(keyOf(origin), name);
    this.taken.push(...part.parts);
    this.of ??= part.of;
    this.other += part.other;
    this.bad += part.bad;
    this.sourceCount += part.sources.length + part.moreSources;
    this.kept.take(part.sources);
    this.entries.take(part.badEntries);
    this.awaited = part.requestIds;
    this.idTexts.take(part.idTexts);
    this.traffic.take(part.traffic);
  }

  /** Takes requestIds of the part that was taken last. @throws PartError where it has no more */
  takeIds(block: IdBlock): void {
    const { operation, hashes, keys } = block;
    if (keys.length > this.awaited) throw new PartError(idsWithoutPart);
    this.awaited -= keys.length;
    this.ids.add(block);
    this.traffic.judge.requestIds.take({ [operation]: { hashes, keys } });
  }

  /** @throws PartError where requestIds of the part that was taken last are missing */
  endPart(): void {
    if (this.awaited === 0) return;
    const names = [...this.names.values()];
    throw new PartError(
      `does not continue ${names.at(-1)}, of which ${this.awaited} requestIds are missing. Copy its file again, to the end`,
    );
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

  /** Numbers of missing parts, in ranges, where the number of all parts is known. */
  get missing(): readonly string[] {
    const { of } = this;
    if (of === null) return [];
    const ids = new Set(this.taken.flatMap(({ id }) => id ?? []));
    const between = [...ids].filter((id) => id > 0 && id < of).sort((a, b) => a - b);
    const isLast = ids.has(0) || ids.has(of);
    return [...(isLast ? [] : [`0 or ${of}`]), ...gaps(between, of)];
  }
}

/** `2`, `4-7`: the numbers from 1 to before the end that are not among these. @param numbers sorted */
function gaps(numbers: readonly number[], end: number): readonly string[] {
  return [0, ...numbers].flatMap((before, at) => {
    const [first, last] = [before + 1, (numbers[at] ?? end) - 1];
    if (first > last) return [];
    return [first === last ? String(first) : `${first}-${last}`];
  });
}

function keyOf({ id, digest }: PartOrigin): string {
  return id === null ? digest : String(id);
}
