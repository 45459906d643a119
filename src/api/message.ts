import type { Header, ResponseHead } from '../../schemas/types.ts';
import { contentCodings } from '../http/decode.ts';
import type { Cause } from '../http/failure.ts';
import type { Members } from '../model/json.ts';
import { limits } from '../model/limits.ts';
import { urlOf } from '../text/url.ts';
import { RequestError, ResponseError } from './errors.ts';

/** The types of the package need no Node.js: what clients hand out is described by its shape, and there is no Buffer. */

interface HeadersObject {
  forEach(callback: (value: string, name: string) => void): void;
}

/** Headers in any of the forms that HTTP clients hand out. */
export type HeadersInput =
  | HeadersObject
  | readonly (readonly [name: string, value: string])[]
  | readonly string[]
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A body in memory; an object or an array is written as JSON. */
export type BodyInput = string | Uint8Array | object | null | undefined;

/** A fetch `Request`, before it was sent: `fetch(request.clone())` leaves its body to be read. */
export interface FetchRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeadersObject;
  readonly bodyUsed: boolean;
  clone(): { text(): Promise<string> };
}

/** What was sent, in plain data: for undici's `request(url, options)`, `{ url, ...options }`. */
export interface PlainRequest {
  readonly method?: string | undefined;
  readonly url: string | URL;
  readonly headers?: HeadersInput | undefined;
  readonly body?: BodyInput;
}

/** A fetch `Response` whose body was not read yet. It is read from a clone, so the caller can read it as well. */
export interface FetchResponse {
  readonly status: number;
  readonly statusText: string;
  readonly type: string;
  readonly redirected: boolean;
  readonly headers: HeadersObject;
  readonly bodyUsed: boolean;
  clone(): { readonly body: unknown };
}

/** What undici's `request` resolves to. Its body can be read only once, and is read here. */
export interface UndiciResponse {
  readonly statusCode: number;
  readonly statusText?: string;
  readonly headers: HeadersInput;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A response in plain data, its content codings undone. */
export interface PlainResponse {
  readonly status: number;
  readonly statusText?: string | undefined;
  readonly headers?: HeadersInput | undefined;
  readonly body?: BodyInput;
}

export type RequestInput = FetchRequest | PlainRequest;
export type ResponseInput = FetchResponse | UndiciResponse | PlainResponse;

function isList(input: HeadersInput): input is readonly string[] | readonly Header[] {
  return Array.isArray(input);
}

/** In the order in which the client gives them. */
function headersOf(input: HeadersInput = {}): readonly Header[] {
  const headers: Header[] = [];
  if (isList(input)) {
    const texts = (input as readonly (string | Header)[]).flat();
    for (let at = 0; at < texts.length; at += 2) headers.push([texts[at] ?? '', String(texts[at + 1] ?? '')]);
  } else if (typeof input.forEach === 'function') {
    input.forEach((value: string, name: string) => void headers.push([name, value]));
  } else
    for (const [name, values = []] of Object.entries(input))
      for (const value of [values].flat()) headers.push([name, String(value)]);
  return headers;
}

function bytesOf(body: BodyInput): Buffer {
  if (body === undefined || body === null) return Buffer.alloc(0);
  // In jest a view is one of another realm, and no `instanceof` knows it.
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
}

/** The same as text; bytes are read as UTF-8. */
export function textOf(body: BodyInput): string {
  return bytesOf(body).toString('utf8');
}

export interface RequestData {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly Header[];
  readonly body: string;
}

async function requestBody(request: RequestInput): Promise<string> {
  if (!('clone' in request)) return textOf(request.body);
  if (!request.bodyUsed) return request.clone().text();
  throw new RequestError(
    "the request's body was already sent and cannot be read again. Send a clone, fetch(request.clone()), or give { method, url, headers, body }.",
  );
}

/** @throws RequestError for a URL that is not valid, or a body that was already read */
export async function readRequest(request: RequestInput): Promise<RequestData> {
  const { method = 'GET', headers } = request;
  const url = urlOf(String(request.url));
  if (url === null)
    throw new RequestError(
      `the request's url ${JSON.stringify(String(request.url))} is not an absolute URL, such as https://staging.example.com/api/…`,
    );
  return {
    method: method.toUpperCase(),
    url,
    headers: headersOf(headers),
    body: await requestBody(request),
  };
}

function isIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in Object(body);
}

function isStatus(status: unknown): boolean {
  return Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599;
}

