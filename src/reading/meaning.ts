import type { Credentials, Exchange, Failure } from '../../schemas/types.ts';
import { isPlainObject } from '../json/plain.ts';
import { readRecorded, readBody as readText } from '../json/text.ts';
import type { AddedExchange, Meaning, ReadBody, Signs } from '../model/reading.ts';
import { type ReadRequest, readBody, readRequest } from './bodies.ts';
import { contentText } from './response-words.ts';
import { JsonSigns } from './signs.ts';

/**
 * What a response means is decided once, here and by `signs.ts`: for sending, the judge, the gate, effects,
 * observations and the API. The tables are in docs/document.md. A made-up token that is served replaces the
 * authorised request: it shows that a refusal is about credentials, and its response is judged in place of the
 * authorised one, which is then not sent.
 */

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
  const isObject = content.kind === 'json' && isPlainObject(content.json.outline);
  return isObject || signs.record ? 'success' : 'no-object';
}

/** RFC 9110 sections 15.3.2, 15.3.5 and 15.3.6: the request was carried out. Nobody refuses with one of these. */
const carriedOut = new Set([201, 204, 205]);

function unauthorisedMeaning(status: number, content: ReadBody, signs: Signs): Meaning {
  const { word, record, denials } = signs;
  const denied = denials.length > 0;
  const successful = isSuccessful(status);
  if (word ? successful || record : successful && record && !denied) return 'success';
  // Whether a body denies that was not read, nobody knows.
  const isRead = content.kind === 'json' || content.kind === 'not-json';
  if (carriedOut.has(status) && isRead && !denied) return 'success';
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

const noSigns: Signs = { word: false, record: false, denials: [] };

/** An exchange with its bodies, each read once, and what its response means. */
export class Read implements AddedExchange {
  readonly exchange: Exchange;
  readonly request: ReadRequest;
  readonly content: ReadBody | null;
  readonly signs: Signs;
  readonly meaning: Meaning;
  /** The first two of a reason (skipped.ts), each made when somebody asks for it. */
  private alike: string | null = null;
  private words: string | null = null;
  readonly deviates: string[] = [];
  readonly follows = new Map<string, string>();
  isShown = false;

  constructor(exchange: Exchange) {
    const { response, failure, recorded } = exchange;
    this.exchange = exchange;
    this.request = readRequest(exchange);
    this.content =
      failure === undefined && response !== undefined
        ? readBody(response.body, recorded ? readRecorded : readText, recorded?.response.body)
        : null;
    this.signs = this.content?.kind === 'json' ? new JsonSigns(this.content.json, this.request) : noSigns;
    this.meaning = this.meant();
  }

  /** The only place that decides what a response means, for every request. */
  private meant(): Meaning {
    const { content, signs } = this;
    const { response, failure, credentials } = this.exchange;
    if (failure !== undefined) return failureMeaning(failure, credentials);
    if (response === undefined || content === null) return 'unclear';
    const meaning = credentials === 'authorised' ? authorisedMeaning : unauthorisedMeaning;
    return meaning(response.status, content, signs);
  }

  get kind(): string {
    const { failure, response } = this.exchange;
    this.alike ??= `${failure?.kind ?? response?.status} ${this.content?.kind}`;
    return this.alike;
  }

  get reason(): string {
    this.words ??= this.worded();
    return this.words;
  }

  private worded(): string {
    const { content, signs, meaning } = this;
    const { failure, response } = this.exchange;
    if (failure !== undefined) return failureReason(failure, meaning);
    if (response === undefined || content === null) return 'no response';
    return responseReason(response.status, content, signs, meaning);
  }
}
