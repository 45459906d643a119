import { isPlainObject } from '../json/plain.ts';
import { readRecorded, readBody as readText } from '../json/text.ts';
import type { Credentials, Exchange, Failure } from '../model/exchange.ts';
import type { AddedExchange, Meaning, ReadBody, Signs } from '../model/reading.ts';
import { ReadRequest, readBody } from './bodies.ts';
import { contentText } from './response-words.ts';
import { signsOf } from './signs.ts';

/**
 * What a response means is decided once, here and by `signs.ts`: for sending, the judge, the gate, effects,
 * observations and the API. The tables are in docs/document.md. A made-up token that is served replaces the
 * authorised request: it shows that a refusal is about credentials, and its response is judged in place of the
 * authorised one, which is then not sent.
 */

const noSigns: Signs = { word: false, record: false, denials: [] };

function isSuccessful(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** A 429 says that there were too many requests, and nothing about credentials. */
function refusesCredentials(status: number): boolean {
  return status >= 300 && status <= 499 && status !== 429;
}

function authorisedMeaning(status: number, content: ReadBody, signs: Signs): Meaning {
  if (signs.word) return 'success';
  if (!isSuccessful(status)) return 'refusal';
  if (content.kind === 'too-complex' || content.kind === 'not-recorded') return 'unclear';
  if (signs.denials.length > 0) return signs.record ? 'unclear' : 'refusal';
  const isObject = content.kind === 'json' && isPlainObject(content.json.value);
  return isObject || signs.record ? 'success' : 'no-object';
}

/** RFC 9110 sections 15.3.2, 15.3.5 and 15.3.6: the request was carried out. Nobody refuses with one of these. */
const carriedOut = new Set([201, 204, 205]);

/** Whether nothing in a body denies; of one that was not read, nobody knows. */
function deniesNothing(content: ReadBody, { denials }: Signs): boolean {
  return (content.kind === 'json' || content.kind === 'not-json') && denials.length === 0;
}

function unauthorisedMeaning(status: number, content: ReadBody, signs: Signs): Meaning {
  const { word, record, denials } = signs;
  const denied = denials.length > 0;
  const successful = isSuccessful(status);
  if (word ? successful || record : successful && record && !denied) return 'success';
  if (carriedOut.has(status) && deniesNothing(content, signs)) return 'success';
  if (refusesCredentials(status)) return 'refusal';
  return successful && denied && !record ? 'refusal' : 'unclear';
}

/** The service closed or reset the connection without a response: for a request without the real token, a refusal. */
function isClosedUnanswered({ kind, sent, head }: Failure): boolean {
  return sent && (kind === 'closed' || (kind === 'reset' && head === undefined));
}

/** A status is enough where the rest of the response did not arrive; a proxy's status says nothing about the service. */
function failureMeaning(failure: Failure, credentials: Credentials): Meaning {
  if (credentials !== 'authorised' && isClosedUnanswered(failure)) return 'refusal';
  const status = failure.kind === 'proxy' ? undefined : failure.head?.status;
  if (status === undefined) return 'unclear';
  const refuses = refusesCredentials(status) || (status === 429 && credentials === 'authorised');
  return refuses ? 'refusal' : 'unclear';
}

function failureReason({ kind, message, head }: Failure, meaning: Meaning): string {
  if (meaning === 'refusal' && head !== undefined) return `the service returned ${head.status}; ${message}`;
  return kind === 'too-large' ? `the response is too large to judge: ${message}` : message;
}

function responseReason(status: number, content: ReadBody, signs: Signs, meaning: Meaning): string {
  const isUnclear = meaning === 'unclear';
  if (isUnclear && content.kind === 'too-complex')
    return `the response is too ${content.excess} to judge: ${content.problem}`;
  const isMixed = isUnclear && signs.record && signs.denials.length > 0;
  const lead = isMixed ? 'with a record beside a denial:' : 'with';
  return `the service returned ${status}${contentText(content, signs, lead)}`;
}

const nothing: ReadonlyMap<string, string> = new Map();

/** An exchange with its bodies, each read once, and what its response means. */
export class Read implements AddedExchange {
  readonly exchange: Exchange;
  readonly request: ReadRequest;
  readonly content: ReadBody | null;
  readonly signs: Signs;
  readonly meaning: Meaning;
  readonly deviates: string[] = [];
  private following: Map<string, string> | null = null;
  isShown = false;
  private words: string | null = null;
  private alike: string | null = null;

  /** The only place that decides what a response means, for every request. */
  constructor(exchange: Exchange) {
    const { response, failure, credentials, recorded } = exchange;
    this.exchange = exchange;
    this.request = new ReadRequest(exchange);
    const isRead = failure === undefined && response !== undefined;
    this.content = isRead
      ? readBody(response.body, recorded ? readRecorded : readText, recorded?.response.body)
      : null;
    this.signs =
      this.content?.kind === 'json'
        ? signsOf(exchange, this.content.json, () => this.request.known)
        : noSigns;
    if (failure !== undefined) this.meaning = failureMeaning(failure, credentials);
    else if (response === undefined || this.content === null) this.meaning = 'unclear';
    else if (credentials === 'authorised')
      this.meaning = authorisedMeaning(response.status, this.content, this.signs);
    else this.meaning = unauthorisedMeaning(response.status, this.content, this.signs);
  }

  get follows(): ReadonlyMap<string, string> {
    return this.following ?? nothing;
  }

  /** Notes that a deviation follows from one of the request. */
  follow(id: string, because: string): void {
    this.following ??= new Map();
    this.following.set(id, because);
  }

  /** That of a reason (src/reading/skipped.ts). */
  get kind(): string {
    const { failure, response } = this.exchange;
    this.alike ??= `${failure?.kind ?? response?.status} ${this.content?.kind}`;
    return this.alike;
  }

  get reason(): string {
    this.words ??= this.reasonOf();
    return this.words;
  }

  private reasonOf(): string {
    const { content, signs, meaning } = this;
    const { failure, response } = this.exchange;
    if (failure !== undefined) return failureReason(failure, meaning);
    if (response === undefined || content === null) return 'no response';
    return responseReason(response.status, content, signs, meaning);
  }
}
