import type { Contract } from '../contract/contract.ts';
import { redacted } from '../http/record.ts';
import type { PlainBodies } from '../judge/judgement.ts';
import type { Exchange, Header, Masked } from '../model/exchange.ts';
import { remembering } from '../model/latest.ts';
import { marker } from '../secrets/marker.ts';
import { OpenNames } from '../secrets/open-names.ts';
import { accessToken, createRedactor, maskUrls, type Redactor, type Secret } from '../secrets/redaction.ts';
import { isAuthorization, isKept, secretsIn } from './headers.ts';
import { areOneToken, Unmasked } from './unmasked.ts';

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

function together(before: readonly Masked[], now: readonly Masked[]): readonly Masked[] {
  const all = new Map([...before, ...now].map((one) => [JSON.stringify([one.part, one.at, one.what]), one]));
  return [...all.values()];
}

/** Texts of which a masker remembers what they are without its secrets, and maskers that are remembered; and their characters. */
const mostTexts = 100;
const mostMaskers = 100;
const textCharacters = 50_000;
const headerCharacters = 500_000;

/** Masks the exchanges of requests that name the same secrets: their token, and values of headers whose names say so. */
export class Masker {
  readonly secrets: readonly Secret[];
  private readonly redactor: Redactor;
  private readonly unmasked: Unmasked | null;
  /** A text of an exchange, such as its User-Agent. */
  readonly text = remembering((text) => maskUrls(this.redactor.text(text).text), mostTexts, textCharacters);

  /** @param open where the requests have a Bearer token at most, and nothing else that is masked; null where they have */
  constructor(secrets: readonly Secret[], open: OpenNames | null = null) {
    this.secrets = secrets;
    this.redactor = createRedactor(secrets);
    this.unmasked = open === null ? null : new Unmasked(open, this.redactor.isIn);
  }

  /**
   * The exchange as it is judged: masked, unless it is known that nothing has to be that a finding could show.
   * @param bodies null where that is not known of one of them
   */
  judged(exchange: Exchange, bodies: PlainBodies | null): Exchange {
    const isOpen =
      bodies !== null &&
      this.unmasked?.holds(exchange, bodies) === true &&
      exchange.request.headers.every((header) => this.isOpenInFindings(header));
    return isOpen ? exchange : this.exchange(exchange);
  }

  /** Of the headers of a request, findings show the value of Content-Type; that of Authorization they never do. */
  private isOpenInFindings([name, value]: Header): boolean {
    return name.toLowerCase() !== 'content-type' || this.text(value) === value;
  }

  /**
   * The exchange as it may be shown: its token and the values of headers that name secrets are masked wherever they
   * occur, JSON members by their names. An exchange that is already masked stays as it is.
   */
  exchange(exchange: Exchange): Exchange {
    const { request, masked, recorded } = exchange;
    const shown = request.headers.filter(isShown).map(withoutToken);
    const others = request.headers.filter((header) => !isShown(header));
    const made = redacted(
      { ...exchange, request: { ...request, headers: [...shown, ...others] } },
      { redactor: this.redactor, isSecret: (header) => !isShown(header) },
    );
    return {
      ...made,
      masked: together(masked, made.masked),
      ...(recorded === undefined ? {} : { recorded }),
    };
  }
}

/** The masker that was asked for last. */
interface Latest {
  headers: readonly Header[];
  /** Those of the headers that it was made from. */
  readonly telling: readonly Header[];
  readonly masker: Masker;
}

/** The maskers of all requests. */
export class Maskers {
  private readonly contract: Contract;
  private readonly open = new OpenNames();
  private readonly known = remembering(
    (telling) => this.made(JSON.parse(telling)),
    mostMaskers,
    headerCharacters,
  );
  private latest: Latest | null = null;

  constructor(contract: Contract) {
    this.contract = contract;
  }

  of({ request: { headers } }: Exchange): Masker {
    const { latest } = this;
    if (latest?.headers === headers) return latest.masker;
    if (latest !== null && this.areTold(headers, latest.telling)) {
      latest.headers = headers;
      return latest.masker;
    }
    const telling = headers.filter((header) => this.tells(header));
    const masker = this.known(JSON.stringify(telling));
    this.latest = { headers, telling, masker };
    return masker;
  }

  /** Whether the name of a header says something of its value. */
  private tells(header: Header): boolean {
    return isAuthorization(header) || !this.open.has(header[0]);
  }

  /** Whether those of the headers that tell something are just these. */
  private areTold(headers: readonly Header[], telling: readonly Header[]): boolean {
    let count = 0;
    for (const header of headers) {
      if (!this.tells(header)) continue;
      const known = telling[count];
      if (known?.[0] !== header[0] || known[1] !== header[1]) return false;
      count += 1;
    }
    return count === telling.length;
  }

  private made(telling: readonly Header[]): Masker {
    const secrets = secretsIn(telling, this.contract).filter(({ value }) => !marked.test(value));
    return new Masker(secrets, areOneToken(telling) ? this.open : null);
  }
}
