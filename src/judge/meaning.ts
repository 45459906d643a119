import type { Contract } from '../contract/contract.ts';
import type { Answer, Meaning, ReadExchange, Signs } from '../model/answer.ts';
import type { Credentials, Exchange, Failure } from '../model/exchange.ts';
import { readBody } from './answer.ts';
import { contentText } from './answer-words.ts';
import { signsOf } from './signs.ts';

const noSigns: Signs = { word: false, record: false, denials: [] };

function isSuccessful(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** A 429 says that there were too many requests, and nothing about credentials. */
function refusesCredentials(status: number): boolean {
  return status >= 300 && status <= 499 && status !== 429;
}

function authorisedMeaning(status: number, answer: Answer, signs: Signs): Meaning {
  if (signs.word) return 'success';
  if (!isSuccessful(status)) return 'refusal';
  if (answer.kind === 'too-complex' || answer.kind === 'not-recorded') return 'unclear';
  if (signs.denials.length > 0) return signs.record ? 'unclear' : 'refusal';
  const isObject = answer.kind === 'json' && answer.document.root.type === 'object';
  return isObject || signs.record ? 'success' : 'no-object';
}

function unauthorisedMeaning(status: number, { word, record, denials }: Signs): Meaning {
  const denied = denials.length > 0;
  const successful = isSuccessful(status);
  if (word ? successful || record : successful && record && !denied) return 'success';
  if (refusesCredentials(status)) return 'refusal';
  return successful && denied && !record ? 'refusal' : 'unclear';
}

/** The service closed or reset the connection without an answer: for a request without the real token, a refusal. */
function isClosedUnanswered({ kind, sent, head }: Failure): boolean {
  return sent && (kind === 'closed' || (kind === 'reset' && head === undefined));
}

/** A status is enough where the rest of the answer did not arrive; a proxy's status says nothing about the service. */
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

/** The only place that decides what an answer means, for every request. */
export function readExchange(exchange: Exchange, contract: Contract): ReadExchange {
  const { response, failure, credentials, recorded } = exchange;
  const unread = { exchange, answer: null, signs: noSigns };
  if (failure !== undefined) {
    const meaning = failureMeaning(failure, credentials);
    return { ...unread, meaning, reason: failureReason(failure, meaning) };
  }
  if (response === undefined) return { ...unread, meaning: 'unclear', reason: 'no answer' };
  const { status } = response;
  const answer = readBody(response.body, recorded?.response.body);
  const signs = answer.kind === 'json' ? signsOf(exchange, answer.document.root, contract) : noSigns;
  const meaning =
    credentials === 'authorised'
      ? authorisedMeaning(status, answer, signs)
      : unauthorisedMeaning(status, signs);
  let reason: string | undefined;
  return {
    exchange,
    answer,
    signs,
    meaning,
    get reason() {
      reason ??= answerReason(status, answer, signs, meaning);
      return reason;
    },
  };
}
