import type { Credentials, Exchange, Header } from '../../schemas/types.ts';
import { isPlainObject } from '../json/plain.ts';
import { madeUpToken } from '../model/exchange.ts';
import type { Members } from '../model/json.ts';
import { limits } from '../model/limits.ts';
import type { Addressed } from './addressed.ts';
import { codingsOf, requestBody, responseBody } from './body.ts';
import { EntryProblem } from './lines.ts';
import { isAuthorization, isTelling, tokenOf } from './mask.ts';

/** A request and its response, as a line of NDJSON or an entry of a HAR has them. */
export interface TrafficEntry {
  readonly whole: Members;
  readonly request: Members;
  /** Null where none was recorded. */
  readonly response: Members | null;
  readonly method: string;
  /** As it was recorded: absolute, or a bare path. */
  readonly url: string;
}

/**
 * The exchange that a value describes; null for anything else, such as another line of a log.
 * @throws EntryProblem where it has both parts, but no method and URL
 */
export function entryOf(value: unknown): TrafficEntry | null {
  if (!isPlainObject(value)) return null;
  const request = value['request'] ?? value['req'];
  const found = value['response'] ?? value['res'];
  if (!isPlainObject(request)) return null;
  const response = isPlainObject(found) ? found : null;
  const { method } = request;
  const url = request['url'] ?? request['uri'] ?? request['path'];
  if (typeof method === 'string' && typeof url === 'string')
    return { whole: value, request, response, method, url };
  if (response === null) return null;
  throw new EntryProblem('has no request.method and request.url that are text');
}

/** @throws EntryProblem for headers in an unknown form */
function headersOf({ headers }: Members, part: 'request' | 'response'): readonly Header[] {
  const found: Header[] = [];
  const add = (name: unknown, value: unknown): void => {
    if (typeof name !== 'string' || (typeof value === 'object' && value !== null))
      throw new EntryProblem(
        `has ${part}.headers with the wrong type. Expected an object of names and values, a list of [name, value], or a list of { name, value }`,
      );
    // Without a value nothing is known of the header.
    if (value !== undefined && value !== null) found.push([name, String(value)]);
  };
  if (Array.isArray(headers))
    for (const pair of headers) {
      const [name, value, more] = isPlainObject(pair)
        ? [pair['name'], pair['value']]
        : Array.isArray(pair)
          ? pair
          : [];
      add(more === undefined ? name : null, value);
    }
  else if (isPlainObject(headers))
    for (const name in headers) {
      const value = headers[name];
      // A name may have several values.
      if (Array.isArray(value)) for (const one of value) add(name, one);
      else add(name, value);
    }
  else if (headers !== undefined && headers !== null) add(null, null);
  return found;
}

/** Status of a response; null where none arrived: tools record 0, -1 or nothing. @throws EntryProblem */
function statusOf(response: Members): number | null {
  const status = Number(response['status'] ?? response['statusCode'] ?? 0);
  if (status === 0 || status === -1) return null;
  if (Number.isInteger(status) && status >= 100 && status <= 599) return status;
  throw new EntryProblem('has no response.status from 100 to 599');
}

/** Seconds, milliseconds and microseconds since 1970 differ so much that the unit is certain. */
function ofNumber(time: number): number {
  if (time > 1e14) return time / 1000;
  return time > 1e11 ? time : time * 1000;
}

/** A smaller number is a duration: HAR calls that `time`. */
const earliest = 1e9;
const lastYear = Date.UTC(10_000, 0);

/** As JavaScript writes times, which is how most records have them. */
const written = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z$/;

/** The time of an exchange without a recorded time. */
export const unknownTime = new Date(0).toISOString();

/** When a request began, in ISO 8601, UTC. */
function startOf(whole: Members): string {
  const given = whole['startedDateTime'] ?? whole['timestamp'] ?? whole['@timestamp'] ?? whole['time'];
  const isNumber = typeof given === 'number' && given > earliest;
  const time = isNumber ? ofNumber(given) : typeof given === 'string' ? Date.parse(given) : Number.NaN;
  if (!(time > 0 && time < lastYear)) return unknownTime;
  return typeof given === 'string' && written.test(given) ? given : new Date(Math.floor(time)).toISOString();
}

