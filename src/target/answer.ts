import { contractOf } from '../contract/operations.ts';
import type { Exchange, Response } from '../model/exchange.ts';
import { type JsonDocument, JsonTooComplexError, member, parseJson } from './json.ts';
import { limits } from './limits.ts';

/** A response body as a reader of JSON sees it. */
export type Answer =
  | { readonly kind: 'json'; readonly document: JsonDocument; readonly byteOrderMark: boolean }
  | { readonly kind: 'not-json'; readonly problem: string }
  | { readonly kind: 'too-complex'; readonly problem: string };

const byteOrderMark = '\ufeff';

export function readAnswer({ body }: Response): Answer {
  if (body.bytes === 0) return { kind: 'not-json', problem: 'the body is empty' };
  if (body.encoding === 'base64') return { kind: 'not-json', problem: 'the body is not valid UTF-8' };
  const marked = body.text.startsWith(byteOrderMark);
  try {
    const document = parseJson(marked ? body.text.slice(1) : body.text, limits);
    return { kind: 'json', document, byteOrderMark: marked };
  } catch (error) {
    if (error instanceof JsonTooComplexError) return { kind: 'too-complex', problem: error.message };
    return { kind: 'not-json', problem: `the body is not JSON: ${(error as Error).message}` };
  }
}

/**
 * What an answer stands for. `success`: it claims success and is judged. `refusal`: it does not. `unreadable`: 2xx
 * without a JSON value. `too-complex`: 2xx with more JSON than is read. `failed`: no complete answer arrived.
 */
export type Standing = 'success' | 'refusal' | 'unreadable' | 'too-complex' | 'failed';

export interface ReadExchange {
  readonly exchange: Exchange;
  readonly answer: Answer | null;
  readonly standing: Standing;
}

function isFilled(document: JsonDocument): boolean {
  const data = member(document.root, 'data');
  if (data?.type === 'object') return data.members.size > 0;
  return data?.type === 'array' && data.items.length > 0;
}

/** The one predicate that decides which answers are judged, for every request alike. */
function claimsSuccess(status: number, document: JsonDocument, recordId: string): boolean {
  const word = member(document.root, 'status');
  if (word?.type === 'string' && word.value === 'success') return true;
  if (status < 200 || status > 299) return false;
  return word?.type !== 'string' || isFilled(document) || member(document.root, recordId) !== undefined;
}

function standingOf(exchange: Exchange, answer: Answer | null): Standing {
  const status = exchange.response?.status;
  if (status === undefined || answer === null) return 'failed';
  const { recordId } = contractOf(exchange.operation);
  if (answer.kind === 'json') return claimsSuccess(status, answer.document, recordId) ? 'success' : 'refusal';
  if (status < 200 || status > 299) return 'refusal';
  return answer.kind === 'too-complex' ? 'too-complex' : 'unreadable';
}

const known = new WeakMap<Exchange, ReadExchange>();

/** Reads an exchange once: whoever asks again gets the same. */
export function readExchange(exchange: Exchange): ReadExchange {
  const before = known.get(exchange);
  if (before !== undefined) return before;
  const answer = exchange.response === undefined ? null : readAnswer(exchange.response);
  const read = { exchange, answer, standing: standingOf(exchange, answer) };
  known.set(exchange, read);
  return read;
}