function isFetch(response: Members): response is Members & FetchResponse {
  return typeof response['clone'] === 'function' && response['bodyUsed'] !== undefined;
}

function isUndici(response: Members): response is Members & UndiciResponse {
  return isStatus(response['statusCode']) && isIterable(response['body']);
}

function isInMemory(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return !/function|symbol|bigint/.test(typeof body);
  const isParsed = /^\[object (?:Object|Array)\]$/.test(Object.prototype.toString.call(body));
  return ArrayBuffer.isView(body) || (isParsed && !isIterable(body));
}

/** Clients that have the body elsewhere, as axios has it in `data`, would be judged as if it were empty. */
function isPlain(response: Members): response is Members & PlainResponse {
  const { status, statusCode, body, data } = response;
  return isStatus(status) && statusCode === undefined && data === undefined && isInMemory(body);
}

const alreadyRead = "the response's body was already read. Call this before anything else reads it.";

/** By default fetch follows redirects: the response is then to another request. */
function fetchBody(response: FetchResponse): unknown {
  if (response.redirected || response.type === 'opaqueredirect')
    throw new ResponseError(
      "the response was redirected, so it is not the response to this request. Send with { redirect: 'manual' } and pass the redirect itself.",
    );
  if (response.status === 0)
    throw new ResponseError('the response is an error or an opaque one; nothing of it can be seen');
  try {
    return response.clone().body;
  } catch {
    // Of a body that somebody read, or is reading, there is no clone.
    throw new ResponseError(alreadyRead);
  }
}

function undiciBody({ body }: UndiciResponse): unknown {
  const { bodyUsed, readableDidRead } = body as { bodyUsed?: unknown; readableDidRead?: unknown };
  if (bodyUsed === true || readableDidRead === true) throw new ResponseError(alreadyRead);
  return body;
}

/** The three forms of a response in one; `isDecoded` where the client undid the content codings. */
interface ResponseParts extends Omit<PlainResponse, 'body'> {
  readonly body?: unknown;
  readonly isDecoded: boolean;
}

/** @throws ResponseError for what is in none of the forms */
function partsOf(response: Members): ResponseParts {
  if (isFetch(response)) {
    const { status, statusText, headers } = response;
    return { status, statusText, headers, body: fetchBody(response), isDecoded: true };
  }
  if (isUndici(response)) {
    const { statusCode: status, statusText, headers } = response;
    return { status, statusText, headers, body: undiciBody(response), isDecoded: false };
  }
  if (isPlain(response)) return { ...response, isDecoded: true };
  throw new ResponseError(
    "the response is not one that can be read. Expected a fetch Response, what undici's request resolves to, or { status, headers, body } with a status from 100 to 599 and a body in text, bytes or parsed JSON ('' for an empty one); a promise has to be awaited first.",
  );
}

/** The bytes of a body, or null when there are more than are read; the rest is dropped without waiting for its end. */
async function readBody(body: unknown): Promise<Uint8Array | null> {
  if (!isIterable(body)) {
    const bytes = bytesOf(body as BodyInput);
    return bytes.length > limits.bodyBytes ? null : bytes;
  }
  const read: Uint8Array[] = [];
  const iterator = body[Symbol.asyncIterator]();
  for (let length = 0; length <= limits.bodyBytes; ) {
    const { done, value } = await iterator.next();
    if (done === true) return Buffer.concat(read);
    length += value.length;
    read.push(value);
  }
  // A clone is over only when the response it was made of is.
  void iterator.return?.()?.catch(() => undefined);
  return null;
}

/** A response as the network would give it (`Reply`). */
export interface ResponseRead {
  readonly head: ResponseHead;
  readonly body: Uint8Array;
  readonly undone?: readonly string[];
  readonly cause: Cause | null;
}

/** @throws ResponseError for a response that was read already, redirected, or cannot be seen, and for what is not a response */
export async function readResponse(response: unknown): Promise<ResponseRead> {
  const { status, statusText: reason = '', isDecoded, ...parts } = partsOf(Object(response));
  const head = { status, reason, headers: headersOf(parts.headers) };
  const body = await readBody(parts.body);
  const message = `the body is larger than ${limits.bodyBytes} bytes, the most that is read`;
  return {
    head,
    body: body ?? new Uint8Array(),
    ...(isDecoded ? { undone: contentCodings(head.headers).map((coding) => coding.toLowerCase()) } : {}),
    cause: body === null ? { kind: 'too-large', message } : null,
  };
}
