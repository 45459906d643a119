import { type EscapeKind, escapeKinds, type Range, type Unescaped, undoEscapes } from './escapes.ts';
import { limits } from './limits.ts';
import { formsOf } from './secret-forms.ts';

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

function worthSearching({ value, isShown = false }: Secret): boolean {
  return !isShown && value.length >= limits.shortestSecret;
}

/** A text with one layer of its escapes undone, with two, and so on. Ranges lead back to the text itself. */
function* layersOf(text: string, kind: EscapeKind): Generator<Unescaped> {
  let outer: Unescaped = { text, origin: (range) => range };
  for (let layer = 0; layer < limits.escapeLayers; layer += 1) {
    const { origin } = outer;
    const inner = undoEscapes(outer.text, kind);
    if (inner === null) return;
    outer = { text: inner.text, origin: (range) => origin(inner.origin(range)) };
    yield outer;
  }
}

/**
 * Characters of a long text that are searched at once, and behind them as many as a secret may take: for each of its
 * characters the most that the layers of escapes make of one. What is undone for a search is soon of no use, and this
 * keeps it small.
 */
const windowLength = 128 * 1024;
const longestWritten = 64;

/**
 * Finds secrets in a text: plain, each character written in any way that `escapeAt` knows; read byte by byte where
 * the text was UTF-16; hexadecimal in either case; Base64 and base64url, alone or inside a longer encoding at any
 * alignment. All that again behind up to `limits.escapeLayers` layers of escapes, of all kinds mixed; and, for
 * secrets that hold what looks like an escape, of each kind alone. Hits come in order and do not overlap. The time is
 * linear in the length of the text.
 */
export function createSearch(secrets: readonly Secret[]): (text: string) => readonly Hit[] {
  const searched = secrets
    .filter(worthSearching)
    .map(({ name, value }) => ({ name, value, forms: formsOf(value) }));
  const kinds = searched.some(({ value }) => /[\\%&]/.test(value)) ? escapeKinds : (['every'] as const);
  const find = (text: string): readonly Hit[] => {
    const hits: Hit[] = [];
    const collect = ({ text: view, origin }: Unescaped): void => {
      for (const { name, forms } of searched) {
        for (const range of forms.flatMap((form) => [...form(view)])) hits.push({ ...origin(range), name });
      }
    };
    collect({ text, origin: (range) => range });
    for (const kind of kinds) for (const view of layersOf(text, kind)) collect(view);
    return hits;
  };
  const overlap = longestWritten * Math.max(0, ...searched.map(({ value }) => value.length));
  return (text) => {
    if (searched.length === 0) return [];
    const hits: Hit[] = [];
    for (let from = 0; from === 0 || from < text.length; from += windowLength) {
      for (const { start, end, name } of find(text.slice(from, from + windowLength + overlap)))
        hits.push({ start: start + from, end: end + from, name });
    }
    return joined(hits);
  };
}
