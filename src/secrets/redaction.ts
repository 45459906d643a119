import type { Header, Masked } from '../../schemas/types.ts';
import { type JsonToken, visitJson } from '../json/json.ts';
import { pointerKeys, pointerToken } from '../json/place.ts';
import { readBody } from '../json/text.ts';
import type { Span } from '../model/json.ts';
import { limits } from '../model/limits.ts';
import { literally } from '../model/literally.ts';
import { applyEdits, marker, maskRanges } from './marker.ts';
import { createSearch, type Hit, merged, type Search, type Secret } from './secret-search.ts';
import { hasOpenNames, isAllowedHeader, mayBeSecret, sensitiveKind } from './sensitive-names.ts';
import { credentialsIn } from './text-credentials.ts';

export { accessToken, type Secret } from './secret-search.ts';

const byteOrderMark = '\ufeff';

/** Where in a body something was masked, and what. */
type MaskedPlace = Omit<Masked, 'part'>;

/** A text without secrets, and the names, or the places, of those that were in it. */
interface Redacted<Noted> {
  readonly text: string;
  readonly masked: readonly Noted[];
}

type RedactedText = Redacted<string>;
type RedactedJson = Redacted<MaskedPlace>;

function namesOf(hits: readonly Hit[]): readonly string[] {
  return [...new Set(hits.map(({ name }) => name))];
}

/** Masks credentials of other people in a text that is no body, such as a header or a URL. */
export function maskUrls(value: string): string {
  return maskRanges(value, credentialsIn(value));
}

/** A search that takes no marker for a secret, though a secret may be a word of one. */
function searchBesideMarkers(secrets: readonly Secret[]): Search {
  const search = createSearch(secrets);
  const markers = new RegExp(secrets.map(({ name }) => literally(marker(name))).join('|'), 'g');
  const blanked = (text: string) => text.replaceAll(markers, (found) => '\0'.repeat(found.length));
  return (text) => (search(text).length === 0 ? [] : search(blanked(text)));
}

/** Whether a text is JSON in which no member has a name that says "secret". */
function hasNoSecretNames(text: string): boolean {
  try {
    const { value, duplicateKeys } = readBody(text);
    return duplicateKeys.length === 0 && hasOpenNames(value);
  } catch {
    return false;
  }
}

/** A literal with its secrets masked: always a string, and masked as a whole where only that keeps the text JSON. */
function maskLiteral(text: string, literal: JsonToken, hits: readonly Hit[]): string {
  const inside = hits.map(({ start, end, name }) => ({
    name,
    start: Math.max(start - literal.start, 1),
    end: Math.min(end, literal.end - 1) - literal.start,
  }));
  const masked = maskRanges(text.slice(literal.start, literal.end), inside);
  const isJson = visitJson(masked, () => undefined);
  return isJson ? masked : JSON.stringify(marker(hits[0]?.name ?? ''));
}

