import type { Header, ResponseHead } from '../../schemas/types.ts';
import { contentCodings } from '../http/decode.ts';
import type { Cause } from '../http/failure.ts';
import type { Members } from '../model/json.ts';
import { limits } from '../model/limits.ts';
import { urlOf } from '../text/url.ts';
import { RequestError, ResponseError } from './errors.ts';
import type {
  BodyInput,
  FetchRequest,
  FetchResponse,
  HeadersInput,
  RequestInput,
  ResponseInput,
  UndiciResponse,
} from './http-message.ts';

type Lists = readonly string[] | readonly Header[];

function isList(input: HeadersInput): input is Lists {
  return Array.isArray(input);
}

/** Pairs, or names and values in turn. */
function listed(list: Lists): readonly Header[] {
  return list.flatMap((item, at): Header[] => {
    if (typeof item !== 'string') return [[item[0], item[1]]];
    return at % 2 === 0 ? [[item, String(list[at + 1] ?? '')]] : [];
  });
}

/** In the order in which the client gives them. */
export function headersOf(input: HeadersInput = []): readonly Header[] {
  if (isList(input)) return listed(input);
  if (typeof input.forEach !== 'function')
    return Object.entries(input).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): Header => [name, String(one)]),
    );
  const headers: Header[] = [];
  input.forEach((value: string, name: string) => {
    headers.push([name, value]);
  });
  return headers;
}

export function bytesOf(body: BodyInput): Uint8Array {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
}

/** The same as text; bytes are read as UTF-8. */
export function textOf(body: BodyInput): string {
  return Buffer.from(bytesOf(body)).toString('utf8');
}

/** A message's bytes, or null when there are more than are read; the rest is dropped without waiting for its end. */
async function readBounded(chunks: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const read: Uint8Array[] = [];
  const iterator = chunks[Symbol.asyncIterator]();
  for (let length = 0; ; ) {
    const { done, value } = await iterator.next();
    if (done === true) return Buffer.concat(read);
    length += value.length;
    read.push(value);
    if (length <= limits.bodyBytes) continue;
    // A clone is over only when the response it was made of is.
    void iterator.return?.()?.catch(() => undefined);
    return null;
  }
}

export interface RequestData {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly Header[];
  readonly body: string;
}

function isFetchRequest(request: RequestInput): request is FetchRequest {
  return 'clone' in request && typeof request.clone === 'function';
}

async function requestBody(request: RequestInput): Promise<string> {
  if (!isFetchRequest(request)) return textOf(request.body);
  if (!request.bodyUsed) return request.clone().text();
  throw new RequestError(
    "the request's body was already sent and cannot be read again. Send a clone, fetch(request.clone()), or give { method, url, headers, body }.",
  );
}

/** @throws RequestError for a URL that is not valid, or a body that was already read */
export async function readRequest(request: RequestInput): Promise<RequestData> {
  const { method = 'GET', headers } = request;
  const url = String(request.url);
  if (urlOf(url) === null)
    throw new RequestError(
      `the request's url ${JSON.stringify(url)} is not an absolute URL, such as https://staging.example.com/api/…`,
    );
  return {
    method: method.toUpperCase(),
    url: new URL(url),
    headers: headersOf(headers),
    body: await requestBody(request),
  };
}

/** A response as the network would give it (`Reply`). The types of the package need no Node.js, so it has no Buffer. */
export interface ResponseRead {
  readonly head: ResponseHead;
  readonly body: Uint8Array;
  readonly undone?: readonly string[];
  readonly cause: Cause | null;
}

/**
 * @param body null where it is longer than what is read
 * @param isUndone whether the client undid the content codings that the headers name
 */
function responseRead(head: ResponseHead, body: Uint8Array | null, isUndone: boolean): ResponseRead {
  const message = `the body is larger than ${limits.bodyBytes} bytes, the most that is read`;
  return {
    head,
    body: body ?? new Uint8Array(),
    ...(isUndone ? { undone: contentCodings(head.headers).map((coding) => coding.toLowerCase()) } : {}),
    cause: body === null ? { kind: 'too-large', message } : null,
  };
}

