import type { Facet } from '../../schemas/types.ts';
import { isPlainObject } from '../json/plain.ts';
import { jsonTypePhrase, typeOf } from '../json/types.ts';
import { knowsRequestBody, statusOf } from '../model/exchange.ts';
import type { ReadBody, ReadExchange } from '../model/reading.ts';
import type { Read } from '../reading/meaning.ts';
import { maskedIn } from '../reading/sent.ts';
import { bytesNotRecorded, maskedThere, skipped } from '../reading/skipped.ts';
import { cut } from '../text/cut.ts';
import { evidenceLimit, type Noted, type Shown } from './noted.ts';
import { walk } from './walk.ts';

/** What an unauthorised request should get. */
export const notServed = 'a refusal';

const noRequestId = skipped('the response has no requestId that is a string');
const notComparable = skipped(
  'only a part of the request was recorded, so it cannot be compared with another',
);

/** What a response comes to, besides what was noted of it. */
export interface Put {
  /** To be compared with those of other responses; null for none. */
  readonly requestId: string | null;
  /** The requirement of which the same request with other credentials decides; null for none. */
  readonly refusal: string | null;
}

type JsonBody = Extract<ReadBody, { kind: 'json' }>;

/** A response that is judged in full, whoever asked: one that means success, or 2xx with JSON that is not an object. */
export function judgedOf({ content, meaning }: ReadExchange): JsonBody | null {
  const isJudged = meaning === 'success' || meaning === 'no-object';
  return isJudged && content?.kind === 'json' ? content : null;
}

function isRequestIdMasked(masked: ReadonlySet<string>): boolean {
  return masked.has('/requestId') || masked.has('');
}

/** The requestId that can be compared with those of other responses. */
export function requestIdOf({ json }: JsonBody, masked: ReadonlySet<string>): string | null {
  const value = isRequestIdMasked(masked) ? null : json.member('requestId');
  return typeof value === 'string' ? value : null;
}

/** `status 401`, or how the request ended without one. */
export function described({ exchange }: ReadExchange): string {
  const status = statusOf(exchange);
  return status === undefined ? (exchange.failure?.message ?? 'no response') : `status ${status}`;
}

function shown(expected: string, actual: string, pointer = ''): Shown {
  return { pointer, expected, actual };
}

const jsonObject = 'one JSON object in valid UTF-8';

/** What is asked of the text of a response. */
interface OfText {
  readonly facet: Facet;
  readonly expected: string;
  readonly conforming: string;
  /** What deviates, each with its JSON Pointer: only those that evidence lists are written out, as they may be long. */
  readonly deviating: (content: JsonBody) => readonly (readonly [actual: string, pointer: string])[];
}

const ofText: readonly OfText[] = [
  {
    facet: 'json',
    expected: jsonObject,
    conforming: 'a JSON object',
    deviating: ({ json }) => (isPlainObject(json.outline) ? [] : [[jsonTypePhrase(typeOf(json.value)), '']]),
  },
  {
    facet: 'byte-order-mark',
    expected: 'no byte order mark',
    conforming: 'none',
    deviating: ({ byteOrderMark }) => (byteOrderMark ? [['U+FEFF before the JSON value', '']] : []),
  },
  {
    facet: 'unique-keys',
    expected: 'each key once in its object',
    conforming: 'no key appears twice',
    deviating: ({ json }) => json.duplicateKeys.map((at) => ['a key that appears more than once', at]),
  },
];

/** @param isParsed whether it was recorded as a value, not as it was written */
function putText(noted: Noted, content: JsonBody, isParsed: boolean): void {
  const isObject = isPlainObject(content.json.outline);
  for (const { facet, expected, conforming, deviating } of ofText) {
    const at = noted.plan.whole.get(facet);
    if (at === undefined) continue;
    // A value that is not an object is a deviation, whatever its bytes.
    if (isParsed && (isObject || facet !== 'json')) {
      noted.skip(at, bytesNotRecorded);
      continue;
    }
    const found = deviating(content);
    if (found.length === 0) noted.judge(at, true, () => shown(expected, conforming));
    for (const [position, [actual, pointer]] of found.entries())
      noted.judge(at, false, () => shown(expected, actual, position < evidenceLimit ? cut(pointer) : ''));
  }
}

/** @returns its requestId; null where it has none that can be compared */
function putJudged(noted: Noted, { exchange, request }: Read, content: JsonBody): string | null {
  const { recorded, masked } = exchange;
  const { json } = content;
  const places = maskedIn(masked, 'body');
  putText(noted, content, recorded?.response.body === 'parsed');
  if (isPlainObject(json.outline)) walk(noted, { json, masked: places, sent: request });
  else noted.skipBody(noted.plan.noBody);
  const requestId = requestIdOf(content, places);
  const uniqueness = noted.plan.whole.get('uniqueness');
  if (requestId === null && uniqueness !== undefined)
    noted.skip(uniqueness, isRequestIdMasked(places) ? maskedThere : noRequestId);
  return requestId;
}

/** A response that cannot be judged field by field: it says something where the request was authorised, or is broken. */
function putUnanswered(noted: Noted, read: Read): void {
  const { content, meaning, exchange } = read;
  // An unauthorised request may be served without a body.
  const isServedBroken =
    meaning === 'success' && content?.kind === 'not-json' && exchange.response?.body.bytes !== 0;
  const isBroken = meaning === 'no-object' || isServedBroken;
  if (!isBroken && exchange.credentials !== 'authorised') return;
  const json = noted.plan.whole.get('json');
  const problem = content !== null && 'problem' in content ? content.problem : 'no body';
  if (isBroken && json !== undefined) noted.judge(json, false, () => shown(jsonObject, problem));
  // Its reason is worded only where it is kept.
  noted.skipBody(isBroken ? noted.plan.noBody : read);
}

/** How a response shows that an unauthorised request was carried out, and what follows for whoever runs the service. */
function servedShown(read: ReadExchange): Shown {
  const { signs, exchange } = read;
  const record = signs.record ? ' with a record' : ', which says that the request was carried out';
  const how = signs.word ? ' and the status success in the body' : record;
  const consequence = exchange.credentials === 'none' ? 'no token is needed' : 'any token is accepted';
  return shown(notServed, `accepted: ${described(read)}${how}, so ${consequence}`);
}

/** @returns the requirement on credentials that a refusal may meet */
function putCredentials(noted: Noted, read: Read): string | null {
  const { exchange, meaning } = read;
  const { requirements, whole } = noted.plan;
  const at = whole.get(exchange.credentials === 'none' ? 'authorization' : 'made-up-token');
  if (exchange.credentials === 'authorised' || at === undefined) return null;
  if (meaning === 'success') noted.judge(at, false, () => servedShown(read));
  else if (meaning !== 'refusal') {
    const { reason, kind } = read;
    noted.skip(at, { reason, kind, unclear: true });
  } else if (knowsRequestBody(exchange)) return requirements[at]?.id ?? null;
  else noted.skip(at, notComparable);
  return null;
}

/** Notes what a response shows. */
export function putResponse(noted: Noted, read: Read): Put {
  const content = judgedOf(read);
  if (content === null) putUnanswered(noted, read);
  const requestId = content && putJudged(noted, read, content);
  return { requestId, refusal: putCredentials(noted, read) };
}
