import type { Forgotten, Judgement } from '../judge/judge.ts';
import type { Exchange } from '../model/exchange.ts';
import type { RequirementTraffic, TrafficInfo } from '../model/traffic.ts';
import type { Secret } from '../secrets/redaction.ts';
import { Gathered, type GatheredOptions } from './gathered.ts';
import { idOf, placeOf, type ReadOptions, readSource } from './read.ts';
import type { TrafficSource } from './sources.ts';
import type { Seen, Traffic } from './traffic.ts';

export interface TrafficOptions extends ReadOptions, GatheredOptions {
  /** More entries that cannot be read make the outcome incomplete. */
  readonly maxBad: number;
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

/** Finds the few exchanges that only all of them together make worth showing, for whoever asks for them by their keys. */
async function lookedUp(
  traffic: Traffic,
  sources: readonly TrafficSource[],
  options: ReadOptions,
): Promise<(key: number) => Exchange | Forgotten> {
  const asked = new Set<number>();
  const forgotten = (key: number) => {
    const { source, number } = placeOf(key);
    return { forgotten: idOf(sources[source]?.name ?? '', number) };
  };
  traffic.results((key) => {
    asked.add(key);
    return forgotten(key);
  });
  if (asked.size === 0 || options.signal?.aborted === true) return forgotten;
  const found = await lookAgain(asked, sources, options);
  return (key) => found.get(key) ?? forgotten(key);
}

/** Reads all sources one after another and judges what is the contract's. */
export async function gatherTraffic(
  sources: readonly TrafficSource[],
  options: TrafficOptions,
): Promise<Gathered> {
  const gathered = new Gathered(options);
  const { traffic } = gathered;
  let bad = 0;
  for (const [index, source] of sources.entries()) {
    if (options.signal?.aborted === true) break;
    const info = await readSource(source, index, options, {
      exchange: (exchange, key, base) => {
        traffic.add(exchange, key, base);
        options.onExchange?.();
      },
      bad: (entry) => {
        gathered.addBadEntry(entry, bad);
        bad += 1;
      },
      progress: (bytes) => options.onProgress?.(bytes),
    });
    gathered.addSource(info, index);
  }
  gathered.lookUp(await lookedUp(traffic, sources, options));
  return gathered;
}

/** Judged traffic for a report. @param read where the traffic comes from, and what could not be judged */
export function readOf(
  traffic: Traffic,
  judgement: Judgement,
  read: Omit<TrafficInfo, keyof Seen>,
): ReadTraffic {
  return {
    info: { ...traffic.seen(), ...read },
    judgement,
    requirements: traffic.requirements,
    exchanges: traffic.keptExchanges,
    isCut: false,
    secrets: traffic.secrets,
  };
}

/** What was gathered from sources or parts, for a report. @param isCut whether reading was interrupted */
export function trafficOf(gathered: Gathered, maxBad: number, isCut: boolean): ReadTraffic {
  const { traffic, sources, moreSources, other, bad, badEntries, origins, of, missing } = gathered;
  const judgement = gathered.results();
  if (origins.length > 0) traffic.forgetUnshown();
  const read = {
    sources,
    ...(moreSources === 0 ? {} : { moreSources }),
    ...(origins.length === 0 ? {} : { parts: { count: origins.length, of, missing } }),
    other,
    bad,
    badEntries,
    maxBad,
  };
  return { ...readOf(traffic, judgement, read), isCut };
}
