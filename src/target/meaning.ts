import type { Credentials, Exchange, Failure } from '../model/exchange.ts';
import { type Answer, readAnswer } from './answer.ts';
import { contentText } from './answer-words.ts';
import { type Signs, signsOf } from './signs.ts';

/**
 * What an answer means for its request. `success`: it is judged in full; without proper credentials, the request was
 * served. `refusal`: the service said no. `no-object`: 2xx without a JSON object, to an authorised request. `unclear`:
 * none of these can be said, as with a request that got no complete answer.
 */
export type Meaning = 'success' | 'refusal' | 'no-object' | 'unclear';

export interface ReadExchange {
  readonly exchange: Exchange;
  /** Null where no complete answer arrived. */
  readonly answer: Answer | null;
  readonly signs: Signs;
  readonly meaning: Meaning;
  /** What came back, in words that may quote the service. */
  readonly reason: string;
}

const noSigns: Signs = { word: false, record: false, denials: [] };

function isSuccessful(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** A 429 says that there were too many requests, and nothing about credentials. */
function refusesCredentials(status: number): boolean {
  return status >= 300 && status <= 499 && status !== 429;
}

function authorisedMeaning(status: number, answer: Answer, { word, record, denials }: Signs): Meaning {
  if (word) return 'success';
  if (!isSuccessful(status)) return 'refusal';
  if (answer.kind === 'too-complex') return 'unclear';
  if (denials.length > 0) return record ? 'unclear' : 'refusal';
  const isObject = answer.kind === 'json' && answer.document.root.type === 'object';
  return isObject || record ? 'success' : 'no-object';
}

function unauthorisedMeaning(status: number, { word, record, denials }: Signs): Meaning {
  const denied = denials.length > 0;
  const successful = isSuccessful(status);
  if (word ? successful || record : successful && record && !denied) return 'success';
  if (refusesCredentials(status)) return 'refusal';
  return successful && denied && !record ? 'refusal' : 'unclear';
}

/** A connection that the service closed without an answer, or reset: to a request without credentials a refusal. */
function isClosedUnanswered({ kind, sent, head }: Failure): boolean {
  return sent && (kind === 'closed' || (kind === 'reset' && head === undefined));
}

/** A status says enough where the rest of the answer did not arrive; a proxy's says nothing of the service. */
function failureMeaning(failure: Failure, credentials: Credentials): Meaning {
  if (credentials !== 'authorised' && isClosedUnanswered(failure)) return 'refusal';
  const status = failure.kind === 'proxy' ? undefined : failure.head?.status;
  if (status === undefined) return 'unclear';
  const refuses = refusesCredentials(status) || (status === 429 && credentials === 'authorised');
  return refuses ? 'refusal' : 'unclear';
}

function failureReason({ kind, message, head }: Failure, meaning: Meaning): string {
  if (meaning === 'refusal' && head !== undefined) return `the service answered ${head.status}; ${message}`;
  return kind === 'too-large' ? `the answer is too large to judge: ${message}` : message;
}

function answerReason(status: number, answer: Answer, signs: Signs, meaning: Meaning): string {
  const isUnclear = meaning === 'unclear';
  if (isUnclear && answer.kind === 'too-complex')
    return `the answer is too ${answer.excess} to judge: ${answer.problem}`;
  const isMixed = isUnclear && signs.record && signs.denials.length > 0;
  const lead = isMixed ? 'with a record beside a denial:' : 'with';
  return `the service answered ${status}${contentText(answer, signs, lead)}`;
}

/** The one place that decides what an answer means, for every request alike. */
export function readExchange(exchange: Exchange): ReadExchange {
  const { response, failure, credentials } = exchange;
  const unread = { exchange, answer: null, signs: noSigns };
  if (failure !== undefined) {
    const meaning = failureMeaning(failure, credentials);
    return { ...unread, meaning, reason: failureReason(failure, meaning) };
  }
  if (response === undefined) return { ...unread, meaning: 'unclear', reason: 'no answer' };
  const { status } = response;
  const answer = readAnswer(response);
  const signs = answer.kind === 'json' ? signsOf(exchange, answer.document.root) : noSigns;
  const meaning =
    credentials === 'authorised'
      ? authorisedMeaning(status, answer, signs)
      : unauthorisedMeaning(status, signs);
  return { exchange, answer, signs, meaning, reason: answerReason(status, answer, signs, meaning) };
}

/** Whether everybody got the same bytes, with a token and without: a login page, a catch-all route. */
function isSameForAll(reads: readonly ReadExchange[]): boolean {
  const first = reads[0]?.exchange.response;
  const alike = reads.every(({ exchange: { response } }) => {
    if (first === undefined || response === undefined) return false;
    return response.status === first.status && response.body.text === first.body.text;
  });
  return alike && reads.some(({ exchange }) => exchange.credentials !== 'authorised');
}

function notTheService(read: ReadExchange): ReadExchange {
  if (read.meaning !== 'no-object') return read;
  const reason = `${read.reason}; unauthorised requests got the same answer, so this is probably not the service`;
  return { ...read, meaning: 'unclear', reason };
}

/** Reads the exchanges of a run. What is no JSON object breaks nothing where every request got the same. */
export function readExchanges(exchanges: readonly Exchange[]): readonly ReadExchange[] {
  const reads = exchanges.map(readExchange);
  return isSameForAll(reads) ? reads.map(notTheService) : reads;
}
