import type { Exchange } from '../model/exchange.ts';
import type { LineCheck } from '../model/recording.ts';
import type { Operation } from '../model/requirement.ts';
import type { BadEntry, TrafficSourceInfo } from '../model/traffic.ts';
import { urlOf } from '../text/url.ts';
import { addressed, namesRequest } from './addressed.ts';
import { readBlocks } from './blocks.ts';
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
}

/** Called while a source is read. */
export interface ReadEvents {
  /** @param key unique over all sources, and ordered as they are @param base the base URL, as recorded */
  readonly exchange: (exchange: Exchange, key: number, base: string) => void;
  /** @param key as for an exchange */
  readonly bad?: (bad: BadEntry, key: number) => void;
  /** Bytes that were read more, as they lie in the source. */
  readonly progress?: (bytes: number) => void;
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

/** Reads one source, or a range of it, to its end. */
export async function readPiece(
  { source, index, range, format }: Piece,
  { operations, baseUrl, headersComplete, check, signal }: ReadOptions,
  events: ReadEvents,
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
    events.bad?.({ source: name, number: own, problem }, keyOf(index, own ?? mostEntries - 1));
  };
  const other = () => {
    counts.other += 1;
  };
  /** @param find gives a wanted exchange and its base URL; null for anything else @throws EntryProblem */
  const take = (number: number, find: (id: string) => readonly [exchange: Exchange, base: string] | null) => {
    try {
      const found = find(idOf(name, before + number));
      if (found === null) return other();
      counts.exchanges += 1;
      events.exchange(found[0], keyOf(index, before + number), found[1]);
    } catch (error) {
      if (!(error instanceof EntryProblem)) throw error;
      bad(error.message, number);
    }
  };
  const taker: Taker = {
    ...{ bad, other },
    value: (value, number, json) =>
      take(number, (id) => {
        const entry = entryOf(value);
        const found = entry && addressed(entry.method, entry.url);
        if (found && isWanted(found.operation, found.base))
          return [recorded(entry, found, id, headersComplete, json), found.base];
        const at = before + number;
        const isNew = entry === null && counts.exchanges === 0 && at < Math.min(mostNamed, requestAt);
        if (isNew && namesRequest(value)) requestAt = at;
        return null;
      }),
    exchange: (exchange, number) =>
      take(number, (id) => {
        const { method, url, headers } = exchange.request;
        assertFewSecrets(headers);
        const base = addressed(method, url)?.base ?? '';
        return isWanted(exchange.operation, base) ? [{ ...exchange, id, probe: id }, base] : null;
      }),
  };
  const reader = detectingReader(taker, format, check);
  const progress = (bytes: number) => {
    counts.bytes += bytes;
    events.progress?.(bytes);
  };
  const problem = await readBlocks(source.open(range ?? undefined), reader.write, progress, signal);
  if (signal?.aborted !== true) {
    reader.end();
    if (problem !== null) bad(problem, null);
  }
  const info = { name, format: reader.format(), ...counts };
  return counts.exchanges > 0 || requestAt === Infinity ? info : { ...info, requestAt };
}
