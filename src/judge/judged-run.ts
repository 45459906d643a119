import type { Exchange } from '../model/exchange.ts';
import type { Operation } from '../model/requirement.ts';
import type { JsonDocument } from '../target/json.ts';
import { type ReadExchange, readExchanges } from '../target/meaning.ts';
import { readSent, type Sent } from './sent.ts';

/** An answer that is judged in full, whoever asked: one that means success, or 2xx with JSON that is no object. */
export interface JudgedAnswer {
  readonly exchange: Exchange;
  readonly document: JsonDocument;
  readonly byteOrderMark: boolean;
  readonly sent: Sent;
  /** JSON Pointers of the body where a secret was masked. */
  readonly masked: ReadonlySet<string>;
}

/** One exchange: as read, and as judged where its answer is. */
export interface Entry {
  readonly read: ReadExchange;
  readonly judged: JudgedAnswer | null;
}

/** The exchanges of a run, read once for all requirements. */
export interface JudgedRun {
  readonly entries: readonly Entry[];
  readonly answers: readonly JudgedAnswer[];
}

function judgedAnswer({ exchange, answer, meaning }: ReadExchange): JudgedAnswer | null {
  if ((meaning !== 'success' && meaning !== 'no-object') || answer?.kind !== 'json') return null;
  const { document, byteOrderMark } = answer;
  const masked = exchange.masked.filter(({ part }) => part === 'body').map(({ at }) => at);
  return { exchange, document, byteOrderMark, sent: readSent(exchange), masked: new Set(masked) };
}

export function readRun(exchanges: readonly Exchange[]): JudgedRun {
  const entries = readExchanges(exchanges).map((read) => ({ read, judged: judgedAnswer(read) }));
  return { entries, answers: entries.flatMap(({ judged }) => judged ?? []) };
}

/** The exchanges of one operation, in the order of the plan. */
export function entriesOf({ entries }: JudgedRun, operation: Operation): readonly Entry[] {
  return entries.filter(({ read }) => read.exchange.operation === operation);
}
