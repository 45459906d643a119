import type { Body, BodyRecorded, Header } from '../../schemas/types.ts';
import { bodyOfBytes, contentCodings, decodeBody, readUtf8 } from '../http/decode.ts';
import { spansOf } from '../json/json.ts';
import { isPlainObject } from '../json/plain.ts';
import { isNamed, valuesOf } from '../model/exchange.ts';
import type { Members } from '../model/json.ts';
import { limits } from '../model/limits.ts';
import { EntryProblem } from './lines.ts';

/** A body, and how much of it was recorded. */
export interface RecordedBody {
  readonly state: BodyRecorded;
  readonly body: Body;
}

/** What is known of a message besides its body. */
interface Stated {
  readonly headers: readonly Header[];
  /** Bytes of the body; null where it is not stated. */
  readonly length: number | null;
  /** Whether a body that is not in the record was not sent either. */
  readonly isEmpty: boolean;
  /** Names of the message in its entry. */
  readonly names: readonly string[];
  /** The entry as it was written, for exact numbers; null where that is what JSON.stringify gives. */
  readonly json: string | null;
}

/** @param text nothing where nothing of the body is judged */
function ofText(state: BodyRecorded, text = ''): RecordedBody {
  return { state, body: { encoding: 'utf8', text, bytes: Buffer.byteLength(text) } };
}

