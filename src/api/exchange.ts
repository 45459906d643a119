import type { Credentials, Exchange, Header, Probe } from '../../schemas/types.ts';
import { recordExchange } from '../http/record.ts';
import { readSent } from '../json/text.ts';
import { probeName } from '../model/exchange.ts';
import type { Operation } from '../model/requirement.ts';
import { isDocumented } from '../operations/document-words.ts';
import { contract, type PathParameter } from '../operations/index.ts';
import { createRedactor } from '../secrets/redaction.ts';
import { type Addressed, addressed } from '../traffic/addressed.ts';
import { credentialsOf } from '../traffic/entry.ts';
import { isKept, secretsIn } from '../traffic/mask.ts';
import { RequestError } from './errors.ts';
import {
  type BodyInput,
  type RequestData,
  type RequestInput,
  type ResponseInput,
  type ResponseRead,
  readRequest,
  readResponse,
  textOf,
} from './message.ts';

export interface ToExchangeOptions {
  /** Unique among the exchanges that are judged together; `put-authorised` and the like by default, then numbered. */
  readonly id?: string;
  /**
   * By default `none` without an Authorization header, `made-up` for the token that this suite makes up, and
   * `authorised` for any other.
   */
  readonly credentials?: Credentials;
  /** Further texts that no output may hold. The token in the Authorization header is one without being named. */
  readonly secrets?: readonly string[];
  /** When the request was sent; now by default, and the exchange then has no duration. */
  readonly startedAt?: Date;
}

/** What of the request is known: what is left out cannot be compared, and its echo is not asked for. */
export type SentParts = { readonly [Name in PathParameter]?: string } & {
  /** An object is written as JSON. */
  readonly body?: BodyInput;
};

/** A response, or an exchange, which knows what was sent. */
export type Received = ResponseInput | Exchange;

/** The request that was sent, or parts of it. */
export type Sent = RequestInput | SentParts;

/** A request, and what it is about. */
type Asked = RequestData & Pick<Addressed, 'operation' | 'identifiers'>;

/** The operation whose method it is and in whose path the URL ends; what comes before that path belongs to the base URL. */
async function askedBy(input: RequestInput): Promise<Asked> {
  const request = await readRequest(input);
  const { method, url } = request;
  const found = addressed(method, url.origin + url.pathname);
  if (found !== null) return { ...request, ...found };
  const known = contract.operations.map(({ method: documented, path }) => `${documented} {base_url}${path}`);
  throw new RequestError(
    `${method} ${url.pathname} is not a request of the document. Expected ${known.join(' or ')}.`,
  );
}

/** Used where no address was given. */
const unknownUrl = new URL('http://service.invalid/');

/** A request of which only parts are known. */
function partlyAsked(operation: Operation, { body, ...parts }: SentParts): Asked {
  const { method } = contract.operation(operation);
  const given = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined);
  const identifiers = Object.fromEntries(given);
  return { method, url: unknownUrl, headers: [], body: textOf(body), operation, identifiers };
}

/** @throws RequestError for a body that is not JSON */
function checkBody(body: string): void {
  try {
    if (body !== '') readSent(body);
  } catch (error) {
    throw new RequestError(
      `the request's body is not JSON (${(error as Error).message}); what the document sends is a JSON object`,
    );
  }
}

/** What the request carries as a secret, and what the caller knows to be one. */
function redactorFor(headers: readonly Header[], secrets: readonly string[]) {
  const named = secrets.map((value) => ({ name: 'secret', value, isShown: isDocumented(value) }));
  return createRedactor([...secretsIn(headers), ...named]);
}

/** The exchange that is kept of a request and its response: redacted, and plain JSON. */
function exchangeOf(asked: Asked, response: ResponseRead, options: ToExchangeOptions = {}): Exchange {
  const { operation, identifiers, method, url, headers, body } = asked;
  checkBody(body);
  const { credentials = credentialsOf(headers), id = probeName(operation, credentials) } = options;
  const probe: Probe = {
    ...{ id, operation, credentials, method: contract.operation(operation).method },
    path: url.pathname + url.search,
    purpose: `${method} sent by a program`,
    addressed: identifiers,
    ...(body === '' ? {} : { body }),
  };
  const sending = {
    ...{ id, probe, origin: url.origin },
    headers: headers.filter(isKept),
    extraHeaders: headers.filter((header) => !isKept(header)),
  };
  const now = new Date();
  const { startedAt = now, secrets = [] } = options;
  const totalMs = Math.max(0, now.getTime() - startedAt.getTime());
  const timings = { startedAt: startedAt.toISOString(), connectMs: null, firstByteMs: null, totalMs };
  const reply = { ...response, sent: true, body: Buffer.from(response.body), timings };
  return recordExchange(sending, reply, redactorFor(headers, secrets));
}

/**
 * Makes an exchange of what an HTTP client sent and got, in plain JSON and redacted: the token is masked wherever it
 * is, and so are other headers' secrets.
 *
 * Of a fetch `Response` a clone is read. What fetch hides cannot be judged or shown: header names arrive in lower case
 * and sorted, headers of one name joined (`set-cookie` excepted), content codings undone, early hints and trailers
 * dropped. undici's `request` hides nothing of the body, which is read here and then is in
 * `exchange.response.body`.
 *
 * @throws RequestError when the request is none of the document's, or its body is gone or no JSON
 * @throws ResponseError when the response was read before, redirected, or is opaque
 */
export async function toExchange(
  request: RequestInput,
  response: ResponseInput,
  options: ToExchangeOptions = {},
): Promise<Exchange> {
  const asked = await askedBy(request);
  return exchangeOf(asked, await readResponse(response), options);
}

function isExchange(value: object): value is Exchange {
  return 'request' in value && 'credentials' in value && 'timings' in value;
}

/**
 * What a matcher was given, as an exchange.
 * @throws TypeError for an exchange of the other operation, or one with what was sent
 * @throws RequestError, ResponseError as `toExchange` does
 */
export async function exchangeGiven(received: unknown, operation: Operation, sent?: Sent): Promise<Exchange> {
  const given: object = Object(received);
  if (isExchange(given) && sent !== undefined)
    throw new TypeError('an exchange knows what was sent; leave `sent` out');
  const exchange = isExchange(given) ? given : await responseGiven(given, operation, sent ?? {});
  if (exchange.operation === operation) return exchange;
  throw new TypeError(`the request is one of the operation ${exchange.operation}, not ${operation}`);
}

async function responseGiven(response: object, operation: Operation, sent: Sent): Promise<Exchange> {
  // A forgotten body would be judged as an empty one, and blamed on the service.
  const read = await readResponse('body' in response ? response : undefined);
  const asked = 'url' in sent ? await askedBy(sent) : partlyAsked(operation, sent);
  return exchangeOf(asked, read, { credentials: 'authorised' });
}
