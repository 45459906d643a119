import { redacted } from '../http/record.ts';
import type { Exchange, Header, Masked } from '../model/exchange.ts';
import type { ReadJson } from '../model/json.ts';
import { remembering, rememberingLatest } from '../model/latest.ts';
import { marker } from '../secrets/marker.ts';
import { OpenNames } from '../secrets/open-names.ts';
import { accessToken, createRedactor, maskUrls, type Redactor, type Secret } from '../secrets/redaction.ts';
import { credentialsIn, mayHoldCredentials } from '../secrets/text-credentials.ts';
import { isAuthorization, isKept, mostLists, secretsIn } from './headers.ts';

/**
 * Traffic is masked where it may be shown. What is not kept is judged as it is, since masking takes longer than
 * judging, if no name in it is that of a secret and its token is in nothing that is judged, plain or in an encoding:
 * the verdicts are then those of the masked exchange. That search costs a sixteenth of the time.
 */

/** Schemes that may be shown; any other text before a space may be part of a secret. */
const scheme =
  /^(?:Bearer|Basic|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|OAuth|SCRAM-SHA-\d+|vapid|Token|ApiKey|AWS4-HMAC-SHA256)(?=\s+\S)/i;

/** Keeps a known scheme. A value without one is masked whole, like headers that are not kept. */
function withoutToken(header: Header): Header {
  const [name, value] = header;
  const shown = isAuthorization(header) ? scheme.exec(value)?.[0] : undefined;
  return shown === undefined ? [name, value] : [name, `${shown} ${marker(accessToken)}`];
}

function isShown(header: Header): boolean {
  return isAuthorization(header) ? header[1].trim() === '' || scheme.test(header[1]) : isKept(header);
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

/** Headers of a response, and their characters: so few are never cut. */
const mostHeaders = 100;
const mostHeaderCharacters = 2_000;

/** A token as it is in JSON, whoever writes it. */
const bearer = /^Bearer +[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Whether headers with names that say something of their values are a Bearer token at most, and nothing else that is masked. */
function areOneToken(telling: readonly Header[]): boolean {
  return telling.length <= 1 && telling.every((header) => isAuthorization(header) && bearer.test(header[1]));
}

function namesCredentials(text: string): boolean {
  return credentialsIn(text).length > 0;
}

/**
 * Finds out, in a fraction of the time of masking, of most exchanges that nothing is masked that is judged of them: no
 * name in them, of a header, a member or a parameter, says that its value is a secret, and the token is nowhere else.
 */
class Unmasked {
  private readonly open: OpenNames;
  private readonly isIn: (text: string) => boolean;
  /** Those of the latest response with nothing that is masked: most come again. */
  private latest: readonly Header[] = [];

  /** @param isIn whether a text holds the token, plain or in an encoding */
  constructor(open: OpenNames, isIn: (text: string) => boolean) {
    this.open = open;
    this.isIn = isIn;
  }

  /**
   * @param exchange its request has a Bearer token at most, which `isIn` looks for
   */
  holds({ request, response }: Exchange, bodies: readonly ReadJson[]): boolean {
    const texts = response === undefined ? null : this.newIn(response.headers);
    if (response === undefined || texts === null) return false;
    for (const one of bodies) if (!this.open.hasAllOf(one.value)) return false;
    texts.push(request.url, request.body ?? '', response.body.text);
    // Most have nothing in any of them: to look at all of them at once takes a third of the time.
    const together = texts.join('\n');
    if (this.isIn(together) || (mayHoldCredentials(together) && texts.some(namesCredentials))) return false;
    this.latest = response.headers;
    return true;
  }

  /** Names and values that the latest response did not have at their place; null where a name says that its value is a secret. */
  private newIn(headers: readonly Header[]): string[] | null {
    if (headers.length > mostHeaders) return null;
    const found: string[] = [];
    let characters = 0;
    for (let at = 0; at < headers.length; at += 1) {
      const [name, value] = headers[at] as Header;
      const known = this.latest[at];
      characters += name.length + value.length;
      if (known?.[0] !== name && !this.open.has(name)) return null;
      if (known?.[0] !== name) found.push(name);
      if (known?.[1] !== value) found.push(value);
    }
    return characters > mostHeaderCharacters ? null : found;
  }
}

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
  judged(exchange: Exchange, bodies: readonly ReadJson[] | null): Exchange {
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

/** Gives the masker of the requests that have the credentials of an exchange. */
export type MaskerOf = (exchange: Exchange) => Masker;

/** The maskers of all requests. */
export function maskers(): MaskerOf {
  const open = new OpenNames();
  /** Whether the name of a header says something of its value. */
  const tells = (header: Header) => isAuthorization(header) || !open.has(header[0]);
  const made = (telling: readonly Header[]) => {
    const secrets = secretsIn(telling).filter(({ value }) => !marked.test(value));
    return new Masker(secrets, areOneToken(telling) ? open : null);
  };
  const known = remembering((telling) => made(JSON.parse(telling)), mostMaskers, headerCharacters);
  const byList = rememberingLatest(
    (headers: readonly Header[]) => known(JSON.stringify(headers.filter(tells))),
    mostLists,
  );
  return ({ request: { headers } }) => byList(headers);
}