/** Hands out the hits of ranges that are asked for in order; hits are in order too. */
function hitsByRange(hits: readonly Hit[]): (range: Span) => readonly Hit[] {
  let next = 0;
  return ({ start, end }) => {
    while ((hits[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    let after = next;
    while ((hits[after]?.start ?? Number.POSITIVE_INFINITY) < end) after += 1;
    return hits.slice(next, after);
  };
}

/** Notes places up to `limits.maskedPlaces`, and for each name that lies beyond, the whole body once. */
function notePlaces(places: Map<string, MaskedPlace>, names: readonly string[], pointer: () => string): void {
  const at = places.size < limits.maskedPlaces ? pointer() : '';
  for (const what of names) places.set(JSON.stringify([at, what]), { at, what });
}

/** A pointer with its keys renamed; empty when it is longer than a note may be. */
function renamed(pointer: string, rename: (key: string) => string): string {
  if (pointer.length > limits.pointerLength) return '';
  const tokens = pointerKeys(pointer).map((key) => pointerToken(rename(key)));
  return tokens.map((token) => `/${token}`).join('');
}

/** Says of each literal of a text, in their order, what it is by the name of a member that it is in; undefined where none tells. */
function kindsByName(text: string): (literal: JsonToken) => string | undefined {
  /** The outermost member whose name says so. */
  let member = { pointer: '', kind: undefined as string | undefined };
  return ({ type, start, end, pointer }) => {
    const isBelow = member.kind !== undefined && pointer.startsWith(`${member.pointer}/`);
    // Not of the pointer: to look into one takes as long as it is, and each may be long.
    if (!isBelow && type === 'key')
      member = { pointer, kind: sensitiveKind(JSON.parse(text.slice(start, end)) as string) };
    if ((!isBelow && pointer !== member.pointer) || (type !== 'string' && type !== 'number'))
      return undefined;
    return mayBeSecret(type === 'string' ? text.slice(start + 1, end - 1) : '0') ? member.kind : undefined;
  };
}

/**
 * Masks what `hits` found in a JSON text, and all strings and numbers of members whose names say that they are secret. The
 * text stays JSON; null for a text that is not JSON, or is nested too deep.
 * @param hits in order, not overlapping
 * @param rename gives the name of a key in a pointer; null for a text of ours, of which strings with hits alone are masked
 */
function maskJson(
  text: string,
  hits: readonly Hit[],
  rename: ((key: string) => string) | null,
): RedactedJson | null {
  const edits: Parameters<typeof applyEdits>[1][number][] = [];
  const places = new Map<string, MaskedPlace>();
  const hitsIn = hitsByRange(hits);
  const kindOf = kindsByName(text);
  const visit = (literal: JsonToken): void => {
    const { start, end, type, pointer } = literal;
    if (type === 'punctuation') return;
    const found = hitsIn(literal);
    const kind = rename === null ? undefined : kindOf(literal);
    if ((found.length === 0 && kind === undefined) || (rename === null && type !== 'string')) return;
    const all = found.length > 0 ? [...new Set(found.map(({ name }) => name))] : [kind ?? ''];
    const replacement =
      kind === undefined ? maskLiteral(text, literal, found) : JSON.stringify(marker(all[0] ?? ''));
    edits.push({ start, end, replacement });
    if (rename !== null) notePlaces(places, all, () => renamed(pointer, rename));
  };
  if (!visitJson(text, visit)) return null;
  return { text: applyEdits(text, edits), masked: [...places.values()] };
}

function without(hits: readonly Hit[], text: string): RedactedText {
  return { text: maskRanges(text, hits), masked: namesOf(hits) };
}

/**
 * Takes secrets out of what is about to be kept or written.
 * @param secrets short ones, and those that are shown anyway, are not searched for
 */
export function createRedactor(secrets: readonly Secret[]) {
  const search = searchBesideMarkers(secrets);

  /** Any text: a reason phrase, a URL, an error message. */
  const text = (original: string): RedactedText => without(search(original), original);

  /** Of a body, with secrets of other people. */
  const searchBody = (body: string, isText: boolean): readonly Hit[] =>
    merged([...search(body), ...credentialsIn(body, isText)]);

  /** A body in UTF-8: one that is JSON stays JSON, and places are noted by pointer; any other is a text. */
  function jsonBody(original: string): RedactedJson {
    const mark = original.startsWith(byteOrderMark) ? byteOrderMark : '';
    const json = original.slice(mark.length);
    const hits = searchBody(json, false);
    if (hits.length === 0 && hasNoSecretNames(json)) return { text: original, masked: [] };
    const rename = (key: string): string => maskUrls(text(key).text);
    const result = maskJson(json, hits, rename);
    if (result !== null) return { text: mark + result.text, masked: result.masked };
    const shown = without(searchBody(original, true), original);
    return { text: shown.text, masked: shown.masked.map((what) => ({ at: '', what })) };
  }

  return {
    text,
    jsonBody,
    /** A JSON text of ours: secrets in its strings are masked, its form stays. */
    jsonStrings(original: string): RedactedText {
      const hits = search(original);
      if (hits.length === 0) return { text: original, masked: [] };
      return { text: maskJson(original, hits, null)?.text ?? text(original).text, masked: namesOf(hits) };
    },
    /** A response header. Values of headers off the allow-list are left out without a note; masked secrets are noted. */
    header([name, value]: Header): { readonly header: Header; readonly masked: readonly string[] } {
      const [kept, found] = [text(name), text(value)];
      const masked = [...new Set([...kept.masked, ...found.masked])];
      const kind = mayBeSecret(value) ? sensitiveKind(name) : undefined;
      if (kind === undefined && isAllowedHeader(name)) {
        const shown = maskUrls(found.text);
        const others = shown === found.text ? [] : ['credentials in a URL'];
        return { header: [kept.text, shown], masked: [...masked, ...others] };
      }
      const what = found.masked[0] ?? kind ?? 'not on the allow-list';
      const isNoted = masked.length > 0 || kind === undefined;
      return { header: [kept.text, marker(what)], masked: isNoted ? masked : [what] };
    },
    /** A body that is not in UTF-8; the same bytes when nothing was found. */
    bytes(original: Buffer) {
      const found = jsonBody(original.toString('latin1'));
      if (found.masked.length === 0) return { bytes: original, masked: [] };
      const masked = new Set(found.masked.map(({ what }) => what));
      return { bytes: Buffer.from(found.text, 'latin1'), masked: [...masked] };
    },
    /** Whether any of the secrets is in a text, in any of the forms that are searched for. */
    isIn: (one: string) => search(one).length > 0,
  };
}

export type Redactor = ReturnType<typeof createRedactor>;
