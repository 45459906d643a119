import type { Exchange } from '../model/exchange.ts';
import type { LineCheck } from '../model/recording.ts';
import type { Operation } from '../model/requirement.ts';
import type { BadEntry, TrafficSourceInfo } from '../model/traffic.ts';
import { contract } from '../operations/index.ts';
import { urlOf } from '../text/url.ts';
import { addressed } from './addressed.ts';
import { readBlocks } from './blocks.ts';
import type { JsonSource } from './body.ts';
import { detectingReader } from './formats.ts';
import { assertFewSecrets } from './headers.ts';
import type { Taker } from './lines.ts';
import { EntryProblem, messageOf } from './message.ts';
import { recorded } from './recorded.ts';
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

type SourceCounts = { -readonly [Name in 'bytes' | 'exchanges' | 'other' | 'bad' | 'requestAt']: number };

/** Lines of a source in which a request is looked for that is not part of an exchange. */
const mostNamed = 10_000;

/** Whether a value has a method and a path of the contract somewhere, in a text too. */
function namesRequest(value: unknown): boolean {
  const text = JSON.stringify(value);
  return contract.operations.some(
    ({ method, path }) =>
      text.includes(method) &&
      new RegExp(path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/"]+')).test(text),
  );
}

/** Takes what a reader finds in one source, and finds out what is the contract's. */
function sourceTaker(
  { source, index, range }: Piece,
  { operations, baseUrl, headersComplete }: ReadOptions,
  events: ReadEvents,
): Taker & { readonly counts: SourceCounts } {
  const counts: SourceCounts = { bytes: 0, exchanges: 0, other: 0, bad: 0, requestAt: Infinity };
  /** Lines that are not read. */
  const before = range?.lines ?? 0;
  const firstKey = keyOf(index, 0);
  const id = (number: number) => idOf(source.name, before + number);
  const isWanted = (operation: Operation, base: string) =>
    operations.includes(operation) && (baseUrl === null || isBelow(base, baseUrl));
  const take = (exchange: Exchange, number: number, base: string): void => {
    counts.exchanges += 1;
    events.exchange(exchange, firstKey + before + number, base);
  };
  const other = (): void => {
    counts.other += 1;
  };
  const bad: Taker['bad'] = (problem, number) => {
    counts.bad += 1;
    const own = number === null ? null : number + before;
    events.bad?.({ source: source.name, number: own, problem }, firstKey + (own ?? mostEntries - 1));
  };
  const attempt = (number: number, task: () => void): void => {
    try {
      task();
    } catch (error) {
      if (!(error instanceof EntryProblem)) throw error;
      bad(error.message, number);
    }
  };
  const message = (value: unknown, number: number, json: JsonSource): void => {
    const entry = messageOf(value);
    const found = entry && addressed(entry.method, entry.url);
    if (entry !== null && found !== null && isWanted(found.operation, found.base))
      take(recorded(entry, found, { id: id(number), headersComplete, source: json }), number, found.base);
    else {
      const at = before + number;
      const isNew = entry === null && counts.exchanges === 0 && at < Math.min(mostNamed, counts.requestAt);
      if (isNew && namesRequest(value)) counts.requestAt = at;
      other();
    }
  };
  const ofRun = (exchange: Exchange, number: number): void => {
    assertFewSecrets(exchange.request.headers);
    const { method, url } = exchange.request;
    const base = addressed(method, url)?.base ?? '';
    if (isWanted(exchange.operation, base))
      take({ ...exchange, id: id(number), probe: id(number) }, number, base);
    else other();
  };
  return {
    counts,
    other,
    bad,
    value: (value, number, json) => attempt(number, () => message(value, number, json)),
    exchange: (exchange, number) => attempt(number, () => ofRun(exchange, number)),
  };
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

/** Reads one source, or a range of it, to its end. */
export async function readPiece(
  piece: Piece,
  options: ReadOptions,
  events: ReadEvents,
): Promise<TrafficSourceInfo> {
  const { source, format, range } = piece;
  const taker = sourceTaker(piece, options, events);
  const reader = detectingReader(taker, format, options.check);
  const { signal } = options;
  const problem = await readBlocks(source.open(range ?? undefined), {
    write: (block) => reader.write(block),
    progress: (bytes) => {
      taker.counts.bytes += bytes;
      events.progress?.(bytes);
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (signal?.aborted !== true) {
    reader.end();
    if (problem !== null) taker.bad(problem, null);
  }
  const { requestAt, ...counts } = taker.counts;
  const info = { name: source.name, format: reader.format, ...counts };
  return counts.exchanges > 0 || requestAt === Infinity ? info : { ...info, requestAt };
}
