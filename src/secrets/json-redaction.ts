import { type JsonLiteral, visitJson } from '../json/json.ts';
import { pointerKeys, pointerToken } from '../json/pointer.ts';
import type { Masked } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { applyEdits, type Edit, marker, maskRanges } from './marker.ts';
import type { Hit } from './secret-search.ts';
import { sensitiveKind } from './sensitive-names.ts';
import type { Range } from './views.ts';

/** Where in a body something was masked, and what. */
export type Place = Omit<Masked, 'part'>;

/**
 * A literal with its secrets masked: always a string, and masked as a whole where only that keeps the text JSON. In a
 * list of numbers that spells a secret, each but the first becomes null.
 */
function maskLiteral(text: string, literal: JsonLiteral, hits: readonly Hit[]): string {
  if (literal.type === 'number' && (hits[0]?.start ?? 0) < literal.start) return 'null';
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
function hitsByRange(hits: readonly Hit[]): (range: Range) => readonly Hit[] {
  let next = 0;
  return ({ start, end }) => {
    while ((hits[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    let after = next;
    while ((hits[after]?.start ?? Number.POSITIVE_INFINITY) < end) after += 1;
    return hits.slice(next, after);
  };
}

/** Notes places up to `limits.maskedPlaces`, and for each name that lies beyond, the whole body once. */
function notePlaces(places: Map<string, Place>, names: readonly string[], pointer: () => string): void {
  const at = places.size < limits.maskedPlaces ? pointer() : '';
  for (const what of names) places.set(JSON.stringify([at, what]), { at, what });
}

/** A pointer with its keys renamed; empty when it is longer than a note may be. */
function renamed(pointer: string, rename: (key: string) => string): string {
  if (pointer.length > limits.pointerLength) return '';
  const tokens = pointerKeys(pointer).map((key) => pointerToken(rename(key)));
  return tokens.map((token) => `/${token}`).join('');
}

/**
 * Masks what `hits` found in a JSON text, and the strings under keys that say they are secret. The text stays JSON;
 * null for a text that is not JSON, or is nested too deep.
 * @param hits in order, not overlapping
 * @param rename gives the name of a key in a pointer
 */
export function maskJson(
  text: string,
  hits: readonly Hit[],
  rename: (key: string) => string,
): { text: string; masked: readonly Place[] } | null {
  const edits: Edit[] = [];
  const places = new Map<string, Place>();
  const hitsIn = hitsByRange(hits);
  const visit = (literal: JsonLiteral): void => {
    const { start, end, type, key, pointer } = literal;
    const found = hitsIn(literal);
    const isFilled = type === 'string' && end - start > 2;
    const sensitive =
      isFilled && key !== null ? sensitiveKind(key, text.slice(start + 1, end - 1)) : undefined;
    if (found.length === 0 && sensitive === undefined) return;
    const names = found.length > 0 ? [...new Set(found.map(({ name }) => name))] : [sensitive ?? ''];
    const replacement =
      sensitive === undefined ? maskLiteral(text, literal, found) : JSON.stringify(marker(names[0] ?? ''));
    edits.push({ start, end, replacement });
    notePlaces(places, names, () => renamed(pointer, rename));
  };
  if (!visitJson(text, visit)) return null;
  return { text: applyEdits(text, edits), masked: [...places.values()] };
}

/** Masks, in a JSON text, what `hits` found in its strings; keys, numbers and punctuation stay, and so the form does. */
export function maskJsonStrings(text: string, hits: readonly Hit[]): string | null {
  const edits: Edit[] = [];
  const hitsIn = hitsByRange(hits);
  const isRead = visitJson(text, (literal) => {
    const found = hitsIn(literal);
    if (found.length === 0 || literal.type !== 'string') return;
    edits.push({ start: literal.start, end: literal.end, replacement: maskLiteral(text, literal, found) });
  });
  return isRead ? applyEdits(text, edits) : null;
}
