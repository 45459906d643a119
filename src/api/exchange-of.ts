import type { Credentials, Exchange, Header, Probe, Timings } from '../../schemas/types.ts';
import { recordExchange } from '../http/record.ts';
import { readSent } from '../json/text.ts';
import { probeName } from '../model/exchange.ts';
import { isDocumented } from '../operations/document-words.ts';
import { contract } from '../operations/index.ts';
import { createRedactor, type Secret } from '../secrets/redaction.ts';
import { type Addressed, addressed } from '../traffic/addressed.ts';
import { credentialsOf } from '../traffic/entry.ts';
import { isKept, secretsIn } from '../traffic/mask.ts';
import { RequestError } from './errors.ts';
import type { RequestInput, ResponseInput } from './http-message.ts';
import { type RequestData, type ResponseRead, readRequest, readResponse } from './read-message.ts';

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

/** The operation whose method it is and in whose path the URL ends; what comes before that path belongs to the base URL. */
export function addressedBy({ method, url }: RequestData): Addressed {
  const found = addressed(method, url.origin + url.pathname);
  if (found !== null) return found;
  const known = contract.operations.map(({ method: documented, path }) => `${documented} {base_url}${path}`);
  throw new RequestError(
    `${method} ${url.pathname} is not a request of the document. Expected ${known.join(' or ')}.`,
  );
}

/** What the request carries as a secret, and what the caller knows to be one. */
function secretsOf(headers: readonly Header[], secrets: readonly string[]): readonly Secret[] {
  const named = secrets.map((value) => ({
    name: 'secret',
    value,
    isShown: isDocumented(value),
  }));
  return [...secretsIn(headers), ...named];
}

/** @throws RequestError for a body that is not JSON */
function checkBody({ body }: RequestData): void {
  try {
    if (body !== '') readSent(body);
  } catch (error) {
    throw new RequestError(
      `the request's body is not JSON (${(error as Error).message}); what the document sends is a JSON object`,
    );
  }
}

function timingsOf(given: Date | undefined): Timings {
  const now = new Date();
  const start = given ?? now;
  const totalMs = Math.max(0, now.getTime() - start.getTime());
  return { startedAt: start.toISOString(), connectMs: null, firstByteMs: null, totalMs };
}

/** The exchange that is kept of a request and its response: redacted, and plain JSON. */
export function exchangeOf(
  request: RequestData,
  { operation, identifiers }: Addressed,
  response: ResponseRead,
  {
    credentials = credentialsOf(request.headers),
    id = probeName(operation, credentials),
    secrets = [],
    startedAt,
  }: ToExchangeOptions = {},
): Exchange {
  checkBody(request);
  const { method, url, headers, body } = request;
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
  const bytes = { body: Buffer.from(response.body), timings: timingsOf(startedAt) };
  const reply = { sent: true, ...response, ...bytes };
  return recordExchange(sending, reply, createRedactor(secretsOf(headers, secrets)));
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
  const read = await readRequest(request);
  const addressed = addressedBy(read);
  return exchangeOf(read, addressed, await readResponse(response), options);
}
