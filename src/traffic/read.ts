import type { BadEntry, Exchange, TrafficSourceInfo } from '../../schemas/types.ts';
import type { Lowest } from '../bounded/lowest.ts';
import type { LineCheck } from '../model/recording.ts';
import type { Operation } from '../model/requirement.ts';
import { urlOf } from '../text/url.ts';
import { addressed, namesRequest } from './addressed.ts';
import { readBlocks } from './blocks.ts';
import { addBadEntry } from './counts.ts';
import { assertFewSecrets, entryOf, recorded } from './entry.ts';
import { detectingReader } from './formats.ts';
import { EntryProblem, type Taker } from './lines.ts';
import type { Piece } from './shares.ts';

/** Which exchanges are judged, and how traffic is read. */
export interface ReadOptions {
  /** Only these operations. */
  readonly operations: readonly Operation[];
  /** Only exchanges with this base URL; null for any. */
  readonly baseUrl: string | null;
  /** Whether the operator says that a header that is not in the record was not sent. */
  readonly headersComplete: boolean;
  /** Checks lines of a recording against their schema. */
  readonly check: LineCheck;
  readonly signal?: AbortSignal;
  /** @param more exchanges that were read */
  readonly onExchanges?: (more: number) => void;
  /** @param bytes that were read more, as they lie in the source */
  readonly onProgress?: (bytes: number) => void;
}

/** Sources, and lines or entries of each, at most: a key is one number of 53 bits. */
export const mostSources = 2 ** 20;
const mostEntries = 2 ** 33;

export function keyOf(source: number, number: number): number {
  return source * mostEntries + number;
}

/** The source and the entry of a key. */
export function placeOf(key: number): { readonly source: number; readonly number: number } {
  return { source: Math.floor(key / mostEntries), number: key % mostEntries };
}

/** The id of an exchange: its source and line, as editors name them. */
export function idOf(source: string, number: number): string {
  return `${source}:${number}`;
}

/** A base URL in one form. */
function plainBase(url: string): string {
  return urlOf(url)?.href.replace(/\/$/, '') ?? url;
}

/** Whether the text before a path is the base URL; a record without a host is compared with its path only. */
function isBelow(base: string, baseUrl: string): boolean {
  if (base === baseUrl) return true;
  const wanted = plainBase(baseUrl);
  return base.includes('://')
    ? plainBase(base) === wanted
    : base === new URL(wanted).pathname.replace(/\/$/, '');
}

/** Lines of a source in which a request is looked for that is not part of an exchange. */
const mostNamed = 10_000;

/**
 * Reads one source, or a range of it, to its end.
 * @param take gets each exchange; its key is unique over all sources, and ordered as they are; its base URL is as recorded
 * @param badEntries gets what could not be read
 */
export async function readPiece(
  { source, index, range, format }: Piece,
  { operations, baseUrl, headersComplete, check, signal, onExchanges, onProgress }: ReadOptions,
  take: (exchange: Exchange, key: number, base: string) => void,
  badEntries: Lowest<BadEntry> = [],
): Promise<TrafficSourceInfo> {
  const { name } = source;
  const counts = { bytes: 0, exchanges: 0, other: 0, bad: 0 };
  let requestAt = Infinity;
  /** Lines that are not read. */
  const before = range?.lines ?? 0;
  const isWanted = (operation: Operation, base: string) =>
    operations.includes(operation) && (baseUrl === null || isBelow(base, baseUrl));
  const bad: Taker['bad'] = (problem, number) => {
    counts.bad += 1;
    const own = number === null ? null : number + before;
    addBadEntry(badEntries, keyOf(index, own ?? mostEntries - 1), { source: name, number: own, problem });
  };
  const other = () => {
    counts.other += 1;
  };
  /** @param find gives a wanted exchange and its base URL; null for anything else @throws EntryProblem */
  const found = (
    number: number,
    find: (id: string) => readonly [exchange: Exchange, base: string] | null,
  ) => {
    try {
      const one = find(idOf(name, before + number));
      if (one === null) return other();
      counts.exchanges += 1;
      take(one[0], keyOf(index, before + number), one[1]);
      onExchanges?.(1);
    } catch (error) {
      if (!(error instanceof EntryProblem)) throw error;
      bad(error.message, number);
    }
  };
  const taker: Taker = {
    ...{ bad, other },
    value: (value, number, json) =>
      found(number, (id) => {
        const entry = entryOf(value);
        const about = entry && addressed(entry.method, entry.url);
        if (about && isWanted(about.operation, about.base))
          return [recorded(entry, about, id, headersComplete, json), about.base];
        const at = before + number;
        const isNew = entry === null && counts.exchanges === 0 && at < Math.min(mostNamed, requestAt);
        if (isNew && namesRequest(value)) requestAt = at;
        return null;
      }),
    exchange: (exchange, number) =>
      found(number, (id) => {
        const { method, url, headers } = exchange.request;
        assertFewSecrets(headers);
        const base = addressed(method, url)?.base ?? '';
        return isWanted(exchange.operation, base) ? [{ ...exchange, id, probe: id }, base] : null;
      }),
  };
  const reader = detectingReader(taker, format, check);
  const progress = (bytes: number) => {
    counts.bytes += bytes;
    onProgress?.(bytes);
  };
  const problem = await readBlocks(source.open(range ?? undefined), reader.write, progress, signal);
  if (signal?.aborted !== true) {
    reader.end();
    if (problem !== null) bad(problem, null);
  }
  const info = { name, format: reader.format(), ...counts };
  return counts.exchanges > 0 || requestAt === Infinity ? info : { ...info, requestAt };
}