const base64 = /^[\w+/\s-]*={0,2}\s*$/;
const beginsLikeJson = /^\s*[[{]/;
/** Base64 to the end of a text, or to where its recorder says that it was cut. */
const base64Start = /^[\w+/\s-]{8,}={0,2}\s*(?=$|…|\.{3}|[[(<])/;

/** The content codings of a body; most have none. */
export function codingsOf(headers: readonly Header[]): readonly string[] {
  return headers.some((header) => isNamed(header, 'content-encoding')) ? contentCodings(headers) : [];
}

/** Decodes bytes that were recorded as sent; other bytes were already decoded by the recorder. */
function ofBytes(bytes: Buffer, headers: readonly Header[]): RecordedBody {
  const body = bodyOfBytes(bytes);
  if (codingsOf(headers).length === 0) return { state: 'whole', body };
  try {
    return { state: 'whole', body: bodyOfBytes(decodeBody(bytes, headers).bytes) };
  } catch {
    return body.encoding === 'utf8' ? { state: 'whole', body } : ofText('cut');
  }
}

/** Base64 that nothing marks is decoded only where the result begins like JSON: it was most likely the recorder that encoded it. */
function ofUnmarked(text: string, headers: readonly Header[]): RecordedBody {
  const found = text.endsWith('}') ? null : base64Start.exec(text);
  const body = found === null ? null : ofBytes(Buffer.from(found[0], 'base64'), headers).body;
  if (body?.encoding === 'utf8' && beginsLikeJson.test(body.text))
    return found?.[0] === text ? { state: 'parsed', body } : ofText('cut');
  return ofText('whole', text);
}

/** Whether JSON.stringify gives the value back exactly: only exact whole numbers. @throws EntryProblem for too many levels */
function isExact(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > limits.depth) throw new EntryProblem(`has a body of more than ${limits.depth} levels`);
  return Object.values(value).every((inner) => isExact(inner, depth + 1));
}

/** The text of a body that is a value. */
function writtenOf(value: unknown, { names, json }: Stated): string {
  if (isExact(value) || json === null) return JSON.stringify(value);
  const spans = spansOf(json);
  const holder = names.find((name) => spans.has(`/${name}`));
  const own = ['body', 'payload'].map((name) => spans.get(`/${holder}/${name}`)).find((span) => span);
  return own === undefined ? JSON.stringify(value) : json.slice(own.start, own.end);
}

function saysBase64({ bodyEncoding, encoding, payloadEncoding, isBase64Encoded }: Members): boolean {
  return (bodyEncoding ?? encoding ?? payloadEncoding) === 'base64' || isBase64Encoded === true;
}

/** `Response body was truncated at 1 MB`; neither `never truncated` nor `large bodies are truncated`. */
const cutComment = /^\W*(?:(?:re\w+ )?(?:body|content|text) (?:was |is )?)?truncated\b(?! *[:=])/i;

function saysCut({ truncated, bodyTruncated, _truncated, comment }: Members): boolean {
  if ((truncated ?? bodyTruncated ?? _truncated) === true) return true;
  return typeof comment === 'string' && cutComment.test(comment);
}

/** What an entry has of a body, which is not nothing. @param holder the message, or what a HAR has of its body */
function read(holder: Members, value: unknown, stated: Stated): RecordedBody {
  const { headers } = stated;
  if (saysCut(holder)) return ofText('cut');
  // As this suite writes bodies, and as Node.js writes bytes in JSON.
  const own: Members = isPlainObject(value) ? value : {};
  const { encoding, text: ownText, type, data } = own;
  const isOwn = typeof ownText === 'string' && (encoding === 'utf8' || encoding === 'base64');
  const text = isOwn ? ownText : value;
  if (typeof text === 'string') {
    const isBase64 = isOwn ? encoding === 'base64' : saysBase64(holder) && base64.test(text);
    return isBase64 ? ofBytes(Buffer.from(text, 'base64'), headers) : ofUnmarked(text, headers);
  }
  const isBytes = type === 'Buffer' && Array.isArray(data) && data.every(Number.isInteger);
  return isBytes ? ofBytes(Buffer.from(data), headers) : ofText('parsed', writtenOf(value, stated));
}

function asLength(value: unknown): number | null {
  const length = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof length === 'number' && length >= 0 ? length : null;
}

/** Content-Length counts encoded bytes, and does not count where there is a transfer coding. */
function lengthOf(headers: readonly Header[]): number | null {
  const length = asLength(valuesOf(headers, 'content-length').join(', '));
  const isOther = length === null || isTransferred(headers) || codingsOf(headers).length > 0;
  return isOther ? null : length;
}

function isTransferred(headers: readonly Header[]): boolean {
  return headers.some((header) => isNamed(header, 'transfer-encoding'));
}

/** Whether a text cannot have been sent: bytes were read in another encoding than UTF-8, or before a coding was undone. */
function isMisread({ encoding, text, bytes }: Body, { headers, length }: Stated): boolean {
  if (encoding !== 'utf8' || bytes === length) return false;
  const isEncoded = codingsOf(headers).length > 0;
  if (isEncoded && !beginsLikeJson.test(text) && /[^\P{Cc}\s]|\ufffd/u.test(text)) return true;
  if (length === null || text.includes('\ufffd')) return length !== null;
  const latin1 = Buffer.from(text, 'latin1');
  return latin1.length === length && latin1.toString('latin1') === text && readUtf8(latin1) !== null;
}

/** A body that is absent, or shorter than its stated length, was not recorded whole. */
function complete(holder: Members, value: unknown, stated: Stated): RecordedBody {
  const found = value === undefined || value === null ? null : read(holder, value, stated);
  if (found === null || (found.body.bytes === 0 && found.state === 'whole'))
    return ofText(stated.isEmpty ? 'whole' : 'absent');
  if (found.state !== 'whole') return found;
  if (isMisread(found.body, stated)) return ofText('altered');
  return stated.length !== null && stated.length > found.body.bytes ? ofText('cut') : found;
}

/** @param content as HAR has it: an object with the text and its encoding @param size bytes, as HAR has them */
function bodyOf(message: Members, content: unknown, size: unknown, stated: Stated): RecordedBody {
  if (!isPlainObject(content)) return complete(message, message['body'] ?? message['payload'], stated);
  const { text, _file: file } = content;
  if (text === undefined && typeof file === 'string') return ofText('attached');
  const length = Math.max(asLength(size) ?? 0, stated.length ?? 0) || null;
  return complete(content, typeof text === 'string' ? text : undefined, { ...stated, length });
}

/**
 * @param isComplete whether a header that is not in the record was not sent
 * @param json the entry as it was written; null where that is what JSON.stringify gives
 * @throws EntryProblem
 */
export function requestBody(
  request: Members,
  headers: readonly Header[],
  isComplete: boolean,
  json: string | null,
): RecordedBody {
  const { postData, bodySize } = request;
  const length = lengthOf(headers);
  const isUnannounced = isComplete && length === null && !isTransferred(headers);
  const isEmpty = length === 0 || isUnannounced || bodySize === 0;
  return bodyOf(request, postData, bodySize, { headers, length, isEmpty, names: ['request', 'req'], json });
}

/** @param json as for a request @throws EntryProblem */
export function responseBody(
  response: Members,
  status: number,
  headers: readonly Header[],
  json: string | null,
): RecordedBody {
  const { content } = response;
  const size = isPlainObject(content) ? content['size'] : null;
  const length = lengthOf(headers);
  const isEmpty = length === 0 || status === 204 || status === 205;
  return bodyOf(response, content, size, { headers, length, isEmpty, names: ['response', 'res'], json });
}
