import { limits } from '../model/limits.ts';
import type { Range } from './pieces.ts';
import { formsOf, foundIn } from './secret-forms.ts';
import { viewer } from './views.ts';

/** Name of the secret that no setting, answer or word of ours makes harmless. */
export const accessToken = 'access token';

/** A value that may stand in nothing that is written. */
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

/** Sorts hits and joins those that overlap, under the name of the first. */
function joined(hits: readonly Hit[]): Hit[] {
  const result: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last !== undefined && hit.start < last.end) {
      result[result.length - 1] = { ...last, end: Math.max(last.end, hit.end) };
    } else result.push(hit);
  }
  return result;
}

/**
 * Characters of a long text that are searched at once, so that what is decoded takes little memory, and how many may
 * encode one character of a secret that begins in them and ends beyond.
 */
const windowLength = 128 * 1024;
const mostWritten = 512;

/**
 * Finds secrets in a text: plain, in lower or upper case, and cut short after 60 percent of their characters, twelve
 * at least. All that again in what is decoded from the text. Hits come in order and do not overlap; each is the
 * smallest range of the text that a secret was decoded from.
 */
export function createSearch(secrets: readonly Secret[]): (text: string) => readonly Hit[] {
  const sought = secrets
    .filter(({ value, isShown = false }) => !isShown && value.length >= limits.shortestSecret)
    .map(({ name, value, isWhole = false }) => ({ name, forms: formsOf(value, isWhole) }));
  const forms = sought.flatMap(({ forms: ofOne }) => ofOne);
  const viewsOf = viewer({
    least: Math.min(...forms.map(({ enough }) => enough)),
    characters: forms.map(({ spelling }) => spelling).join(''),
  });
  const find = (text: string): readonly Hit[] => {
    const hits: Hit[] = [];
    for (const view of viewsOf(text)) {
      for (const { name, forms: ofOne } of sought)
        for (const form of ofOne) for (const range of foundIn(view, form)) hits.push({ ...range, name });
    }
    return hits;
  };
  const longest = Math.max(...forms.map(({ spelling }) => spelling.length));
  const overlap = Math.min(windowLength, mostWritten * longest);
  return (text) => {
    if (forms.length === 0) return [];
    const hits: Hit[] = [];
    for (let from = 0; from === 0 || from + overlap < text.length; from += windowLength) {
      for (const { start, end, name } of find(text.slice(from, from + windowLength + overlap)))
        hits.push({ start: start + from, end: end + from, name });
    }
    return joined(hits);
  };
}
