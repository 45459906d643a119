import type { Contract } from '../contract/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { LineCheck } from '../model/recording.ts';
import type { Operation } from '../model/requirement.ts';
import type { BadEntry, TrafficSourceInfo } from '../model/traffic.ts';
import { urlOf } from '../text/url.ts';
import { type Addresser, addresserOf } from './addressed.ts';
import { readBlocks } from './blocks.ts';
import type { JsonSource } from './body.ts';
import { DetectingReader } from './formats.ts';
import { assertFewSecrets } from './headers.ts';
import type { Taker } from './lines.ts';
import { EntryProblem, messageOf } from './message.ts';
import { recorded } from './recorded.ts';
import type { Piece } from './shares.ts';
import type { TrafficSource } from './sources.ts';

/** Which exchanges are judged, and how traffic is read. */
export interface ReadOptions {
  readonly contract: Contract;
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

/** Lines or entries of one source at most, so that a key is one number of 53 bits. */
const mostEntries = 2 ** 36;

/** The source and the entry of a key. */
export function placeOf(key: number): { readonly source: number; readonly number: number } {
  return { source: Math.floor(key / mostEntries), number: key % mostEntries };
}

/** The id of an exchange: its source and line, as editors name them. */
export function idOf(source: string, number: number): string {
  return `${source}:${number}`;
}

type SourceCounts = { -readonly [Name in 'bytes' | 'exchanges' | 'other' | 'bad']: number };

/** Takes what a reader finds in one source, and finds out what is the contract's. */
class SourceTaker implements Taker {
  readonly counts: SourceCounts = { bytes: 0, exchanges: 0, other: 0, bad: 0 };
  private readonly source: TrafficSource;
  /** Lines that are not read. */
  private readonly before: number;
  private readonly firstKey: number;
  private readonly options: ReadOptions;
  private readonly events: ReadEvents;
  private readonly addressed: Addresser;

  constructor({ source, index, range }: Piece, options: ReadOptions, events: ReadEvents) {
    this.source = source;
    this.before = range?.lines ?? 0;
    this.firstKey = index * mostEntries;
    this.options = options;
    this.events = events;
    this.addressed = addresserOf(options.contract);
  }

  readonly value: Taker['value'] = (value, number, source) =>
    this.attempt(number, () => this.message(value, number, source));

  readonly exchange: Taker['exchange'] = (exchange, number) =>
    this.attempt(number, () => this.recorded(exchange, number));

  private recorded(exchange: Exchange, number: number): void {
    assertFewSecrets(exchange.request.headers);
    const { method, url } = exchange.request;
    const base = this.addressed(method, url)?.base ?? '';
    if (this.isWanted(exchange.operation, base))
      this.take({ ...exchange, id: this.id(number), probe: this.id(number) }, number, base);
    else this.other();
  }

  private attempt(number: number, task: () => void): void {
    try {
      task();
    } catch (error) {
      if (!(error instanceof EntryProblem)) throw error;
      this.bad(error.message, number);
    }
  }

  readonly other = (): void => {
    this.counts.other += 1;
  };

  readonly bad: Taker['bad'] = (problem, number) => {
    this.counts.bad += 1;
    const own = number === null ? null : number + this.before;
    const key = this.firstKey + (own ?? mostEntries - 1);
    this.events.bad?.({ source: this.source.name, number: own, problem }, key);
  };

  private message(value: unknown, number: number, source: JsonSource): void {
    const message = messageOf(value);
    const found = message && this.addressed(message.method, message.url);
    if (message !== null && found !== null && this.isWanted(found.operation, found.base)) {
      const { headersComplete } = this.options;
      const exchange = recorded(message, found, { id: this.id(number), headersComplete, source });
      this.take(exchange, number, found.base);
    } else this.other();
  }

  private take(exchange: Exchange, number: number, base: string): void {
    this.counts.exchanges += 1;
    this.events.exchange(exchange, this.firstKey + this.before + number, base);
  }

  private id(number: number): string {
    return idOf(this.source.name, this.before + number);
  }

  private isWanted(operation: Operation, base: string): boolean {
    const { operations, baseUrl } = this.options;
    return operations.includes(operation) && (baseUrl === null || isBelow(base, baseUrl));
  }
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
  const taker = new SourceTaker(piece, options, events);
  const reader = new DetectingReader(taker, format, options.check);
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
  return { name: source.name, format: reader.format, ...taker.counts };
}