function durationOf({ time }: Members): number {
  return typeof time === 'number' && time >= 0 && time < earliest ? time : 0;
}

/** What the headers of a request say about its credentials; `none` where no header does, or only an empty one. */
export function credentialsOf(headers: readonly Header[]): Credentials {
  const found = headers.find((header) => isAuthorization(header) && header[1].trim() !== '');
  if (found === undefined) return 'none';
  return tokenOf(found[1]) === madeUpToken ? 'made-up' : 'authorised';
}

/**
 * Every text of an exchange is searched for each of its secrets, so the time of both together is bounded.
 * @throws EntryProblem for too many headers with a telling name
 */
export function assertFewSecrets(headers: readonly Header[]): void {
  const { length } = headers.length > limits.headers ? headers.filter(isTelling) : [];
  if (length > limits.headers)
    throw new EntryProblem(
      `has ${length} request headers whose names say that their values are secret. Expected at most ${limits.headers}`,
    );
}

/** What came of a request, and how much of the body of its response was recorded. @throws EntryProblem */
function outcomeOf(response: Members | null, json: string | null) {
  const status = response && statusOf(response);
  if (response === null || status === null) {
    const failure = { kind: 'interrupted', message: 'no response was recorded', sent: true } as const;
    return { outcome: { failure }, received: 'absent' } as const;
  }
  const headers = headersOf(response, 'response');
  const { state: received, body } = responseBody(response, status, headers, json);
  const phrase = response['statusText'] ?? response['reason'];
  const reason = typeof phrase === 'string' ? phrase : '';
  const decoded = codingsOf(headers).map((coding) => coding.toLowerCase());
  if (body.bytes <= limits.bodyBytes)
    return { outcome: { response: { status, reason, headers, body, decoded } }, received };
  const message = `the body is larger than ${limits.bodyBytes} bytes, the most that is read`;
  const head = { status, reason, headers };
  return { outcome: { failure: { kind: 'too-large', message, sent: true, head } as const }, received };
}

/**
 * An exchange that somebody else recorded, not redacted, with what was recorded of it.
 * @param id unique among all that is judged together
 * @param isComplete whether the owner of the recording says that headers are complete
 * @param json the entry as it was written; null where that is what JSON.stringify gives
 * @throws EntryProblem where a part is malformed
 */
export function recorded(
  { request, response, method, url, whole }: TrafficEntry,
  { operation, identifiers: addressed }: Addressed,
  id: string,
  isComplete: boolean,
  json: string | null,
): Exchange {
  const headers = headersOf(request, 'request');
  assertFewSecrets(headers);
  const { body: sent, state } = requestBody(request, headers, isComplete, json);
  // Bytes that are not UTF-8 cannot be judged as the body of a request.
  const isText = sent.encoding === 'utf8';
  const { outcome, received } = outcomeOf(response, json);
  const known = isComplete ? 'complete' : 'partial';
  const parts = {
    request: { headers: known, body: isText ? state : 'absent' },
    response: { headers: known, body: received },
  } as const;
  // Chrome has what a service worker handed on beside what it got from the network.
  const isCopy = response?.['_fetchedViaServiceWorker'] === true;
  const exchange = {
    id,
    probe: id,
    operation,
    credentials: isComplete || headers.some(isAuthorization) ? credentialsOf(headers) : 'authorised',
    purpose: `${method} in recorded traffic`,
    request:
      isText && sent.text !== ''
        ? { method, url, headers, addressed, body: sent.text }
        : { method, url, headers, addressed },
    masked: [],
    timings: { startedAt: startOf(whole), connectMs: null, firstByteMs: null, totalMs: durationOf(whole) },
    recorded: isCopy ? { ...parts, isCopy } : parts,
  } as const;
  // Spreading takes several times as long.
  return Object.assign(exchange, outcome);
}
