import { addLowest, highestKey, type Lowest, lowest, valuesOf } from '../bounded/lowest.ts';
import { count, record, type Shape, type StateOf } from '../bounded/state.ts';
import type { ExchangeOf, Judgement } from '../judge/judgement.ts';
import { type RequestIds, requestIds } from '../judge/request-ids.ts';
import type { Operation, Sides } from '../model/requirement.ts';
import type { BadEntry, PartsInfo, TrafficSourceInfo } from '../model/traffic.ts';
import type { Secret } from '../secrets/redaction.ts';
import { Traffic, type TrafficFindings } from './traffic.ts';

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

/** Of two ranges of a source. */
function sum(
  { requestAt: at = Infinity, ...one }: TrafficSourceInfo,
  other: TrafficSourceInfo,
): TrafficSourceInfo {
  const [bytes, exchanges] = [one.bytes + other.bytes, one.exchanges + other.exchanges];
  const requestAt = exchanges > 0 ? Infinity : Math.min(at, other.requestAt ?? Infinity);
  const summed = { ...one, bytes, exchanges, other: one.other + other.other, bad: one.bad + other.bad };
  return requestAt === Infinity ? summed : { ...summed, requestAt };
}

/** By the position of the source among all. */
type SourceList = Lowest<TrafficSourceInfo>;

function keepSource(into: SourceList, key: number, info: TrafficSourceInfo): void {
  const known = into.findLastIndex(([other]) => other === key);
  const before = into[known];
  if (before !== undefined) into[known] = [key, 0, sum(before[2], info)];
  else if (key <= highestKey(into, mostSources)) addLowest(into, mostSources, [key, 0, info]);
}

const sources: Shape<SourceList> = {
  empty: () => [],
  merge: (into, from) => {
    for (const [key, , info] of from) keepSource(into, key, info);
    return into;
  },
};

const read = record({
  sources,
  sourceCount: count,
  /** Entries that are no exchanges of the document, and those that could not be read. */
  other: count,
  bad: count,
  badEntries: lowest<BadEntry>(mostBadEntries),
  idTexts: lowest<string>(mostIdTexts),
});

/** What was found in traffic, in a share of it or in a part: JSON, but for the Maps. */
export interface GatheredFindings extends StateOf<typeof read> {
  readonly traffic: TrafficFindings;
}

/** What was found in one share of traffic, as one thread gives it to another. */
export interface ShareFindings extends GatheredFindings {
  readonly requestIds: RequestIds;
  readonly secrets: readonly Secret[];
}

/** Judged traffic and where it comes from. */
export class Gathered {
  readonly side: Sides;
  readonly operations: readonly Operation[];
  readonly traffic: Traffic;
  protected readonly read = read.empty();
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

  /** Where it comes from, as reports say it. */
  get info() {
    const { sourceCount, other, bad, ...all } = this.read;
    const [listed, badEntries] = [valuesOf(all.sources), valuesOf(all.badEntries)];
    const moreSources = Math.max(0, sourceCount - listed.length);
    return { sources: listed, ...(moreSources > 0 && { moreSources }), other, bad, badEntries };
  }

  /** @param index of the source among all @param isBeginning of a source that is divided, whether this is its first range */
  addSource(info: TrafficSourceInfo, index: number, isBeginning: boolean): void {
    if (isBeginning) this.read.sourceCount += 1;
    this.read.other += info.other;
    this.read.bad += info.bad;
    keepSource(this.read.sources, index, info);
  }

  /** @param key ordered as the entries are */
  addBadEntry(entry: BadEntry, key: number): void {
    addLowest(this.read.badEntries, mostBadEntries, [key, 0, entry]);
  }

  /** Ends the gathering. */
  end(judgement: Judgement): void {
    this.judgement = judgement;
    for (const [key, text] of judgement.requestIds) addLowest(this.read.idTexts, mostIdTexts, [key, 0, text]);
  }

  /** Gives exchanges again that are not kept. */
  protected readonly exchangeOf: ExchangeOf = () => undefined;

  results(): Judgement {
    return this.judgement ?? this.traffic.results(this.exchangeOf);
  }

  get findings(): GatheredFindings {
    return { ...this.read, traffic: this.traffic.findings };
  }

  /** Takes over what another one found. */
  merge(from: GatheredFindings): void {
    read.merge(this.read, from);
    this.traffic.merge(from.traffic);
  }

  /** All that it knows, for a thread that judges shares of the same traffic. */
  get share(): ShareFindings {
    const { traffic, findings } = this;
    return { ...findings, requestIds: traffic.judge.requestIds, secrets: traffic.secrets };
  }

  mergeShare(from: ShareFindings): void {
    this.merge(from);
    requestIds.merge(this.traffic.judge.requestIds, from.requestIds);
    this.traffic.remember(from.secrets);
  }
}
