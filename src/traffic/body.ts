import { contentCodings, decodeBody, readUtf8 } from '../http/decode.ts';
import { bodyOfBytes } from '../http/record.ts';
import { type JsonDocument, type JsonNode, member } from '../json/json.ts';
import { isPlainObject } from '../json/plain.ts';
import type { Body, BodyRecorded, Header } from '../model/exchange.ts';
import type { Members } from '../model/json.ts';
import { limits } from '../model/limits.ts';
import { EntryProblem, headerValue } from './message.ts';

/** A body, and how much of it was recorded. */
export interface RecordedBody {
  readonly state: BodyRecorded;
  readonly body: Body;
}

const empty: Body = { encoding: 'utf8', text: '', bytes: 0 };
export const absent: RecordedBody = { state: 'absent', body: empty };
export const none: RecordedBody = { state: 'whole', body: empty };
const cut: RecordedBody = { state: 'cut', body: empty };

/** How recorders end what they cut: `… [truncated]`, `...(truncated, 5 KB more)`. */
const cutMark = /(?:…|\.\.\.)\s*$|[[(<{]?\s*\.{0,3}\s*truncated\b[^"{}]{0,80}$/i;
const base64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/;

/** Decodes bytes that were recorded as sent; other bytes were already decoded by the recorder. */
function ofBytes(bytes: Buffer, headers: readonly Header[]): RecordedBody {
  if (!isEncoded(headers)) return { state: 'whole', body: bodyOfBytes(bytes) };
  try {
    return { state: 'whole', body: bodyOfBytes(decodeBody(bytes, headers).bytes) };
  } catch {
    const body = bodyOfBytes(bytes);
    return body.encoding === 'utf8' ? { state: 'whole', body } : cut;
  }
}

/** Decodes a text that looks like Base64 without being marked as such, only where the result looks like JSON. */
function unsaidBase64(text: string): string | null {
  if (text.length % 4 !== 0 || !base64.test(text)) return null;
  const decoded = readUtf8(Buffer.from(text, 'base64'));
  return decoded !== null && /^\s*[[{]/.test(decoded) ? decoded : null;
}

function ofText(text: string): RecordedBody {
  const last = text.charCodeAt(text.length - 1);
  const isClosed = last === 0x7d;
  if (!isClosed && cutMark.test(text.slice(-200))) return cut;
  const shown = isClosed ? text : (unsaidBase64(text) ?? text);
  return { state: 'whole', body: { encoding: 'utf8', text: shown, bytes: Buffer.byteLength(shown) } };
}

/** Whether JSON.stringify gives the value back exactly: only exact whole numbers. @throws EntryProblem for too many levels */
function isExact(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > limits.depth) throw new EntryProblem(`has a body of more than ${limits.depth} levels`);
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (!isExact(inner, depth + 1)) return false;
  return true;
}

/** Gives the JSON of an entry as it was written, for its exact numbers. */
export type JsonSource = () => JsonDocument;

function sliceOf(source: JsonSource, path: readonly (readonly string[])[]): string | null {
  const { root, text } = source();
  let node: JsonNode | undefined = root;
  for (const names of path)
    node = names.map((name) => member(node, name)).find((found) => found !== undefined);
  return node === undefined ? null : text.slice(node.start, node.end);
}

function ofValue(value: unknown, written: () => string | null): RecordedBody {
  const text = isExact(value) ? JSON.stringify(value) : (written() ?? JSON.stringify(value));
  return { state: 'parsed', body: { encoding: 'utf8', text, bytes: Buffer.byteLength(text) } };
}

/** Our own form: `{ encoding, text, bytes }`. */
function isOwnForm(value: Members): value is Members & Pick<Body, 'encoding' | 'text'> {
  const { encoding, text } = value;
  const isKnown = Object.keys(value).every(
    (name) => name === 'encoding' || name === 'text' || name === 'bytes',
  );
  return isKnown && typeof text === 'string' && (encoding === 'utf8' || encoding === 'base64');
}

/** As Node.js writes bytes in JSON. */
function bytesIn({ type, data }: Members): Buffer | null {
  return type === 'Buffer' && Array.isArray(data) && data.every(Number.isInteger) ? Buffer.from(data) : null;
}

function saysBase64(message: Members): boolean {
  const encoding = message['bodyEncoding'] ?? message['encoding'] ?? message['payloadEncoding'];
  return encoding === 'base64' || message['isBase64Encoded'] === true;
}

function saysCut(message: Members): boolean {
  const { truncated, bodyTruncated, _truncated } = message;
  if ((truncated ?? bodyTruncated ?? _truncated) === true) return true;
  const comment = message['comment'];
  return typeof comment === 'string' && /truncated/i.test(comment);
}

/** What a message states about its body. */
interface Stated {
  readonly headers: readonly Header[];
  /** Bytes; null where it is not stated. */
  readonly length: number | null;
  /** Whether a body that is not in the record was not sent either. */
  readonly isEmpty: boolean;
}

function asLength(value: unknown): number | null {
  const length = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof length === 'number' && length >= 0 ? length : null;
}

function isEncoded(headers: readonly Header[]): boolean {
  return headerValue(headers, 'content-encoding') !== null && contentCodings(headers).length > 0;
}

/** Content-Length counts encoded bytes, and does not count where there is a transfer coding. */
function lengthOf(headers: readonly Header[]): number | null {
  const length = asLength(headerValue(headers, 'content-length'));
  if (length === null || headerValue(headers, 'transfer-encoding') !== null) return null;
  return isEncoded(headers) ? null : length;
}

/** A body that is absent, or shorter than its stated length, was not recorded whole. */
function complete(found: RecordedBody | null, { length, isEmpty }: Stated): RecordedBody {
  if (found === null || (found.body.bytes === 0 && found.state === 'whole')) return isEmpty ? none : absent;
  return found.state === 'whole' && length !== null && length > found.body.bytes ? cut : found;
}

function held(
  holder: Members,
  value: unknown,
  { headers }: Stated,
  written: () => string | null,
): RecordedBody | null {
  if (value === undefined || value === null) return null;
  if (saysCut(holder)) return cut;
  if (typeof value === 'string')
    return saysBase64(holder) ? ofBytes(Buffer.from(value, 'base64'), headers) : ofText(value);
  if (isPlainObject(value) && isOwnForm(value))
    return value.encoding === 'base64'
      ? ofBytes(Buffer.from(value.text, 'base64'), headers)
      : ofText(value.text);
  const bytes = isPlainObject(value) ? bytesIn(value) : null;
  return bytes === null ? ofValue(value, written) : ofBytes(bytes, headers);
}

const bodyNames = ['body', 'payload'] as const;

/** @param path names that the message may have in its entry */
function bodyOf(message: Members, stated: Stated, source: JsonSource, path: readonly string[]): RecordedBody {
  const value = message['body'] ?? message['payload'];
  return complete(
    held(message, value, stated, () => sliceOf(source, [path, bodyNames])),
    stated,
  );
}

/** HAR has an object with the text, its encoding and its size. */
function harBody(content: Members, stated: Stated): RecordedBody {
  const size = asLength(content['size']);
  const length = Math.max(size ?? 0, stated.length ?? 0);
  const value = content['text'];
  const found = held(content, typeof value === 'string' ? value : undefined, stated, () => null);
  return complete(found, { ...stated, length });
}

/** @param isComplete whether a header that is not in the record was not sent @throws EntryProblem */
export function requestBody(
  request: Members,
  headers: readonly Header[],
  isComplete: boolean,
  source: JsonSource,
): RecordedBody {
  const length = lengthOf(headers);
  const isUnannounced = isComplete && length === null && headerValue(headers, 'transfer-encoding') === null;
  const stated = { headers, length, isEmpty: length === 0 || isUnannounced || request['bodySize'] === 0 };
  const posted = request['postData'];
  if (isPlainObject(posted)) return harBody({ ...posted, size: request['bodySize'] }, stated);
  return bodyOf(request, stated, source, ['request', 'req']);
}

/** @throws EntryProblem */
export function responseBody(
  response: Members,
  status: number,
  headers: readonly Header[],
  source: JsonSource,
): RecordedBody {
  const length = lengthOf(headers);
  const stated = { headers, length, isEmpty: length === 0 || status === 204 || status === 205 };
  const content = response['content'];
  if (isPlainObject(content)) return harBody(content, stated);
  return bodyOf(response, stated, source, ['response', 'res']);
}
