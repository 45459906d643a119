import { Lowest, type LowestState } from '../bounded/lowest.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { RequestIdsState } from '../judge/request-ids.ts';
import type { Operation, Sides } from '../model/requirement.ts';
import type { BadEntry, PartsInfo, TrafficSourceInfo } from '../model/traffic.ts';
import type { Secret } from '../secrets/redaction.ts';
import { Traffic } from './traffic.ts';

/** Sources, and unreadable entries, that are listed one by one. */
const mostSources = 1_000;
const mostBadEntries = 20;
/** RequestIds of which the text is kept. */
const mostIdTexts = 1_000;

/** What is the same for all parts of a whole. */
export interface GatheredOptions {
  readonly side: Sides;
  readonly operations: readonly Operation[];
}

/** What was found in traffic, in a share of it or in a part: plain JSON, but for the requestIds. */
export type TrafficFindings = Gathered['state'];

/** What was found in one share of traffic, as one thread gives it to another. */
export interface ShareFindings extends TrafficFindings {
  readonly requestIds: RequestIdsState;
  readonly secrets: readonly Secret[];
}

function sum(
  { requestAt: at = Infinity, ...one }: TrafficSourceInfo,
  other: TrafficSourceInfo,
): TrafficSourceInfo {
  const [bytes, exchanges] = [one.bytes + other.bytes, one.exchanges + other.exchanges];
  const requestAt = exchanges > 0 ? Infinity : Math.min(at, other.requestAt ?? Infinity);
  const summed = { ...one, bytes, exchanges, other: one.other + other.other, bad: one.bad + other.bad };
  return requestAt === Infinity ? summed : { ...summed, requestAt };
}

/** Judged traffic and where it comes from. Others give what they found as a state, which is taken over. */
export class Gathered {
  readonly side: Sides;
  readonly operations: readonly Operation[];
  readonly traffic: Traffic;
  other = 0;
  bad = 0;
  private sourceCount = 0;
  private readonly firstSources = new Lowest<{ info: TrafficSourceInfo }>(mostSources);
  private readonly entries = new Lowest<BadEntry>(mostBadEntries);
  protected readonly idTexts = new Lowest<string>(mostIdTexts);
  private judgement: Judgement | null = null;

  constructor({ side, operations }: GatheredOptions) {
    this.side = side;
    this.operations = operations;
    this.traffic = new Traffic(side);
  }

  /** Parts that it is put together from; null where it was read. */
  get parts(): PartsInfo | null {
    return null;
  }

  get sources(): readonly TrafficSourceInfo[] {
    return this.firstSources.values.map(({ info }) => info);
  }

  get moreSources(): number {
    return Math.max(0, this.sourceCount - this.sources.length);
  }

  get badEntries(): readonly BadEntry[] {
    return this.entries.values;
  }

  /** @param index of the source among all @param isBeginning of a source that is divided, whether this is its first range */
  addSource(info: TrafficSourceInfo, index: number, isBeginning: boolean): void {
    if (isBeginning) this.sourceCount += 1;
    this.other += info.other;
    this.bad += info.bad;
    this.keepSource(index, isBeginning ? 0 : 1, info);
  }

  private keepSource(key: number, at: number, info: TrafficSourceInfo): void {
    if (key > this.firstSources.highestKey) return;
    const known = this.firstSources.state.findLast(
      ([other, otherAt]) => other === key && (at === 1 || otherAt === 1),
    )?.[2];
    if (known === undefined) this.firstSources.add(key, { info }, at);
    else known.info = sum(known.info, info);
  }

  /** @param key ordered as the entries are */
  addBadEntry(entry: BadEntry, key: number): void {
    this.entries.add(key, entry);
  }

  /** Ends the gathering. */
  end(judgement: Judgement): void {
    this.judgement = judgement;
    for (const [key, text] of judgement.requestIds) this.idTexts.add(key, text);
  }

  results(): Judgement {
    return this.judgement ?? this.traffic.results(() => undefined);
  }

  get state() {
    const { state } = this.firstSources;
    const sources: LowestState<TrafficSourceInfo> = state.map(([key, at, { info }]) => [key, at, info]);
    return {
      sources,
      sourceCount: this.sourceCount,
      other: this.other,
      bad: this.bad,
      badEntries: this.entries.state,
      idTexts: this.idTexts.state,
      traffic: this.traffic.state,
    };
  }

  /** Takes over the state of another one. */
  take({ sources, sourceCount, other, bad, badEntries, idTexts, traffic }: TrafficFindings): void {
    for (const [key, at, info] of sources) this.keepSource(key, at, info);
    this.sourceCount += sourceCount;
    this.other += other;
    this.bad += bad;
    this.entries.take(badEntries);
    this.idTexts.take(idTexts);
    this.traffic.take(traffic);
  }

  /** All that it knows, for a thread that judges shares of the same traffic. */
  get share(): ShareFindings {
    const { state, traffic } = this;
    return { ...state, requestIds: traffic.judge.requestIds.state, secrets: traffic.secrets };
  }

  takeShare({ requestIds, secrets, ...found }: ShareFindings): void {
    this.take(found);
    this.traffic.judge.requestIds.take(requestIds);
    this.traffic.remember(secrets);
  }
}
