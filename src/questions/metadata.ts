import type { ReadExchange } from '../model/answer.ts';
import type { Exchange, Header } from '../model/exchange.ts';
import type { QuestionFindings, QuestionTally } from './tally.ts';

/** Different heads, and names of headers, that are remembered. */
const mostHeads = 100;
const mostNames = 1_000;

/** What answers with one head show. */
interface Head {
  readonly status: number;
  /** How much of it was recorded. */
  readonly recorded: string;
  /** As of the first such answer; only values that a question looks at are compared. */
  readonly headers: readonly Header[];
  /** Null of ordinary answers, whose bodies show nothing of these questions. */
  readonly body: string | null;
  readonly shows: readonly QuestionFindings[];
  /** Keys up to this one may be evidence. */
  readonly evidenceUpTo: number;
  /** Answers that are not yet counted, and the lowest key among them. */
  count: number;
  firstKey: number;
}

/** Characters of the body of a refusal that is remembered. */
const longestBody = 2_000;

/** Whether the head of an answer, and the body of a refusal, tell all that it shows of the questions about heads. */
export function isToldByHead(read: ReadExchange): boolean {
  if (read.exchange.credentials !== 'authorised' || read.answer?.kind !== 'json') return false;
  return read.meaning === 'success' || (read.meaning === 'refusal' && isShort(read));
}

function isShort({ exchange: { response } }: ReadExchange): boolean {
  return (response?.body.text.length ?? 0) <= longestBody;
}

/**
 * What the heads of answers show of the questions about them, and what refusals with one body show. Many answers have one
 * head, so what it shows is found out once, and counted for all of them together.
 */
export class Heads {
  private readonly tallies: readonly QuestionTally[];
  private readonly isRead = new Map<string, boolean>();
  private readonly known: Head[] = [];

  /** @param tallies of questions about heads of answers */
  constructor(tallies: readonly QuestionTally[]) {
    this.tallies = tallies;
  }

  /** @param read told by its head; all ordinary ones, or all refusals */
  add(key: number, read: ReadExchange): void {
    const { exchange } = read;
    const body = read.meaning === 'success' ? null : (exchange.response?.body.text ?? null);
    const known = this.find(exchange, body);
    const head = this.known[known];
    if (head !== undefined && key > head.evidenceUpTo) {
      head.count += 1;
      if (key < head.firstKey) head.firstKey = key;
      return;
    }
    const shows = this.tallies.flatMap((tally) => tally.addRead(key, read) ?? []);
    if (head !== undefined) this.drop(known);
    this.remember(exchange, body, shows);
  }

  /** Adds what was counted to the questions. */
  tally(): void {
    for (const head of this.known) counted(head);
  }

  /** Position of what is known of its head; -1 for nothing. */
  private find({ response, recorded, masked }: Exchange, body: string | null): number {
    if (response === undefined || recorded === undefined || masked.length > 0) return -1;
    for (let at = 0; at < this.known.length; at += 1) {
      const head = this.known[at] as Head;
      const isAlike = head.status === response.status && head.recorded === recorded.response.headers;
      if (isAlike && head.body === body && this.areAlike(head.headers, response.headers)) return at;
    }
    return -1;
  }

  private areAlike(known: readonly Header[], headers: readonly Header[]): boolean {
    if (known.length !== headers.length) return false;
    for (let at = 0; at < headers.length; at += 1) {
      const [name, value] = headers[at] as Header;
      const [other, otherValue] = known[at] as Header;
      if (name !== other || (value !== otherValue && this.reads(name))) return false;
    }
    return true;
  }

  /** Whether a question looks at the values of a header. */
  private reads(name: string): boolean {
    const known = this.isRead.get(name);
    if (known !== undefined) return known;
    const isRead = this.tallies.some((tally) => tally.readsHeader(name));
    if (this.isRead.size >= mostNames) this.isRead.clear();
    this.isRead.set(name, isRead);
    return isRead;
  }

  private remember(
    { id, response, recorded, masked }: Exchange,
    body: string | null,
    shows: readonly QuestionFindings[],
  ): void {
    if (response === undefined || recorded === undefined || masked.length > 0) return;
    if (shows.some(({ seen }) => seen.some(({ text }) => text.includes(id)))) return;
    if (this.known.length >= mostHeads) this.drop(0);
    const { status, headers } = response;
    const evidenceUpTo = Math.max(...shows.map(({ tally, seen }) => tally.evidenceUpTo(seen)));
    const head = { status, recorded: recorded.response.headers, headers, body, shows, evidenceUpTo };
    this.known.push({ ...head, count: 0, firstKey: Number.POSITIVE_INFINITY });
  }

  private drop(at: number): void {
    for (const head of this.known.splice(at, 1)) counted(head);
  }
}

function counted(head: Head): void {
  const { shows, count, firstKey } = head;
  if (count > 0) for (const shown of shows) shown.tally.addUnlisted(count, firstKey, shown);
  head.count = 0;
  head.firstKey = Number.POSITIVE_INFINITY;
}
