import type { Judgement } from '../judge/judgement.ts';
import type { Exchange } from '../model/exchange.ts';
import type { DeviationTraffic, TrafficFormat, TrafficInfo } from '../model/traffic.ts';
import type { Secret } from '../secrets/redaction.ts';
import { Gathered, type GatheredOptions, type ShareFindings } from './gathered.ts';
import { firstSource, type PartNumber } from './parts.ts';
import { idOf, placeOf, type ReadOptions, readPiece } from './read.ts';
import { type Piece, type Share, sharesOf } from './shares.ts';
import type { TrafficSource } from './sources.ts';
import type { Traffic, TrafficCounts } from './traffic.ts';

/**
 * Traffic is read in blocks and judged as it is read: no entry waits, so memory does not depend on their number.
 * Blocks of a file share one buffer; whoever keeps bytes beyond a block copies them. A key is the number of the
 * source and the line in one number, so an exchange that is no longer held can still be named. Few are read again
 * from their file, for evidence of equal requestIds.
 */

export interface TrafficOptions extends ReadOptions, GatheredOptions {
  /** Null: recognised by content. */
  readonly format: TrafficFormat | null;
  /** More entries that cannot be read make the outcome incomplete. */
  readonly maxBad: number;
  /** Null, or absent: all traffic is read. */
  readonly part?: PartNumber | null;
  /** @param more exchanges that were judged */
  readonly onExchanges?: (more: number) => void;
  /** @param bytes that were read more */
  readonly onProgress?: (bytes: number) => void;
}

/** Judged traffic, as a report is built from it. */
export interface ReadTraffic {
  readonly info: TrafficInfo;
  readonly judgement: Judgement;
  /** Of requirements that deviate, by their ids. */
  readonly requirements: ReadonlyMap<string, DeviationTraffic>;
  /** Those that are shown, redacted. */
  readonly exchanges: readonly Exchange[];
  /** Whether reading was interrupted. */
  readonly isCut: boolean;
  /** Secrets that no output may hold, as far as they are kept. */
  readonly secrets: readonly Secret[];
}

/** Sources that are read from their beginnings to their ends. */
function whole(sources: readonly TrafficSource[], { format, part = null }: TrafficOptions): readonly Piece[] {
  const first = firstSource(part);
  return sources.map((source, at) => ({ source, index: first + at, range: null, format }));
}

/** Reads exchanges again by their keys; not those of standard input. */
async function lookAgain(
  keys: ReadonlySet<number>,
  pieces: readonly Piece[],
  options: TrafficOptions,
): Promise<ReadonlyMap<number, Exchange>> {
  const found = new Map<number, Exchange>();
  const asked = new Set([...keys].map((key) => placeOf(key).source));
  const exchange = (one: Exchange, key: number) => {
    if (keys.has(key)) found.set(key, one);
  };
  for (const piece of pieces)
    if (asked.has(piece.index) && piece.source.file !== null) await readPiece(piece, options, { exchange });
  return found;
}

/** Reads again the few exchanges that turn out to be evidence only at the end. */
async function end(gathered: Gathered, pieces: readonly Piece[], options: TrafficOptions): Promise<void> {
  const asked = new Set<number>();
  const names = new Map(pieces.map(({ index, source }) => [index, source.name]));
  const forgotten = (key: number) => {
    const { source, number } = placeOf(key);
    asked.add(key);
    return { forgotten: idOf(names.get(source) ?? '', number) };
  };
  const judgement = gathered.traffic.results(forgotten);
  if (asked.size === 0 || options.signal?.aborted === true) return gathered.end(judgement);
  const found = await lookAgain(asked, pieces, options);
  gathered.end(gathered.traffic.results((key) => found.get(key) ?? forgotten(key)));
}

/** Reads pieces one after another, and judges the exchanges of the contract. */
export async function judgeShare(pieces: Share, options: TrafficOptions): Promise<Gathered> {
  const gathered = new Gathered(options);
  for (const piece of pieces) {
    if (options.signal?.aborted === true) break;
    const info = await readPiece(piece, options, {
      exchange: (exchange, key, base) => {
        gathered.traffic.add(exchange, key, base);
        options.onExchanges?.(1);
      },
      bad: (entry, key) => gathered.addBadEntry(entry, key),
      progress: (bytes) => options.onProgress?.(bytes),
    });
    gathered.addSource(info, piece.index, (piece.range?.start ?? 0) === 0);
  }
  return gathered;
}

/** How traffic is judged in shares. */
export interface Sharing {
  /** Judges one of them; several at a time, and in any order. */
  readonly judge: (share: Share) => Promise<ShareFindings>;
  /** Bytes of a share. */
  readonly bytes: number;
}

/** What is judged when judging is ended is left out. */
async function judgeShares(
  shares: readonly Share[],
  { judge }: Sharing,
  options: TrafficOptions,
): Promise<Gathered> {
  const gathered = new Gathered(options);
  const isEnded = () => options.signal?.aborted === true;
  const take = async (share: Share): Promise<void> => {
    if (isEnded()) return;
    const found = await judge(share).catch((error: unknown) => {
      if (!isEnded()) throw error;
    });
    if (found === undefined) return;
    gathered.mergeShare(found);
    for (const [, , { bytes, exchanges }] of found.sources) {
      options.onProgress?.(bytes);
      options.onExchanges?.(exchanges);
    }
  };
  await Promise.all(shares.map(take));
  return gathered;
}

/**
 * Reads all sources and judges the exchanges of the contract.
 * @param sharing without it all are read here, one after another; what is found is the same
 */
export async function gatherTraffic(
  sources: readonly TrafficSource[],
  options: TrafficOptions,
  sharing?: Sharing,
): Promise<Gathered> {
  const pieces = whole(sources, options);
  const gathered =
    sharing === undefined
      ? await judgeShare(pieces, options)
      : await judgeShares(await sharesOf(pieces, sharing.bytes), sharing, options);
  await end(gathered, pieces, options);
  return gathered;
}

/** Judged traffic for a report. @param read where the traffic comes from, and what could not be judged */
export function readOf(
  traffic: Traffic,
  judgement: Judgement,
  read: Omit<TrafficInfo, keyof TrafficCounts>,
): ReadTraffic {
  return {
    info: { ...traffic.seen(), ...read, ...(judgement.copies > 0 && { copies: judgement.copies }) },
    judgement,
    requirements: traffic.requirements,
    exchanges: traffic.shownExchanges,
    isCut: false,
    secrets: traffic.secrets,
  };
}

/** What was gathered from sources or parts, for a report. @param isCut whether reading was interrupted */
export function trafficOf(gathered: Gathered, maxBad: number, isCut: boolean): ReadTraffic {
  const { traffic, info, parts } = gathered;
  const read = { ...info, ...(parts && { parts }), maxBad };
  return { ...readOf(traffic, gathered.results(), read), isCut };
}
