import type {
  Body,
  Exchange,
  Failure,
  Header,
  Masked,
  Probe,
  Response,
  ResponseHead,
  SentRequest,
} from '../../schemas/types.ts';
import { known } from '../model/known.ts';
import { limits } from '../model/limits.ts';
import { marker } from '../secrets/marker.ts';
import { maskUrls, type Redactor } from '../secrets/redaction.ts';
import { isAllowedHeader } from '../secrets/sensitive-names.ts';
import { fittingHeaders, fittingMasked, responseBytes, valueBytes } from './budget.ts';
import { bodyOfBytes, decodeBody } from './decode.ts';
import type { Reply } from './dispatcher.ts';
import { type Cause, causeIn, ExchangeError, tooLarge } from './failure.ts';
import { writtenBytes } from './written.ts';

/** What was sent, before redaction. */
export interface Sending {
  readonly id: string;
  readonly probe: Probe;
  readonly origin: string;
  /** Headers that the client set for this probe. */
  readonly headers: readonly Header[];
  /** The operator's own headers: their values are secrets, whatever they are. */
  readonly extraHeaders: readonly Header[];
}

/** How an exchange is redacted. */
export interface Redacting {
  readonly redactor: Redactor;
  /** Whether the value of a request header is a secret, whatever it is. */
  readonly isSecret: (header: Header) => boolean;
}

type Outcome = { readonly response: Response } | { readonly failure: Failure };

/** Request headers that requirements are about. */
const judgedHeader = /^(?:authorization|content-type)$/i;

const asWritten = 'the response, as it is written to the recording,';

/** Cut after redaction, so that no part of a secret is left. */
function shortened(message: string): string {
  if (message.length <= limits.failureMessage) return message;
  return `${message.slice(0, limits.failureMessage)}… (${message.length} characters)`;
}

/** Redacts the parts of one exchange, and notes the places. */
function redaction({ redactor, isSecret }: Redacting, room: number) {
  const masked: Masked[] = [];

  /** Notes what was masked. */
  function noted<Found extends { readonly masked: readonly string[] }>(
    part: Masked['part'],
    at: string,
    found: Found,
  ): Found {
    masked.push(...found.masked.map((what) => ({ part, at, what })));
    return found;
  }

  const plain = (text: string) => maskUrls(redactor.text(text).text);

  function sentHeader(header: Header): Header {
    const [name, value] = header;
    const what = `header ${name}`;
    if (isSecret(header))
      return [name, noted('request-header', name, { text: marker(what), masked: [what] }).text];
    return [name, maskUrls(noted('request-header', name, redactor.text(value)).text)];
  }

  /** Of a body. @param pathOf what of a pointer may be shown */
  function json(part: Masked['part'], body: string, pathOf: (at: string) => string): string {
    const found = redactor.jsonBody(body);
    masked.push(...found.masked.map(({ at, what }) => ({ part, at: pathOf(at), what })));
    return found.text;
  }

  function request({ method, url, headers, body, addressed }: SentRequest): SentRequest {
    const identifiers = Object.entries(addressed).map(([name, value]) => [name, plain(value)]);
    const isJudged = ([name]: Header) => judgedHeader.test(name);
    return {
      method,
      url: plain(url),
      headers: fittingHeaders(headers, limits.keptHeaderBytes, sentHeader, isJudged),
      ...(body === undefined ? {} : { body: json('request-body', body, (at) => at) }),
      addressed: Object.fromEntries(identifiers),
    };
  }

  function headOf({ status, reason, headers }: ResponseHead): ResponseHead {
    const phrase = noted('status-line', '', redactor.text(reason));
    const kept = fittingHeaders(
      headers,
      Math.min(limits.keptHeaderBytes, Math.floor(room / 4)),
      (header) => {
        const found = redactor.header(header);
        return noted('header', found.header[0], found).header;
      },
      ([name]) => isAllowedHeader(name),
    );
    const head = { status, reason: shortened(maskUrls(phrase.text)), headers: kept };
    // A name and its value, or a value and the next name, may be a secret together where they are written as JSON.
    const found = noted('header', '', redactor.jsonStrings(JSON.stringify(head)));
    return found.masked.length === 0 ? head : (JSON.parse(found.text) as ResponseHead);
  }

  /** The length stays that of the body as it came. @throws ExchangeError */
  function bodyOf({ encoding, text, bytes }: Body): Body {
    if (encoding === 'base64') {
      const found = noted('body', '', redactor.bytes(Buffer.from(text, 'base64')));
      return { encoding, text: found.bytes.toString('base64'), bytes };
    }
    // Before secrets are searched for, which takes time.
    if (writtenBytes(text) > room) throw new ExchangeError(tooLarge(asWritten, room));
    const ofValues = `the body, with ${limits.valueBytes} bytes for each JSON value,`;
    if (valueBytes(text) > room) throw new ExchangeError(tooLarge(ofValues, room));
    // A pointer joins keys by slashes, and may spell out in that way what no key holds.
    return { encoding, text: json('body', text.toWellFormed(), plain), bytes };
  }

  function failed({ kind, message }: Cause, sent: boolean, head: ResponseHead | undefined): Outcome {
    return { failure: { kind, message: shortened(plain(message)), sent, ...known({ head }) } };
  }

  function outcome({ response, failure }: Pick<Exchange, 'response' | 'failure'>): Outcome {
    if (response === undefined) {
      const { sent, head, ...cause } = failure as Failure;
      return failed(cause, sent, head && headOf(head));
    }
    const { body, decoded, ...rest } = response;
    const head = headOf(rest);
    try {
      return { response: { ...head, body: bodyOf(body), decoded } };
    } catch (error) {
      return failed(causeIn(error), true, head);
    }
  }

  return { masked, request, outcome };
}