const alreadyRead = "the response's body was already read. Call this first.";

/** By default fetch follows redirects: the response is then to another request. */
function checkFetch({ type, redirected, bodyUsed, status }: FetchResponse): void {
  if (redirected || type === 'opaqueredirect')
    throw new ResponseError(
      "the response was redirected, so it is not the response to this request. Send with { redirect: 'manual' } and pass the redirect itself.",
    );
  if (status === 0)
    throw new ResponseError('the response is an error or an opaque one; nothing of it can be seen');
  if (bodyUsed) throw new ResponseError(`${alreadyRead} It reads a clone, and leaves the body to you.`);
}

/** A body that somebody is reading is locked, and cannot be cloned. */
function cloned(response: FetchResponse): ReturnType<FetchResponse['clone']> {
  try {
    return response.clone();
  } catch {
    throw new ResponseError(alreadyRead);
  }
}

async function fetched(response: FetchResponse): Promise<ResponseRead> {
  checkFetch(response);
  const { status, statusText: reason, headers } = response;
  const stream = cloned(response).body as AsyncIterable<Uint8Array> | null;
  const body = stream === null ? Buffer.alloc(0) : await readBounded(stream);
  return responseRead({ status, reason, headers: headersOf(headers) }, body, true);
}

function readBefore({ body }: UndiciResponse): boolean {
  const { bodyUsed, readableDidRead } = body as { bodyUsed?: unknown; readableDidRead?: unknown };
  return bodyUsed === true || readableDidRead === true;
}

/** What is taken as a response; anything else is refused in these words. */
export const responseForms =
  "a fetch Response, what undici's request resolves to, or { status, headers, body } with a status from 100 to 599 and a body in text, bytes or parsed JSON ('' for an empty one); a promise has to be awaited first";

function isStatus(status: unknown): boolean {
  return Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599;
}

function isFetchResponse({ clone, bodyUsed }: Members): boolean {
  return typeof clone === 'function' && bodyUsed !== undefined;
}

function isUndiciResponse({ statusCode, body }: Members): boolean {
  return isStatus(statusCode) && typeof Object(body)[Symbol.asyncIterator] === 'function';
}

function isBody(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return !/function|symbol|bigint/.test(typeof body);
  const isParsed = /^\[object (?:Object|Array)\]$/.test(Object.prototype.toString.call(body));
  return ArrayBuffer.isView(body) || (isParsed && !(Symbol.asyncIterator in body));
}

/** Clients that have the body elsewhere, as axios has it in `data`, would be judged as if it were empty. */
function isPlainResponse({ status, statusCode, body, data }: Members): boolean {
  return isStatus(status) && statusCode === undefined && data === undefined && isBody(body);
}

export function isResponse(value: unknown): value is ResponseInput {
  if (typeof value !== 'object' || value === null) return false;
  const members = value as Members;
  return isFetchResponse(members) || isUndiciResponse(members) || isPlainResponse(members);
}

/** @throws ResponseError for a response that was read already, redirected, or cannot be seen, and for what is not a response */
export async function readResponse(response: ResponseInput): Promise<ResponseRead> {
  if (!isResponse(response))
    throw new ResponseError(`the response is not one that can be read. Expected ${responseForms}.`);
  if ('clone' in response) return fetched(response);
  const headers = headersOf(response.headers);
  const reason = response.statusText ?? '';
  if ('statusCode' in response) {
    if (readBefore(response)) throw new ResponseError(alreadyRead);
    const head = { status: response.statusCode, reason, headers };
    return responseRead(head, await readBounded(response.body), false);
  }
  const body = bytesOf(response.body);
  const head = { status: response.status, reason, headers };
  return responseRead(head, body.length > limits.bodyBytes ? null : body, true);
}
