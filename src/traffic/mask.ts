import type { Contract } from '../contract/contract.ts';
import { recordExchange } from '../http/record.ts';
import type { Reply } from '../http/wire.ts';
import type { Exchange, Failure, Header, Masked, Probe, Response, SentRequest } from '../model/exchange.ts';
import { marker } from '../secrets/marker.ts';
import { accessToken, createRedactor, type Redactor, type Secret } from '../secrets/redaction.ts';
import { isKept, secretsIn } from './headers.ts';

/** Schemes that may be shown; any other text before a space may be part of a secret. */
const scheme =
  /^(?:Bearer|Basic|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|OAuth|SCRAM-SHA-\d+|vapid|Token|ApiKey|AWS4-HMAC-SHA256)(?=\s+\S)/i;

/** Keeps a known scheme. A value without one is masked whole, like headers that are not kept. */
function withoutToken([name, value]: Header): Header {
  const shown = /^authorization$/i.test(name) ? scheme.exec(value)?.[0] : undefined;
  return shown === undefined ? [name, value] : [name, `${shown} ${marker(accessToken)}`];
}

function isShown(header: Header): boolean {
  return /^authorization$/i.test(header[0]) ? scheme.test(header[1]) : isKept(header);
}

/** A value that somebody else already masked is no secret. */
const marked = /\[masked: [^\]]*\]/;

/** Secrets that an exchange names: its token, and the values of headers whose names say so. */
export function secretsOf({ request: { headers } }: Exchange, contract: Contract): readonly Secret[] {
  return secretsIn(headers, contract).filter(({ value }) => !marked.test(value));
}

function replyOf({ response, failure, timings }: Exchange): Reply {
  const { body, decoded = [], ...head } = response ?? ({} as Partial<Response>);
  return {
    sent: failure?.sent ?? true,
    head: response === undefined ? (failure?.head ?? null) : (head as Reply['head']),
    body: body === undefined ? Buffer.alloc(0) : Buffer.from(body.text, body.encoding),
    undone: decoded,
    cause:
      failure === undefined
        ? null
        : ({ kind: failure.kind, message: failure.message } satisfies Partial<Failure>),
    timings,
  };
}

function probeOf({ id, operation, credentials, purpose, request }: Exchange): Probe {
  const { method, url, addressed, body } = request;
  const sent = body === undefined ? {} : { body };
  return { id, operation, credentials, method, path: url, purpose, addressed, ...sent };
}

/** Masks credentials in a URL by their names, as in a header. */
function withoutCredentials(request: SentRequest, redactor: Redactor): SentRequest {
  return { ...request, url: redactor.header(['location', request.url]).header[1] };
}

function together(before: readonly Masked[], now: readonly Masked[]): readonly Masked[] {
  const all = new Map([...before, ...now].map((one) => [JSON.stringify([one.part, one.at, one.what]), one]));
  return [...all.values()];
}

/** Requests of one client come together, and have the same secrets. */
let latest: { readonly secrets: string; readonly redactor: Redactor } = {
  secrets: '[]',
  redactor: createRedactor([]),
};

/** Knows the secrets that an exchange names. */
export function redactorFor(exchange: Exchange, contract: Contract): Redactor {
  const found = secretsOf(exchange, contract);
  const secrets = JSON.stringify(found);
  if (secrets !== latest.secrets) latest = { secrets, redactor: createRedactor(found) };
  return latest.redactor;
}

/** A text of an exchange, such as its User-Agent, without the secrets that the exchange names. */
export function maskedText(text: string, exchange: Exchange, contract: Contract): string {
  return redactorFor(exchange, contract).text(text).text;
}

/** Whether the secrets that an exchange names are anywhere in what is judged of it, plain or in an encoding. */
export function holdsItsSecrets({ request, response }: Exchange, { contains }: Redactor): boolean {
  const headers = response?.headers.map(([name, value]) => `${name}: ${value}`).join('\n') ?? '';
  return [request.url, request.body ?? '', headers, response?.body.text ?? ''].some(
    (text) => contains(text).length > 0,
  );
}

/**
 * The exchange as it may be shown: its token and the values of headers that name secrets are masked wherever they occur,
 * JSON members by their names. An exchange that is already masked stays as it is.
 */
export function maskedExchange(exchange: Exchange, contract: Contract): Exchange {
  const { id, request, masked, recorded } = exchange;
  const redactor = redactorFor(exchange, contract);
  const made = recordExchange(
    {
      id,
      probe: probeOf(exchange),
      origin: '',
      headers: request.headers.filter(isShown).map(withoutToken),
      extraHeaders: request.headers.filter((header) => !isShown(header)),
    },
    replyOf(exchange),
    redactor,
  );
  return {
    ...made,
    request: withoutCredentials(made.request, redactor),
    masked: together(masked, made.masked),
    ...(recorded === undefined ? {} : { recorded }),
  };
}
