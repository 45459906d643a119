import type { Judgement } from '../judge/judge.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Sides } from '../model/requirement.ts';
import type { BadEntry, RequirementTraffic, TrafficInfo, TrafficSourceInfo } from '../model/traffic.ts';
import type { Secret } from '../secrets/redaction.ts';
import { idOf, placeOf, type ReadOptions, readSource } from './read.ts';
import type { TrafficSource } from './sources.ts';
import { Traffic } from './traffic.ts';

/** Entries that could not be read and are told one by one. */
const mostBadEntries = 20;

export interface TrafficOptions extends ReadOptions {
  /** More entries that cannot be read make the outcome incomplete. */
  readonly maxBad: number;
  /** What is judged: answers, requests, or both. */
  readonly side: Sides;
  readonly onExchange?: () => void;
  /** @param bytes that were read more */
  readonly onProgress?: (bytes: number) => void;
}

/** What was read of traffic, and what the judge says of it. */
export interface ReadTraffic {
  readonly info: TrafficInfo;
  readonly judgement: Judgement;
  /** Of requirements that deviate, by their ids. */
  readonly requirements: ReadonlyMap<string, RequirementTraffic>;
  /** Those that are shown, redacted. */
  readonly exchanges: readonly Exchange[];
  /** Whether reading was ended before its end. */
  readonly isCut: boolean;
  /** What may be in no output, as far as it is remembered. */
  readonly secrets: readonly Secret[];
}

/** Reads exchanges once more by their keys; of standard input there is no second look. */
async function lookAgain(
  keys: ReadonlySet<number>,
  sources: readonly TrafficSource[],
  options: ReadOptions,
): Promise<ReadonlyMap<number, Exchange>> {
  const found = new Map<number, Exchange>();
  for (const [index, source] of sources.entries()) {
    const own = [...keys].filter((key) => placeOf(key).source === index);
    if (own.length === 0 || !source.isFile) continue;
    await readSource(source, index, options, {
      exchange: (exchange, key) => {
        if (keys.has(key)) found.set(key, exchange);
      },
    });
  }
  return found;
}

/** What the judge says, with a second look at the few exchanges that only all of them together make worth showing. */
async function judged(
  traffic: Traffic,
  sources: readonly TrafficSource[],
  options: ReadOptions,
): Promise<Judgement> {
  const asked = new Set<number>();
  const forgotten = (key: number) => {
    const { source, number } = placeOf(key);
    return { forgotten: idOf(sources[source]?.name ?? '', number) };
  };
  const judgement = traffic.results((key) => {
    asked.add(key);
    return forgotten(key);
  });
  if (asked.size === 0 || options.signal?.aborted === true) return judgement;
  const found = await lookAgain(asked, sources, options);
  return traffic.results((key) => found.get(key) ?? forgotten(key));
}

/** Reads all sources one after another and judges what is the contract's. */
export async function readTraffic(
  sources: readonly TrafficSource[],
  options: TrafficOptions,
): Promise<ReadTraffic> {
  const traffic = new Traffic(options.contract, options.side);
  const badEntries: BadEntry[] = [];
  const infos: TrafficSourceInfo[] = [];
  for (const [index, source] of sources.entries()) {
    if (options.signal?.aborted === true) break;
    const info = await readSource(source, index, options, {
      exchange: (exchange, key, base) => {
        traffic.add(exchange, key, base);
        options.onExchange?.();
      },
      bad: (entry) => {
        if (badEntries.length < mostBadEntries) badEntries.push(entry);
      },
      progress: (bytes) => options.onProgress?.(bytes),
    });
    infos.push(info);
  }
  const sum = (of: (info: TrafficSourceInfo) => number) => infos.reduce((all, info) => all + of(info), 0);
  return {
    info: {
      ...traffic.seen(),
      sources: infos,
      other: sum(({ other }) => other),
      bad: sum(({ bad }) => bad),
      badEntries,
      maxBad: options.maxBad,
    },
    judgement: await judged(traffic, sources, options),
    requirements: traffic.requirements,
    exchanges: traffic.keptExchanges,
    isCut: options.signal?.aborted === true,
    secrets: traffic.secrets,
  };
}