/** Masked places are cut first, as headers were; no body is, as a part of it cannot be judged. */
function within(room: number, exchange: Exchange): Exchange {
  const masked = fittingMasked(exchange.masked, Math.min(limits.maskedBytes, Math.floor(room / 4)));
  const { response, ...rest } = { ...exchange, masked };
  if (response === undefined) return rest;
  if (responseBytes({ ...rest, response }) <= room) return { ...rest, response };
  const { status, reason, headers } = response;
  const failure = { ...tooLarge(asWritten, room), sent: true, head: { status, reason, headers } };
  // Of a body that is not kept, only what was masked in it.
  const inBody = masked.filter(({ part }) => part === 'body');
  const others = masked.filter(({ part }) => part !== 'body');
  return { ...rest, failure, masked: [...others, ...fittingMasked(inBody, 0)] };
}

/**
 * The exchange as it may be kept: without secrets.
 * @param room bytes that the response may take
 */
export function redacted(exchange: Exchange, how: Redacting, room: number = limits.exchangeBytes): Exchange {
  const { id, probe, operation, credentials, purpose, timings } = exchange;
  const { masked, ...parts } = redaction(how, room);
  const request = parts.request(exchange.request);
  const outcome = parts.outcome(exchange);
  return within(room, {
    ...{ id, probe, operation, credentials, purpose, request, ...outcome, masked, timings },
  });
}

/** What a request came to, its content codings undone; not redacted. */
function outcomeOf({ head, cause, sent, body, undone }: Reply, room: number): Outcome {
  if (cause !== null) return { failure: { ...cause, sent, ...known({ head }) } };
  if (head === null) throw new Error('a response is complete without headers');
  try {
    const most = Math.min(limits.bodyBytes, room);
    const { bytes, codings } =
      undone === undefined ? decodeBody(body, head.headers, most) : { bytes: body, codings: undone };
    return { response: { ...head, body: bodyOfBytes(bytes), decoded: codings } };
  } catch (error) {
    return { failure: { ...causeIn(error), sent, head } };
  }
}

/**
 * Makes the exchange that is kept: redacted, and plain JSON.
 * @param room bytes that the response may take
 */
export function recordExchange(
  { id, probe, origin, headers, extraHeaders }: Sending,
  reply: Reply,
  redactor: Redactor,
  room: number = limits.exchangeBytes,
): Exchange {
  const { operation, credentials, purpose, method, path, addressed, body } = probe;
  const exchange: Exchange = {
    ...{ id, probe: probe.id, operation, credentials, purpose, masked: [], timings: reply.timings },
    request: {
      ...{ method, url: origin + path, headers: [...headers, ...extraHeaders], addressed },
      ...known({ body }),
    },
    ...outcomeOf(reply, room),
  };
  const extra = new Set(extraHeaders);
  return redacted(exchange, { redactor, isSecret: (header) => extra.has(header) }, room);
}
