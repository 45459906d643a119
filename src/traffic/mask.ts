import type { Exchange, Header } from '../../schemas/types.ts';
import { redacted } from '../http/record.ts';
import { authenticationSchemes, isNamed, madeUpToken, valuesOf } from '../model/exchange.ts';
import type { JsonShape, ReadJson } from '../model/json.ts';
import { known } from '../model/known.ts';
import { remembering, rememberingLatest } from '../model/latest.ts';
import { limits } from '../model/limits.ts';
import { isDocumented } from '../operations/document-words.ts';
import { marker } from '../secrets/marker.ts';
import { accessToken, createRedactor, maskUrls, type Secret } from '../secrets/redaction.ts';
import { hasOpenNames, isAllowedHeader, isOpenName } from '../secrets/sensitive-names.ts';
import { credentialsIn, mayHoldCredentials } from '../secrets/text-credentials.ts';

/**
 * Traffic is masked where it may be shown. What is not kept is judged as it is, since masking takes longer than
 * judging, if no name in it is that of a secret and its token is in nothing that is judged, plain or in an encoding:
 * the verdicts are then those of the masked exchange. That search costs a sixteenth of the time.
 */

export function isAuthorization(header: Header): boolean {
  return isNamed(header, 'authorization');
}

/** Whether the name of a header says that its value is a secret. */
export function isTelling([name]: Header): boolean {
  return !isOpenName(name);
}

/** The value of an Authorization header without its scheme. */
export function tokenOf(value: string): string {
  return value.replace(/^[^\s]+\s+/, '').trim();
}

/** Characters of the name of a header, where it names a secret. */
const longestName = 100;

/** Secrets in the headers of a request: the token, and values of headers with a telling name. */
export function secretsIn(headers: readonly Header[]): readonly Secret[] {
  return headers.filter(isTelling).flatMap((header): readonly Secret[] => {
    const [name, value] = header;
    if (!isAuthorization(header))
      return [{ name: `header ${name.slice(0, longestName)}`, value, isShown: isDocumented(value) }];
    const token = tokenOf(value);
    return token === madeUpToken ? [] : [{ name: accessToken, value: token }];
  });
}

const shownHeader = /^(?:accept(?:-.*)?|user-agent|host|origin)$/i;

/** Whether the value of a request header is kept, with secrets in it masked. */
export function isKept(header: Header): boolean {
  const [name, value] = header;
  if (isAuthorization(header)) return tokenOf(value).length >= limits.shortestSecret;
  return shownHeader.test(name) || isAllowedHeader(name);
}

/** Schemes that may be shown; any other text before a space may be part of a secret. */
const scheme = new RegExp(String.raw`^(?:Bearer|${authenticationSchemes})(?=\s+\S)`, 'i');

/** A header of a request as it may be shown, of Authorization the scheme alone; null where its value is masked whole. */
function shownOf(header: Header): Header | null {
  const [name, value] = header;
  if (!isAuthorization(header)) return isKept(header) ? header : null;
  const shown = scheme.exec(value)?.[0];
  if (shown !== undefined) return [name, `${shown} ${marker(accessToken)}`];
  return value.trim() === '' ? header : null;
}

/** A value that somebody else already masked is no secret. */
const marked = /\[masked: [^\]]*\]/;

/** Texts of which a masker remembers what they are without its secrets, and maskers that are remembered; and their characters. */
const mostTexts = 100;
const mostMaskers = 100;
const textCharacters = 50_000;
const headerCharacters = 500_000;

/** Characters of the headers of a response, with some for each: so few are never cut. */
const mostHeaderCharacters = 2_000;
const perHeader = 20;

/** A token as it is in JSON, whoever writes it. */
const bearer = /^Bearer +[\x21\x23-\x5b\x5d-\x7e]+$/;

/** By shape: all texts of one have the same names. */
const openShapes = new WeakMap<JsonShape, boolean>();

function haveOpenNames({ shape, outline }: ReadJson): boolean {
  const isOpen = (shape && openShapes.get(shape)) ?? hasOpenNames(outline);
  if (shape !== null) openShapes.set(shape, isOpen);
  return isOpen;
}

/**
 * Finds out, in a fraction of the time of masking, of most exchanges that nothing is masked that is judged of them: no
 * name in them, of a header, a member or a parameter, says that its value is a secret, and the token is nowhere else.
 * @param bodies null where that is not known of one of them
 * @param isIn whether a text holds the token of the requests, plain or in an encoding
 */
function isOpen(
  { request, response }: Exchange,
  bodies: readonly ReadJson[] | null,
  isIn: (text: string) => boolean,
): boolean {
  if (response === undefined || bodies === null) return false;
  // Of the headers of a request, findings show the value of Content-Type; that of Authorization they never do.
  const types = valuesOf(request.headers, 'content-type');
  const texts = [request.url, request.body ?? '', response.body.text, ...types];
  let characters = 0;
  for (const [name, value] of response.headers) {
    characters += name.length + value.length + perHeader;
    if (characters > mostHeaderCharacters || !isOpenName(name)) return false;
    texts.push(name, value);
  }
  if (!bodies.every(haveOpenNames)) return false;
  // Most have nothing in any of them: to look at all of them at once takes a third of the time.
  const together = texts.join('\n');
  if (isIn(together)) return false;
  return !mayHoldCredentials(together) || texts.every((text) => credentialsIn(text).length === 0);
}

/**
 * Masks the exchanges of requests that name the same secrets: their token, and values of headers whose names say so.
 * @param telling headers whose names say something of their values
 */
function maskerFor(telling: readonly Header[]) {
  const secrets = secretsIn(telling).filter(({ value }) => !marked.test(value));
  const redactor = createRedactor(secrets);
  const isSecret = (header: Header) => shownOf(header) === null;
  const areOneToken =
    telling.length <= 1 && telling.every((header) => isAuthorization(header) && bearer.test(header[1]));
  /**
   * The exchange as it may be shown: its token and the values of headers that name secrets are masked wherever they
   * occur, JSON members by their names. An exchange that is already masked stays as it is.
   */
  const masked = (exchange: Exchange): Exchange => {
    const { request, recorded } = exchange;
    const headers = request.headers.map((header) => shownOf(header) ?? header);
    const made = redacted({ ...exchange, request: { ...request, headers } }, { redactor, isSecret });
    const notes = new Map(
      [...exchange.masked, ...made.masked].map((one) => [JSON.stringify([one.part, one.at, one.what]), one]),
    );
    return { ...made, masked: [...notes.values()], ...known({ recorded }) };
  };
  return {
    secrets,
    /** Masks a text of an exchange, such as its User-Agent. */
    text: remembering((one) => maskUrls(redactor.text(one).text), mostTexts, textCharacters),
    exchange: masked,
    /** The exchange as it is judged: masked, unless it is known that nothing has to be that a finding could show. */
    judged: (exchange: Exchange, bodies: readonly ReadJson[] | null): Exchange =>
      areOneToken && isOpen(exchange, bodies, redactor.isIn) ? exchange : masked(exchange),
  };
}

/** Gives the masker of the requests that have the credentials of an exchange. */
export function maskers() {
  const made = remembering((telling) => maskerFor(JSON.parse(telling)), mostMaskers, headerCharacters);
  // Of one exchange it is asked for several times.
  return rememberingLatest(({ request }: Exchange) =>
    made(JSON.stringify(request.headers.filter(isTelling))),
  );
}
