import { JsonSyntaxError } from '../json/json.ts';
import { readBody } from '../json/text.ts';
import type { Header } from '../model/exchange.ts';
import { type MaskedPlace, maskJson } from './json-redaction.ts';
import { marker, maskRanges, opener } from './marker.ts';
import { createSearch, type Hit, merged, type Search, type Secret } from './secret-search.ts';
import { isAllowedHeader, mayBeSecret, OpenNames, sensitiveKind } from './sensitive-names.ts';
import { credentialsIn } from './text-credentials.ts';

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
  jsonBody(text: string): { readonly text: string; readonly masked: readonly MaskedPlace[] };
  /** A body that is not in UTF-8; the same bytes when nothing was found. */
  bytes(bytes: Buffer): { readonly bytes: Buffer; readonly masked: readonly string[] };
  /** A JSON text of ours: secrets in its strings are masked, its form stays. */
  jsonStrings(text: string): RedactedText;
  /** Whether any of the secrets is in a text, in any of the forms that are searched for. */
  readonly isIn: (text: string) => boolean;
  /** Whether a value is one of the secrets that it was made with, searched for or not. */
  knows(value: string): boolean;
}

function namesOf(hits: readonly Hit[]): readonly string[] {
  return [...new Set(hits.map(({ name }) => name))];
}

/** Masks credentials of other people in a text that is no body, such as a header or a URL. */
export function maskUrls(value: string): string {
  return maskRanges(value, credentialsIn(value));
}

/** A search that takes no marker for a secret, though a secret may be a word of one. */
function searchBesideMarkers(search: Search, secrets: readonly Secret[]): Search {
  const markers = [...new Set(secrets.map(({ name }) => marker(name)))];
  const longest = Math.max(0, ...markers.map(({ length }) => length));
  return (text) => {
    const hits = search(text);
    if (hits.length === 0) return hits;
    return hits.filter(({ start, end }) => {
      const before = Math.max(0, start - longest);
      const opening = before + text.slice(before, start + opener.length).lastIndexOf(opener);
      return !markers.some((known) => text.startsWith(known, opening) && end <= opening + known.length);
    });
  };
}

const openNames = new OpenNames();

/** Whether a text is no JSON, or a member in it may have a name that says "secret". */
function mayNameSecrets(text: string): boolean | 'not-json' {
  try {
    const { value, duplicateKeys } = readBody(text);
    return duplicateKeys.length > 0 || !openNames.hasAllOf(value);
  } catch (error) {
    return error instanceof JsonSyntaxError ? 'not-json' : true;
  }
}

function without(hits: readonly Hit[], text: string): RedactedText {
  return { text: maskRanges(text, hits), masked: namesOf(hits) };
}

/** @param secrets short ones, and those that are shown anyway, are not searched for */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const search = searchBesideMarkers(createSearch(secrets), secrets);

  const text = (original: string): RedactedText => without(search(original), original);

  function jsonStrings(original: string): RedactedText {
    const hits = search(original);
    if (hits.length === 0) return { text: original, masked: [] };
    return { text: maskJson(original, hits, null)?.text ?? text(original).text, masked: namesOf(hits) };
  }

  function header([name, value]: Header): { header: Header; masked: string[] } {
    const kept = text(name);
    const found = text(value);
    const kind = mayBeSecret(value) ? sensitiveKind(name) : undefined;
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

  /** Of a body, with secrets of other people. */
  const searchBody = (body: string, isText: boolean): readonly Hit[] =>
    merged([...search(body), ...credentialsIn(body, isText)]);

  function textBody(original: string): { text: string; masked: MaskedPlace[] } {
    const { text: shown, masked } = without(searchBody(original, true), original);
    return { text: shown, masked: masked.map((what) => ({ at: '', what })) };
  }

  function jsonBody(original: string): { text: string; masked: readonly MaskedPlace[] } {
    const mark = original.startsWith(byteOrderMark) ? byteOrderMark : '';
    const json = original.slice(mark.length);
    const hits = searchBody(json, false);
    const names = mayNameSecrets(json);
    if (names === false && hits.length === 0) return { text: original, masked: [] };
    if (names === 'not-json') return textBody(original);
    const result = maskJson(json, hits, (key) => maskUrls(text(key).text));
    return result === null ? textBody(original) : { text: mark + result.text, masked: result.masked };
  }

  function bytes(original: Buffer): { bytes: Buffer; masked: readonly string[] } {
    const found = jsonBody(original.toString('latin1'));
    if (found.masked.length === 0) return { bytes: original, masked: [] };
    const masked = new Set(found.masked.map(({ what }) => what));
    return { bytes: Buffer.from(found.text, 'latin1'), masked: [...masked] };
  }

  return {
    text,
    jsonStrings,
    header,
    jsonBody,
    bytes,
    isIn: (text) => search(text).length > 0,
    knows: (value) => secrets.some((secret) => secret.value === value),
  };
}
