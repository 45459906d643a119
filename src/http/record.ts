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
} from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { marker } from '../secrets/marker.ts';
import { maskUrls, type Redactor } from '../secrets/redaction.ts';
import { isAllowedHeader } from '../secrets/sensitive-names.ts';
import { answerBytes, fittingHeaders, fittingMasked, valueBytes } from './budget.ts';
import { decodeBody, readUtf8, tooLarge } from './decode.ts';
import { type Cause, ExchangeError } from './failure.ts';
import type { Reply } from './wire.ts';
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

const asWritten = 'the answer, as it is written to the recording,';

/** Request headers that requirements are about. */
const judgedHeader = /^(?:authorization|content-type)$/i;

/** Redacts the parts of one exchange, and notes the places. */
class Recorder {
  readonly masked: Masked[] = [];
  private readonly redactor: Redactor;
  private readonly room: number;

  constructor(redactor: Redactor, room: number) {
    this.redactor = redactor;
    this.room = room;
  }

  private note(part: Masked['part'], at: string, names: readonly string[]): void {
    this.masked.push(...names.map((what) => ({ part, at, what })));
  }

  private text(text: string): string {
    return maskUrls(this.redactor.text(text).text);
  }

  private sentHeader([name, value]: Header): Header {
    const { text, masked } = this.redactor.text(value);
    this.note('request-header', name, masked);
    return [name, maskUrls(text)];
  }

  private extraHeader([name]: Header): Header {
    this.note('request-header', name, [`header ${name}`]);
    return [name, marker(`header ${name}`)];
  }

  private sentBody(body: string): string {
    const { text, masked } = this.redactor.jsonBody(body);
    for (const { at, what } of masked) this.note('request-body', at, [what]);
    return text;
  }

  request({ probe, origin, headers, extraHeaders }: Sending): SentRequest {
    const { method, path, addressed, body } = probe;
    const extra = new Set(extraHeaders);
    return {
      method,
      url: this.text(origin + path),
      headers: fittingHeaders(
        [...headers, ...extraHeaders],
        limits.keptHeaderBytes,
        (header) => (extra.has(header) ? this.extraHeader(header) : this.sentHeader(header)),
        ([name]) => judgedHeader.test(name),
      ),
      ...(body === undefined ? {} : { body: this.sentBody(body) }),
      addressed: Object.fromEntries(
        Object.entries(addressed).map(([name, value]) => [name, this.text(value)]),
      ),
    };
  }

  private header(header: Header): Header {
    const result = this.redactor.header(header);
    this.note('header', result.header[0], result.masked);
    return result.header;
  }

  head({ status, reason, headers }: ResponseHead): ResponseHead {
    const phrase = this.redactor.text(reason);
    this.note('status-line', '', phrase.masked);
    const kept = fittingHeaders(
      headers,
      Math.min(limits.keptHeaderBytes, Math.floor(this.room / 4)),
      (header) => this.header(header),
      ([name]) => isAllowedHeader(name),
    );
    return this.seamless({ status, reason: shortened(maskUrls(phrase.text)), headers: kept });
  }

  /** A name and its value, or a value and the next name, may be a secret together where they are written as JSON. */
  private seamless(head: ResponseHead): ResponseHead {
    const { text, masked } = this.redactor.jsonStrings(JSON.stringify(head));
    if (masked.length === 0) return head;
    this.note('header', '', masked);
    return JSON.parse(text) as ResponseHead;
  }

  /** The length is that of the body as it came. */
  body(bytes: Buffer): Body {
    const text = readUtf8(bytes);
    if (text === null) {
      const found = this.redactor.bytes(bytes);
      this.note('body', '', found.masked);
      return { encoding: 'base64', text: found.bytes.toString('base64'), bytes: bytes.length };
    }
    // Before secrets are searched for, which takes time.
    if (writtenBytes(text) > this.room) throw new ExchangeError(tooLarge(asWritten, this.room));
    if (valueBytes(text) > this.room)
      throw new ExchangeError(
        tooLarge(`the body, with ${limits.valueBytes} bytes for each JSON value,`, this.room),
      );
    const found = this.redactor.jsonBody(text);
    // A pointer joins keys by slashes, and may spell out in that way what no key holds.
    for (const { at, what } of found.masked) this.note('body', this.text(at), [what]);
    return { encoding: 'utf8', text: found.text, bytes: bytes.length };
  }

  failure({ kind, message }: Cause, sent: boolean, head: ResponseHead | null): Failure {
    const words = shortened(this.text(message));
    return { kind, message: words, sent, ...(head === null ? {} : { head }) };
  }
}

/** Cut after redaction, so that no part of a secret is left. */
function shortened(message: string): string {
  if (message.length <= limits.failureMessage) return message;
  return `${message.slice(0, limits.failureMessage)}… (${message.length} characters)`;
}

type ReplyOutcome = { readonly response: Response } | { readonly failure: Failure };

/** @param head as it is kept */
function responseOf(
  { head: received, body, undone, bodyBytes }: Reply,
  head: ResponseHead,
  recorder: Recorder,
): Response {
  const { bytes, codings } =
    undone === undefined
      ? decodeBody(body, received?.headers ?? [], bodyBytes)
      : { bytes: body, codings: undone };
  return { ...head, body: recorder.body(bytes), decoded: codings };
}

function outcomeOf(reply: Reply, recorder: Recorder): ReplyOutcome {
  const { cause, sent } = reply;
  const head = reply.head === null ? null : recorder.head(reply.head);
  if (cause !== null) return { failure: recorder.failure(cause, sent, head) };
  if (head === null) throw new Error('an answer is complete without a head');
  try {
    return { response: responseOf(reply, head, recorder) };
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return { failure: recorder.failure(error.cause, sent, head) };
  }
}

/** Of a body that is not kept, only what was masked in it. */
function withoutBodyPlaces(masked: readonly Masked[]): readonly Masked[] {
  const inBody = masked.filter(({ part }) => part === 'body');
  return [...masked.filter(({ part }) => part !== 'body'), ...fittingMasked(inBody, 0)];
}

/** Masked places are cut first, as headers were; no body is, as a part of it cannot be judged. */
function within(room: number, exchange: Exchange): Exchange {
  const masked = fittingMasked(exchange.masked, Math.min(limits.maskedBytes, Math.floor(room / 4)));
  const { response, ...rest } = { ...exchange, masked };
  if (response === undefined) return rest;
  if (answerBytes({ ...rest, response }) <= room) return { ...rest, response };
  const { status, reason, headers } = response;
  const failure = { ...tooLarge(asWritten, room), sent: true, head: { status, reason, headers } };
  return { ...rest, failure, masked: withoutBodyPlaces(masked) };
}

/**
 * Makes the exchange that is kept: redacted, and plain JSON.
 * @param room what the answer may take
 */
export function recordExchange(
  sending: Sending,
  reply: Reply,
  redactor: Redactor,
  room: number = limits.exchangeBytes,
): Exchange {
  const { id, probe } = sending;
  const recorder = new Recorder(redactor, room);
  const request = recorder.request(sending);
  const outcome = outcomeOf(reply, recorder);
  return within(room, {
    id,
    probe: probe.id,
    operation: probe.operation,
    credentials: probe.credentials,
    purpose: probe.purpose,
    request,
    ...outcome,
    masked: recorder.masked,
    timings: reply.timings,
  });
}
