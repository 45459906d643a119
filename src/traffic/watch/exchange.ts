import type { Passed, RequestHead } from '../../http/relay.ts';
import { parseJson } from '../../json/json.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Members } from '../../model/json.ts';
import type { Addressed } from '../addressed.ts';
import type { TrafficEntry } from '../message.ts';
import { recorded } from '../recorded.ts';
import type { Copy } from './copy.ts';

/** An exchange as it passed, with copies of its bodies: not judged, not redacted. */
export interface CopiedExchange extends Passed {
  readonly request: RequestHead;
  readonly requestBody: Copy;
  readonly answerBody: Copy;
}

/** A body as in recordings that hold bytes. */
function bodyMembers(copy: Copy): Members {
  if (copy.givenUp !== null) return { body: '', truncated: true };
  return copy.total === 0 ? {} : { body: copy.bytes().toString('base64'), bodyEncoding: 'base64' };
}

/** An exchange as a line of NDJSON would have it, so that all traffic has one reader. */
function messageOf(
  {
    request: { method, target, headers },
    requestBody,
    answer,
    answerBody,
    startedAt,
    totalMs,
  }: CopiedExchange,
  base: string,
): TrafficEntry {
  const url = base + target;
  const request = { method, url, headers, ...bodyMembers(requestBody) };
  const response = answer && { ...answer, ...bodyMembers(answerBody) };
  const whole = { request, response, startedDateTime: new Date(startedAt).toISOString(), time: totalMs };
  return { whole, request, response, method, url };
}

/**
 * An exchange that passed, not redacted. All headers passed, so a missing one was not sent; a body that was too long to
 * copy was not recorded whole.
 * @param base the URL of the service
 */
export function exchangeOf(passed: CopiedExchange, addressed: Addressed, id: string, base: string): Exchange {
  const place = { id, headersComplete: true, source: () => parseJson('null') };
  const { response, ...exchange } = recorded(messageOf(passed, base), addressed, place);
  const { cause, end, firstByteMs } = passed;
  const timings = { ...exchange.timings, firstByteMs };
  if (cause === null) return { ...exchange, ...(response && { response }), timings };
  const head = response && { status: response.status, reason: response.reason, headers: response.headers };
  const { kind, message } = cause;
  const failure = { kind, message, sent: end !== 'unreachable', ...(head && { head }) };
  return { ...exchange, failure, timings };
}
