import { contentCodings, decodeBody, readUtf8 } from '../http/decode.ts';
import { bodyOfBytes } from '../http/record.ts';
import type { JsonDocument, JsonNode } from '../json/json.ts';
import { member } from '../json/place.ts';
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
const altered: RecordedBody = { state: 'altered', body: empty };

const base64 = /^[\w+/\s-]*={0,2}\s*$/;
const beginsLikeJson = /^\s*[[{]/;
/** Base64 to the end of a text, or to where its recorder says that it was cut. */
const base64Start = /^[\w+/\s-]{8,}={0,2}\s*(?=$|…|\.{3}|[[(<])/;

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

/** Base64 that nothing marks is decoded only where the result begins like JSON: it was most likely the recorder that encoded it. */
function ofText(text: string, headers: readonly Header[]): RecordedBody {
  const found = text.endsWith('}') ? null : base64Start.exec(text);
  const body = found === null ? null : ofBytes(Buffer.from(found[0], 'base64'), headers).body;
  if (body?.encoding === 'utf8' && beginsLikeJson.test(body.text))
    return found?.[0] === text ? { state: 'parsed', body } : cut;
  return { state: 'whole', body: { encoding: 'utf8', text, bytes: Buffer.byteLength(text) } };
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
  return typeof value['text'] === 'string' && /^(?:utf8|base64)$/.test(String(value['encoding']));
}

/** As Node.js writes bytes in JSON. */
function bytesIn({ type, data }: Members): Buffer | null {
  return type === 'Buffer' && Array.isArray(data) && data.every(Number.isInteger) ? Buffer.from(data) : null;
}

function saysBase64(message: Members): boolean {
  const encoding = message['bodyEncoding'] ?? message['encoding'] ?? message['payloadEncoding'];
  return encoding === 'base64' || message['isBase64Encoded'] === true;
}

/** `Response body was truncated at 1 MB`; neither `never truncated` nor `large bodies are truncated`. */
const cutComment = /^\W*(?:(?:re\w+ )?(?:body|content|text) (?:was |is )?)?truncated\b(?! *[:=])/i;

function saysCut(message: Members): boolean {
  const { truncated, bodyTruncated, _truncated } = message;
  if ((truncated ?? bodyTruncated ?? _truncated) === true) return true;
  const comment = message['comment'];
  return typeof comment === 'string' && cutComment.test(comment);
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

/** Whether a text cannot have been sent: bytes were read in another encoding than UTF-8, or before a coding was undone. */
function isMisread({ encoding, text, bytes }: Body, { headers, length }: Stated): boolean {
  if (encoding !== 'utf8' || bytes === length) return false;
  if (isEncoded(headers) && !beginsLikeJson.test(text) && /[^\P{Cc}\s]|\ufffd/u.test(text)) return true;
  if (length === null || text.includes('\ufffd')) return length !== null;
  const latin1 = Buffer.from(text, 'latin1');
  return latin1.length === length && latin1.toString('latin1') === text && readUtf8(latin1) !== null;
}

/** A body that is absent, or shorter than its stated length, was not recorded whole. */
function complete(found: RecordedBody | null, stated: Stated): RecordedBody {
  const { length, isEmpty } = stated;
  if (found === null || (found.body.bytes === 0 && found.state === 'whole')) return isEmpty ? none : absent;
  if (found.state !== 'whole') return found;
  if (isMisread(found.body, stated)) return altered;
  return length !== null && length > found.body.bytes ? cut : found;
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
    return saysBase64(holder) && base64.test(value)
      ? ofBytes(Buffer.from(value, 'base64'), headers)
      : ofText(value, headers);
  if (isPlainObject(value) && isOwnForm(value))
    return value.encoding === 'base64'
      ? ofBytes(Buffer.from(value.text, 'base64'), headers)
      : ofText(value.text, headers);
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
  const value = content['text'];
  if (value === undefined && typeof content['_file'] === 'string') return { state: 'attached', body: empty };
  const length = Math.max(asLength(content['size']) ?? 0, stated.length ?? 0) || null;
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
