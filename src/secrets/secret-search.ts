import { limits } from '../model/limits.ts';
import { literally } from '../model/literally.ts';
import { shortText } from './alphabets.ts';
import { decoderFor } from './encodings.ts';
import { introducer, isQuotedPrintable, mayBeEscaped, type Reading, undoEscapes } from './escapes.ts';
import { formsOf, foundIn } from './secret-forms.ts';
import { type Range, View } from './views.ts';

/** Name of the secret that no setting, answer or word of ours makes harmless. */
export const accessToken = 'access token';

/** A value that nothing that is written may hold. */
export interface Secret {
  /** What it is, as a marker shows it: `access token`, `header X-Gateway-Key`. */
  readonly name: string;
  readonly value: string;
  /**
   * Whether honest outputs show it anyway, as a header's value does that repeats an identifier or is a word of the
   * document: it is not searched for. Never so for the access token.
   */
  readonly isShown?: boolean;
  /** Whether honest outputs show its beginning, as that of a URL: it is searched for as a whole alone. */
  readonly isWhole?: boolean;
}

export interface Hit extends Range {
  /** Name of the secret. */
  readonly name: string;
}

/** Sorts hits and merges those that overlap, under the name of the first. */
export function merged(hits: readonly Hit[]): readonly Hit[] {
  if (hits.length < 2) return hits;
  const result: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last !== undefined && hit.start < last.end) {
      result[result.length - 1] = { ...last, end: Math.max(last.end, hit.end) };
    } else result.push(hit);
  }
  return result;
}

/** What was undone on the way to a view. */
interface Done {
  readonly decodings: number;
  readonly escapings: number;
  /** How escapes are undone from here on; null until quoted-printable occurs, which is a way of its own. */
  readonly reading: Reading | null;
}

const nothingDone: Done = { decodings: 0, escapings: 0, reading: null };

/**
 * Characters of a long text that are searched at once, so that what is decoded takes little memory, and how many may
 * encode one character of a secret that begins in them and ends beyond.
 */
export const windowLength = 128 * 1024;
export const mostWritten = 512;

export interface Search {
  /** Hits come in order and do not overlap; each is the smallest range of the text that a secret was decoded from. */
  (text: string): readonly Hit[];
  /** Characters of the shortest text that holds anything. */
  readonly shortest: number;
  /** Whether each secret is written, encodings aside, with characters that JSON has in its scalars alone. */
  readonly isOfScalars: boolean;
}

/** What a Bearer token consists of (RFC 6750 section 2.1): no punctuation of JSON, no white space. */
const ofScalars = /^[\w.~+/=-]*$/;

export const noHits: readonly Hit[] = [];

/**
 * Finds secrets in a text: plain, in lower or upper case, and cut short after 60 percent of their characters, twelve
 * at least. All that again in what is decoded from the text.
 */
export function createSearch(secrets: readonly Secret[]): Search {
  const sought = secrets
    .filter(({ value, isShown = false }) => !isShown && value.length >= limits.shortestSecret)
    .flatMap(({ name, value, isWhole = false }) => formsOf(value, isWhole).map((form) => ({ name, form })));
  const spellings = sought.map(({ form }) => form.spelling);
  const { mayDecode, decode } = decoderFor(spellings, Math.min(...sought.map(({ form }) => form.enough)));
  const overlap = Math.min(windowLength, mostWritten * Math.max(...spellings.map(({ length }) => length)));
  // No text gets longer when an encoding or an escape in it is undone.
  const shortest = Math.min(...sought.map(({ form }) => form.anchor.length));

  // In a short text, one look for everything is quicker than a look for each thing.
  const anchors = sought.map(({ form }) => form.anchor).filter(({ length }) => length <= shortText);
  /** What a short text has in which a form is plain, or that has an escape. */
  const telling = new RegExp([introducer.source, ...anchors.map(literally)].join('|'));
  const isTelling = (text: string) => text.length > shortText || telling.test(text);

  /** Searches a view, and what becomes of it without its escapes. */
  function searchPlain(view: View, from: number, hits: Hit[], { decodings, escapings, reading }: Done): void {
    for (const { name, form } of sought)
      for (const { start, end } of foundIn(view, form))
        hits.push({ start: start + from, end: end + from, name });
    if (escapings < limits.escapings && mayBeEscaped(view.text)) {
      const isTwofold = reading === null && isQuotedPrintable(view.text);
      for (const next of isTwofold ? (['usual', 'quoted'] as const) : [reading]) {
        const undone = undoEscapes(view, next ?? 'usual');
        if (undone !== null)
          search(undone, from, hits, { decodings, escapings: escapings + 1, reading: next });
      }
    }
  }

  /** Searches a view, and what is decoded from it, `limits.decodings` deep and `limits.escapings` times unescaped. */
  function search(view: View, from: number, hits: Hit[], done: Done): void {
    if (isTelling(view.text)) searchPlain(view, from, hits, done);
    const { decodings, escapings } = done;
    const decoded = decodings < limits.decodings ? decode(view) : null;
    if (decoded !== null) search(decoded, from, hits, { decodings: decodings + 1, escapings, reading: null });
  }

  function searchText(text: string): readonly Hit[] {
    if (text.length < shortest || !(isTelling(text) || mayDecode(text))) return noHits;
    const hits: Hit[] = [];
    for (let from = 0; from === 0 || from + overlap < text.length; from += windowLength)
      search(new View(text.slice(from, from + windowLength + overlap)), from, hits, nothingDone);
    return merged(hits);
  }
  return Object.assign(searchText, { shortest, isOfScalars: spellings.every((one) => ofScalars.test(one)) });
}
