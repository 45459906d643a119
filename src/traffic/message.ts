import { isPlainObject } from '../json/plain.ts';
import { type Header, isNamed } from '../model/exchange.ts';
import type { Members } from '../model/json.ts';

/** An entry that is malformed; the message continues after the place of the entry. */
export class EntryProblem extends Error {
  override readonly name = 'EntryProblem';
}

/** A request and its response, as a line or an entry has them. */
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
export function messageOf(value: unknown): TrafficEntry | null {
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

/** Without a value nothing is known of the header. */
function add(into: Header[], name: unknown, value: unknown): boolean {
  if (value === undefined || value === null) return typeof name === 'string';
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (typeof name !== 'string' || !isText) return false;
  into.push([name, String(value)]);
  return true;
}

function addPair(into: Header[], pair: unknown): boolean {
  if (Array.isArray(pair)) return pair.length <= 2 && add(into, pair[0], pair[1]);
  return isPlainObject(pair) && add(into, pair['name'], pair['value']);
}

/** A name may have several values. */
function addNamed(into: Header[], name: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => add(into, name, one));
  return add(into, name, value);
}

/** @throws EntryProblem for headers in an unknown form */
export function headersOf(message: Members, part: 'request' | 'response'): readonly Header[] {
  const { headers } = message;
  const found: Header[] = [];
  let isKnown = headers === undefined || headers === null;
  if (Array.isArray(headers)) isKnown = headers.every((pair) => addPair(found, pair));
  else if (isPlainObject(headers)) {
    isKnown = true;
    for (const name of Object.keys(headers)) isKnown &&= addNamed(found, name, headers[name]);
  }
  if (isKnown) return found;
  throw new EntryProblem(
    `has ${part}.headers with the wrong type. Expected an object of names and values, a list of [name, value], or a list of { name, value }`,
  );
}

/** All values of a header, as one. */
export function headerValue(headers: readonly Header[], name: string): string | null {
  let found: string | null = null;
  for (const header of headers)
    if (isNamed(header, name)) found = found === null ? header[1] : `${found}, ${header[1]}`;
  return found;
}

/** Status of a response; null where none arrived: tools record 0, -1 or nothing. @throws EntryProblem */
export function statusOf(response: Members): number | null {
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

/** When a request began, in ISO 8601, UTC; null where it was not recorded. */
export function timeOf(whole: Members): string | null {
  const given = whole['startedDateTime'] ?? whole['timestamp'] ?? whole['@timestamp'] ?? whole['time'];
  const isNumber = typeof given === 'number' && given > earliest;
  const time = isNumber ? ofNumber(given) : typeof given === 'string' ? Date.parse(given) : Number.NaN;
  if (!(time > 0 && time < lastYear)) return null;
  return typeof given === 'string' && written.test(given) ? given : new Date(Math.floor(time)).toISOString();
}
