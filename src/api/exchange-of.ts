import { contentCodings } from '../http/decode.ts';
import { recordExchange } from '../http/record.ts';
import type { Reply } from '../http/wire.ts';
import { parseJson } from '../json/json.ts';
import { type Credentials, type Exchange, type Header, type Probe, probeName } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { Operation } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import { madeUpToken } from '../run/plan.ts';
import { isDocumented } from '../secrets/ordinary-text.ts';
import { accessToken, createRedactor, type Secret } from '../secrets/redaction.ts';
import { isAllowedHeader, sensitiveKind } from '../secrets/sensitive-names.ts';
import { RequestError } from './errors.ts';
import type { RequestInput, ResponseInput } from './http-message.ts';
import { type ReadRequest, type ReadResponse, readRequest, readResponse } from './read-message.ts';

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

/** What a request is about. */
export interface Addressed {
  readonly operation: Operation;
  readonly identifiers: Readonly<Record<string, string>>;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The operation whose method it is and in whose path the URL ends; what comes before that path belongs to the base URL. */
export function addressedBy({ method, url }: ReadRequest): Addressed {
  for (const { name: operation, path, method: documented } of contract.operations) {
    const pattern = path.replace(/\/$/, '').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const found = method === documented ? new RegExp(`${pattern}/?$`).exec(url.pathname) : null;
    if (found === null) continue;
    const identifiers = Object.entries(found.groups ?? {}).map(([name, segment]) => [name, decoded(segment)]);
    return { operation, identifiers: Object.fromEntries(identifiers) };
  }
  const known = contract.operations.map(({ method: documented, path }) => `${documented} {base_url}${path}`);
  throw new RequestError(
    `${method} ${url.pathname} is no request of the document. Expected ${known.join(' or ')}.`,
  );
}

const authorization = /^authorization$/i;

function tokenOf(value: string): string {
  return value.replace(/^[^\s]+\s+/, '').trim();
}

function credentialsOf(headers: readonly Header[]): Credentials {
  const found = headers.find(([name]) => authorization.test(name));
  if (found === undefined) return 'none';
  return tokenOf(found[1]) === madeUpToken ? 'made-up' : 'authorised';
}

/** The token, what other headers name as a secret, and what the caller knows to be one. */
function secretsOf(headers: readonly Header[], secrets: readonly string[]): readonly Secret[] {
  const carried = headers.flatMap(([name, value]): Secret[] => {
    if (authorization.test(name)) {
      const token = tokenOf(value);
      return token === madeUpToken ? [] : [{ name: accessToken, value: token }];
    }
    return sensitiveKind(name) === undefined
      ? []
      : [{ name: `header ${name}`, value, isShown: isDocumented(value, contract) }];
  });
  return [
    ...carried,
    ...secrets.map((value) => ({ name: 'secret', value, isShown: isDocumented(value, contract) })),
  ];
}

const shownHeader = /^(?:accept(?:-.*)?|user-agent|host|origin)$/i;

/** Whether a request header is kept as it is, secrets in it masked; the values of others are not kept. */
function isKept([name, value]: Header): boolean {
  if (authorization.test(name)) return tokenOf(value).length >= limits.shortestSecret;
  return shownHeader.test(name) || isAllowedHeader(name);
}

/** @throws RequestError for a body that is not JSON */
function checkBody({ body }: ReadRequest): void {
  try {
    if (body !== '') parseJson(body);
  } catch (error) {
    throw new RequestError(
      `the request's body is not JSON (${(error as Error).message}); the document's PUT sends a JSON object`,
    );
  }
}

function replyOf(
  { status, reason, headers, body, undone }: ReadResponse,
  startedAt: Date | undefined,
): Reply {
  const now = new Date();
  const message = `the body is larger than ${limits.bodyBytes} bytes, the most that is read`;
  return {
    sent: true,
    head: { status, reason, headers },
    body: Buffer.from(body ?? []),
    ...(undone ? { undone: contentCodings(headers).map((coding) => coding.toLowerCase()) } : {}),
    cause: body === null ? { kind: 'too-large', message } : null,
    timings: {
      startedAt: (startedAt ?? now).toISOString(),
      connectMs: null,
      firstByteMs: null,
      totalMs: startedAt === undefined ? 0 : Math.max(0, now.getTime() - startedAt.getTime()),
    },
  };
}

function probeOf(
  request: ReadRequest,
  { operation, identifiers }: Addressed,
  credentials: Credentials,
): Probe {
  return {
    id: probeName(operation, credentials),
    operation,
    credentials,
    method: contract.operation(operation).method,
    path: request.url.pathname + request.url.search,
    purpose: `${request.method} sent by a program`,
    addressed: identifiers,
    ...(request.body === '' ? {} : { body: request.body }),
  };
}

/** A request and its answer, read, and what else is known about them. */
interface Message {
  readonly request: ReadRequest;
  readonly addressed: Addressed;
  readonly response: ReadResponse;
}

/** The exchange that is kept of a request and its answer: redacted, and plain JSON. */
export function exchangeOf(
  { request, addressed, response }: Message,
  { id, credentials, secrets = [], startedAt }: ToExchangeOptions = {},
): Exchange {
  checkBody(request);
  const probe = probeOf(request, addressed, credentials ?? credentialsOf(request.headers));
  const redactor = createRedactor(secretsOf(request.headers, secrets));
  const sending = {
    id: id ?? probe.id,
    probe: { ...probe, id: id ?? probe.id },
    origin: request.url.origin,
    headers: request.headers.filter(isKept),
    extraHeaders: request.headers.filter((header) => !isKept(header)),
  };
  const exchange = recordExchange(sending, replyOf(response, startedAt), redactor);
  const { header } = redactor.header(['location', exchange.request.url]);
  return { ...exchange, request: { ...exchange.request, url: header[1] } };
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
 * @throws ResponseError when the answer was read before, redirected, or is opaque
 */
export async function toExchange(
  request: RequestInput,
  response: ResponseInput,
  options: ToExchangeOptions = {},
): Promise<Exchange> {
  const read = await readRequest(request);
  const addressed = addressedBy(read);
  return exchangeOf({ request: read, addressed, response: await readResponse(response) }, options);
}
