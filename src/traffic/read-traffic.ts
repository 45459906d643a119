import type { Exchange } from '../../schemas/types.ts';
import { type RequestIds, requestIds } from '../judge/request-ids.ts';
import type { Sides } from '../model/requirement.ts';
import type { Secret } from '../secrets/redaction.ts';
import type { TrafficFindings } from './counts.ts';
import type { TrafficFormat } from './formats.ts';
import { firstSource, type PartNumber } from './parts.ts';
import { idOf, placeOf, type ReadOptions, readPiece } from './read.ts';
import type { JudgedTraffic } from './seen.ts';
import { type Piece, type Share, sharesOf } from './shares.ts';
import type { TrafficSource } from './sources.ts';
import { Traffic } from './traffic.ts';

/**
 * Traffic is read in blocks and judged as it is read: no entry waits, so memory does not depend on their number.
 * Blocks of a file share one buffer; whoever keeps bytes beyond a block copies them. A key is the number of the
 * source and the line in one number, so an exchange that is no longer held can still be named. Few are read again
 * from their file, for evidence of equal requestIds.
 */

export interface TrafficOptions extends ReadOptions {
  readonly side: Sides;
  /** Null: recognised by content. */
  readonly format: TrafficFormat | null;
  /** Null, or absent: all traffic is read. */
  readonly part?: PartNumber | null;
}

/** Reads again the few exchanges that turn out to be evidence only at the end; not those of standard input. */
async function judged(
  traffic: Traffic,
  pieces: readonly Piece[],
  { onExchanges: _, onProgress: _bytes, ...options }: TrafficOptions,
): Promise<JudgedTraffic> {
  const asked = new Set<number>();
  const found = new Map<number, Exchange>();
  const names = new Map(pieces.map(({ index, source }) => [index, source.name]));
  const exchangeOf = (key: number) => {
    const { source, number } = placeOf(key);
    asked.add(key);
    return found.get(key) ?? { forgotten: idOf(names.get(source) ?? '', number) };
  };
  const judgement = traffic.results(exchangeOf);
  if (asked.size === 0 || options.signal?.aborted === true) return { traffic, judgement };
  const sources = new Set(Array.from(asked, (key) => placeOf(key).source));
  for (const piece of pieces)
    if (sources.has(piece.index) && piece.source.file !== null)
      await readPiece(piece, options, (exchange, key) => {
        if (asked.has(key)) found.set(key, exchange);
      });
  return { traffic, judgement: traffic.results(exchangeOf) };
}

/** Reads pieces one after another, and judges the exchanges of the contract. */
async function judgePieces(pieces: readonly Piece[], options: TrafficOptions): Promise<Traffic> {
  const { side, signal } = options;
  const traffic = new Traffic(side);
  const add = traffic.add.bind(traffic);
  for (const piece of pieces) {
    if (signal?.aborted === true) break;
    const info = await readPiece(piece, options, add, traffic.known.badEntries);
    traffic.addSource(info, piece.index, (piece.range?.start ?? 0) === 0);
  }
  return traffic;
}

/** What was found in one share of traffic, as one thread gives it to another. */
export interface ShareFindings {
  readonly findings: TrafficFindings;
  readonly requestIds: RequestIds;
  readonly secrets: readonly Secret[];
}

export async function judgeShare(share: Share, options: TrafficOptions): Promise<ShareFindings> {
  const { findings, judge, secrets } = await judgePieces(share, options);
  return { findings, requestIds: judge.requestIds, secrets };
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
  { side, signal, onExchanges, onProgress }: TrafficOptions,
): Promise<Traffic> {
  const traffic = new Traffic(side);
  const take = async (share: Share): Promise<void> => {
    if (signal?.aborted === true) return;
    const found = await judge(share).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    });
    if (found === undefined) return;
    traffic.merge(found.findings);
    requestIds.merge(traffic.judge.requestIds, found.requestIds);
    traffic.remember(found.secrets);
    for (const [, , { bytes, exchanges }] of found.findings.sources) {
      onProgress?.(bytes);
      onExchanges?.(exchanges);
    }
  };
  await Promise.all(shares.map(take));
  return traffic;
}

/**
 * Reads all sources and judges the exchanges of the contract.
 * @param sharing without it all are read here, one after another; what is found is the same
 */
export async function gatherTraffic(
  sources: readonly TrafficSource[],
  options: TrafficOptions,
  sharing?: Sharing,
): Promise<JudgedTraffic> {
  const { format, part = null } = options;
  const first = firstSource(part);
  const pieces = sources.map((source, at) => ({ source, index: first + at, range: null, format }));
  const traffic =
    sharing === undefined
      ? await judgePieces(pieces, options)
      : await judgeShares(await sharesOf(pieces, sharing.bytes), sharing, options);
  return judged(traffic, pieces, options);
}
