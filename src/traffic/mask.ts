import type { Contract } from '../contract/contract.ts';
import { recordExchange } from '../http/record.ts';
import type { Reply } from '../http/wire.ts';
import type { Exchange, Failure, Header, Masked, Probe, Response, SentRequest } from '../model/exchange.ts';
import { marker } from '../secrets/marker.ts';
import { accessToken, createRedactor, type Redactor, type Secret } from '../secrets/redaction.ts';
import { isKept, secretsIn } from './headers.ts';
import type { NameKinds } from './name-kinds.ts';

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

/** Texts of which a masker remembers what they are without its secrets, and maskers that are remembered. */
const mostTexts = 100;
const mostMaskers = 100;
/** Characters of a text, and of the headers that a masker is made from; longer ones are not remembered. */
const longestText = 500;
const longestHeaders = 10_000;

const withoutSecrets = createRedactor([]);

function judgedTexts({ request, response }: Exchange): string[] {
  const texts = [request.url, request.body ?? '', response?.body.text ?? ''];
  for (const [name, value] of response?.headers ?? []) texts.push(name, value);
  return texts;
}

/** Masks the exchanges of requests that name the same secrets: their token, and values of headers whose names say so. */
export class Masker {
  readonly secrets: readonly Secret[];
  private readonly redactor: Redactor;
  private readonly texts = new Map<string, string>();

  constructor(secrets: readonly Secret[]) {
    this.secrets = secrets;
    this.redactor = createRedactor(secrets);
  }

  /** A text of an exchange, such as its User-Agent. */
  text(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const masked = this.redactor.text(text).text;
    if (text.length > longestText) return masked;
    if (this.texts.size >= mostTexts) this.texts.clear();
    this.texts.set(text, masked);
    return masked;
  }

  /** Whether the secrets are anywhere in what is judged of an exchange, plain or in an encoding. */
  isNeeded(exchange: Exchange): boolean {
    return this.redactor.contains(judgedTexts(exchange)).length > 0;
  }

  /** The same of all that may be shown of it. A name and a value may be a secret together, as they are written in JSON. */
  private isNeededToShow(exchange: Exchange): boolean {
    const { request, response, failure } = exchange;
    const { status = 0, reason = '', headers = [] } = response ?? failure?.head ?? {};
    const sent = request.headers.filter(isShown).flatMap(withoutToken);
    const addressed = Object.values(request.addressed);
    const texts = [...judgedTexts(exchange), ...sent, ...addressed, failure?.message ?? ''];
    texts.push(reason, JSON.stringify({ status, reason, headers }));
    return this.redactor.contains(texts).length > 0;
  }

  /**
   * The exchange as it may be shown: its token and the values of headers that name secrets are masked wherever they
   * occur, JSON members by their names. An exchange that is already masked stays as it is.
   */
  exchange(exchange: Exchange): Exchange {
    const { id, request, masked, recorded } = exchange;
    // Masking by names remains, and takes a tenth of the time.
    const redactor = this.isNeededToShow(exchange) ? this.redactor : withoutSecrets;
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
}

function areSame(some: readonly Header[], others: readonly Header[]): boolean {
  return (
    some.length === others.length &&
    some.every(([name, value], at) => name === others[at]?.[0] && value === others[at]?.[1])
  );
}

/** The masker that was asked for last. */
interface Latest {
  readonly headers: readonly Header[];
  /** Those of the headers that it was made from. */
  readonly telling: readonly Header[];
  readonly masker: Masker;
}

/** The maskers of all requests. */
export class Maskers {
  private readonly contract: Contract;
  private readonly kinds: NameKinds;
  private readonly known = new Map<string, Masker>();
  private latest: Latest | null = null;

  constructor(contract: Contract, kinds: NameKinds) {
    this.contract = contract;
    this.kinds = kinds;
  }

  of({ request: { headers } }: Exchange): Masker {
    const { latest } = this;
    if (latest?.headers === headers) return latest.masker;
    const telling = headers.filter(([name]) => this.kinds.of(name) !== 'open');
    const masker = latest !== null && areSame(telling, latest.telling) ? latest.masker : this.find(telling);
    this.latest = { headers, telling, masker };
    return masker;
  }

  private find(telling: readonly Header[]): Masker {
    const key = JSON.stringify(telling);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const secrets = secretsIn(telling, this.contract).filter(({ value }) => !marked.test(value));
    const made = new Masker(secrets);
    if (key.length > longestHeaders) return made;
    if (this.known.size >= mostMaskers) this.known.clear();
    this.known.set(key, made);
    return made;
  }
}
