import type { Copied } from '../../http/relay/copy.ts';
import type { Passed } from '../../http/relay/passed.ts';
import { parseJson } from '../../json/json.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Members } from '../../model/json.ts';
import type { Addressed } from '../addressed.ts';
import type { TrafficEntry } from '../message.ts';
import { recorded } from '../recorded.ts';

/** A body as in recordings that hold bytes. */
function bodyMembers({ bytes, total, givenUp }: Copied): Members {
  if (givenUp !== null) return { body: '', truncated: true };
  return total === 0 ? {} : { body: bytes.toString('base64'), bodyEncoding: 'base64' };
}

/** An exchange as a line of NDJSON would have it, so that all traffic has one reader. */
function messageOf(
  { method, path, requestHeaders, requestBody, answer, startedAt, totalMs }: Passed,
  base: string,
): TrafficEntry {
  const url = base + path;
  const request = { method, url, headers: requestHeaders, ...bodyMembers(requestBody) };
  const response = answer && {
    status: answer.status,
    reason: answer.reason,
    headers: answer.headers,
    ...bodyMembers(answer.body),
  };
  const whole = { request, response, startedDateTime: new Date(startedAt).toISOString(), time: totalMs };
  return { whole, request, response, method, url };
}

/**
 * An exchange that passed, not redacted. All headers passed, so a missing one was not sent; a body that was too long to
 * copy was not recorded whole.
 * @param base the URL of the service
 */
export function exchangeOf(passed: Passed, addressed: Addressed, id: string, base: string): Exchange {
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
