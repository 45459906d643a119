import { plainJson } from '../json/plain.ts';
import type { Header } from '../model/exchange.ts';
import { framedSearch, type IsIn } from './framed-search.ts';
import { maskJson, maskJsonStrings, type Place } from './json-redaction.ts';
import { marker, maskRanges, opener } from './marker.ts';
import { OpenNames } from './open-names.ts';
import { createSearch, type Hit, merged, type Search, type Secret } from './secret-search.ts';
import { isAllowedHeader, sensitiveKind } from './sensitive-names.ts';
import { credentialsIn } from './url-credentials.ts';

export { accessToken, type Secret } from './secret-search.ts';

const byteOrderMark = '\ufeff';

/** A text without secrets, and the names of those that were in it. */
export interface RedactedText {
  readonly text: string;
  readonly masked: readonly string[];
}

/** Takes secrets out of what is about to be kept or written. */
export interface Redactor {
  /** Any text: a reason phrase, a URL, an error message. */
  text(text: string): RedactedText;
  /** A response header. Values of headers off the allow-list are left out without a note; masked secrets are noted. */
  header(header: Header): { readonly header: Header; readonly masked: readonly string[] };
  /** A body in UTF-8: one that is JSON stays JSON, and places are noted by pointer; any other is a text. */
  jsonBody(text: string): { readonly text: string; readonly masked: readonly Place[] };
  /** A body that is not in UTF-8; the same bytes when nothing was found. */
  bytes(bytes: Buffer): { readonly bytes: Buffer; readonly masked: readonly string[] };
  /** A JSON text of ours: secrets in its strings are masked, its form stays. */
  jsonStrings(text: string): RedactedText;
  /** Names of the secrets that are in a text, in any of the forms that are searched for. */
  contains(text: string): readonly string[];
  /** Whether any of them is. */
  readonly isIn: IsIn;
  /** Whether a value is one of the secrets that it was made with, searched for or not. */
  knows(value: string): boolean;
}

function namesOf(hits: readonly Hit[]): readonly string[] {
  return hits.length === 0 ? none : [...new Set(hits.map(({ name }) => name))];
}

const none: readonly string[] = [];

/** Masks credentials of other people in the URLs of a header: parameters with a name that says so, and user information. */
export function maskUrls(value: string): string {
  return maskRanges(value, credentialsIn(value));
}

const openNames = new OpenNames();

/** Whether a JSON text may have a key that says "secret". Nearly none has, and to find that is quicker than to mask it. */
function mayNameSecrets(json: string): boolean {
  const plain = plainJson(json);
  return plain === undefined || !openNames.hasAllOf(plain);
}

/** A search that takes no marker for a secret, though a secret may be a word of one. */
function searchBesideMarkers(search: Search, secrets: readonly Secret[]): Search {
  const markers = [...new Set(secrets.map(({ name }) => marker(name)))];
  const longest = Math.max(0, ...markers.map(({ length }) => length));
  function searchText(text: string): readonly Hit[] {
    const hits = search(text);
    if (hits.length === 0) return hits;
    return hits.filter(({ start, end }) => {
      const before = Math.max(0, start - longest);
      const opening = before + text.slice(before, start + opener.length).lastIndexOf(opener);
      return !markers.some((known) => text.startsWith(known, opening) && end <= opening + known.length);
    });
  }
  const { shortest, isOfScalars } = search;
  return Object.assign(searchText, { shortest, isOfScalars });
}

function without(hits: readonly Hit[], text: string): RedactedText {
  return hits.length === 0 ? { text, masked: [] } : { text: maskRanges(text, hits), masked: namesOf(hits) };
}

/** @param secrets short ones, and those that are shown anyway, are not searched for */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const search = searchBesideMarkers(createSearch(secrets), secrets);

  const text = (original: string): RedactedText => without(search(original), original);

  function jsonStrings(original: string): RedactedText {
    const hits = search(original);
    if (hits.length === 0) return { text: original, masked: [] };
    return { text: maskJsonStrings(original, hits) ?? text(original).text, masked: namesOf(hits) };
  }

  function header([name, value]: Header): { header: Header; masked: string[] } {
    const kept = text(name);
    const found = text(value);
    const kind = sensitiveKind(name, value);
    const masked = [...new Set([...kept.masked, ...found.masked])];
    if (kind !== undefined) {
      const what = found.masked[0] ?? kind;
      return { header: [kept.text, marker(what)], masked: masked.length > 0 ? masked : [what] };
    }
    if (isAllowedHeader(name)) {
      const shown = maskUrls(found.text);
      return {
        header: [kept.text, shown],
        masked: shown === found.text ? masked : [...masked, 'credentials in a URL'],
      };
    }
    return { header: [kept.text, marker(found.masked[0] ?? 'not on the allow-list')], masked };
  }

  /** Of a body, with those of other people in its URLs. */
  const searchBody = (body: string): readonly Hit[] => merged([...search(body), ...credentialsIn(body)]);

  function textBody(original: string): { text: string; masked: Place[] } {
    const { text: shown, masked } = without(searchBody(original), original);
    return { text: shown, masked: masked.map((what) => ({ at: '', what })) };
  }

  function jsonBody(original: string): { text: string; masked: readonly Place[] } {
    const mark = original.startsWith(byteOrderMark) ? byteOrderMark : '';
    const json = original.slice(mark.length);
    const hits = searchBody(json);
    if (hits.length === 0 && !mayNameSecrets(json)) return { text: original, masked: [] };
    const result = maskJson(json, hits, (key) => text(key).text);
    // A secret may span the punctuation between literals: there is then no JSON that could be kept.
    const isClean = result !== null && (hits.length === 0 || searchBody(result.text).length === 0);
    return isClean ? { text: mark + result.text, masked: result.masked } : textBody(original);
  }

  function bytes(original: Buffer): { bytes: Buffer; masked: readonly string[] } {
    const found = text(original.toString('latin1'));
    return found.masked.length === 0
      ? { bytes: original, masked: [] }
      : { bytes: Buffer.from(found.text, 'latin1'), masked: found.masked };
  }

  return {
    text,
    jsonStrings,
    header,
    jsonBody,
    bytes,
    contains: (text) => namesOf(search(text)),
    isIn: framedSearch(search),
    knows: (value) => secrets.some((secret) => secret.value === value),
  };
}
