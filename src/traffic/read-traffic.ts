import type { Forgotten, Judgement } from '../judge/judgement.ts';
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

/** Judged traffic, as a report is built from it. */
export interface ReadTraffic {
  readonly info: TrafficInfo;
  readonly judgement: Judgement;
  /** Of requirements that deviate, by their ids. */
  readonly requirements: ReadonlyMap<string, RequirementTraffic>;
  /** Those that are shown, redacted. */
  readonly exchanges: readonly Exchange[];
  /** Whether reading was interrupted. */
  readonly isCut: boolean;
  /** Secrets that no output may hold, as far as they are kept. */
  readonly secrets: readonly Secret[];
}

/** Reads exchanges again by their keys; not those of standard input. */
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

/** Reads again the few exchanges that turn out to be evidence only at the end, and gives them by their keys. */
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

/** Reads all sources one after another, and judges the exchanges of the contract. */
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
