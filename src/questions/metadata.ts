import type { Exchange, Header } from '../model/exchange.ts';
import type { Question } from '../model/question.ts';
import type { ReadExchange } from '../model/reading.ts';
import { type Sighted, sightedIn } from './tally.ts';

/** What status and headers show of the open questions is found out once for each different list of them. */

/** Different metadata, and names of headers, that are remembered. */
const mostRemembered = 100;
const mostNames = 1_000;
/** Characters of the body of a refusal that is remembered. */
const longestBody = 2_000;

/** Status and headers of a response, and the body of a refusal. */
interface Metadata {
  readonly status: number;
  /** How much of the headers was recorded. */
  readonly recorded: string;
  readonly headers: readonly Header[];
  /** Null of successful answers, whose bodies show nothing of these questions. */
  readonly body: string | null;
}

/** Null where more than that decides what an exchange shows. */
function metadataOf({ exchange, content, meaning }: ReadExchange): Metadata | null {
  const { response, recorded, credentials, masked } = exchange;
  if (response === undefined || recorded === undefined || masked.length > 0) return null;
  if (credentials !== 'authorised' || content?.kind !== 'json') return null;
  const { status, headers, body } = response;
  const isSuccess = meaning === 'success';
  if (!isSuccess && (meaning !== 'refusal' || body.text.length > longestBody)) return null;
  return { status, recorded: recorded.response.headers, headers, body: isSuccess ? null : body.text };
}

type SightedAll = readonly (Sighted | null)[];

/**
 * What exchanges show of the questions that status and headers answer. Many responses have the same, so it is found out once
 * for them.
 */
export class MetadataSightings {
  private readonly questions: readonly Question[];
  private readonly isRead = new Map<string, boolean>();
  private readonly known: { readonly metadata: Metadata; readonly sighted: SightedAll }[] = [];

  constructor(questions: readonly Question[]) {
    this.questions = questions;
  }

  /** @param isAsShown whether nothing was masked in it @returns by question */
  of(read: ReadExchange, isAsShown: boolean): SightedAll {
    const metadata = isAsShown ? metadataOf(read) : null;
    const known = metadata && this.known.find((one) => this.areAlike(one.metadata, metadata));
    if (known != null) return known.sighted;
    const sighted = this.questions.map((question) => sightedIn(read, question));
    if (metadata !== null && !names(sighted, read.exchange)) this.remember(metadata, sighted);
    return sighted;
  }

  private remember(metadata: Metadata, sighted: SightedAll): void {
    if (this.known.length === mostRemembered) this.known.shift();
    this.known.push({ metadata, sighted });
  }

  /** Only values that a question looks at are compared. */
  private areAlike(known: Metadata, { status, recorded, headers, body }: Metadata): boolean {
    if (known.status !== status || known.recorded !== recorded || known.body !== body) return false;
    if (known.headers.length !== headers.length) return false;
    for (let at = 0; at < headers.length; at += 1) {
      const [name, value] = headers[at] as Header;
      const [other, otherValue] = known.headers[at] as Header;
      if (name !== other || (value !== otherValue && this.reads(name))) return false;
    }
    return true;
  }

  /** Whether a question looks at the values of a header. */
  private reads(name: string): boolean {
    const known = this.isRead.get(name);
    if (known !== undefined) return known;
    const isRead = this.questions.some(({ ofHead }) => ofHead?.test(name) === true);
    if (this.isRead.size >= mostNames) this.isRead.clear();
    this.isRead.set(name, isRead);
    return isRead;
  }
}

/** Whether a text is about one exchange alone. */
function names(sighted: SightedAll, { id }: Exchange): boolean {
  return sighted.some((one) => one?.seen.some(({ text }) => text.includes(id)) === true);
}
