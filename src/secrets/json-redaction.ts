import { type JsonLiteral, visitJson } from '../json/json.ts';
import { pointerKeys, pointerToken } from '../json/place.ts';
import type { Masked } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { applyEdits, marker, maskRanges, type Range, type Replacement } from './marker.ts';
import type { Hit } from './secret-search.ts';
import { mayBeSecret, sensitiveKind } from './sensitive-names.ts';

/** Where in a body something was masked, and what. */
export type MaskedPlace = Omit<Masked, 'part'>;

/** A literal with its secrets masked: always a string, and masked as a whole where only that keeps the text JSON. */
function maskLiteral(text: string, literal: JsonLiteral, hits: readonly Hit[]): string {
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
function kindsByName(text: string): (literal: JsonLiteral) => string | undefined {
  /** The outermost member whose name says so. */
  let member = { pointer: '', kind: undefined as string | undefined };
  return ({ type, key, start, end, pointer }) => {
    const isBelow = member.kind !== undefined && pointer.startsWith(`${member.pointer}/`);
    if (!isBelow && type === 'key') member = { pointer, kind: sensitiveKind(key ?? '') };
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
export function maskJson(
  text: string,
  hits: readonly Hit[],
  rename: ((key: string) => string) | null,
): { text: string; masked: readonly MaskedPlace[] } | null {
  const edits: Replacement[] = [];
  const places = new Map<string, MaskedPlace>();
  const hitsIn = hitsByRange(hits);
  const kindOf = kindsByName(text);
  const visit = (literal: JsonLiteral): void => {
    const { start, end, type, pointer } = literal;
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
