/**
 * Lays out the text of an answer for a reader and finds the places in it that JSON Pointers name. It accepts any text:
 * what is not JSON, or was cut, is left as it came, and the places before the first error are still found.
 */
import { visitBody } from '../../src/json/text.ts';

/** A run of text; `place` is the pointer of the value that it names or begins. */
export interface BodyPiece {
  readonly text: string;
  readonly place: string | null;
}

export interface BodyText {
  /** Lines without line feeds. */
  readonly lines: readonly (readonly BodyPiece[])[];
  /** Whether white space between tokens was changed. */
  readonly laidOut: boolean;
  /** The wanted pointers that the text has, and those of the values around them. */
  readonly places: ReadonlySet<string>;
}

/** One token, with the white space in front of it as it came and as a reader would like it. */
interface Token extends BodyPiece {
  readonly gap: string;
  readonly lead: string;
}

const indent = '  ';
const deepestIndent = 8;
/** After so many tokens a text is left as it came, and places in it are not searched for: a page has to stay small. */
const mostTokens = 10_000;
/** A text that grows by more than this factor is left as it came. */
const mostGrowth = 3;

/** The pointers, and those of all values around them. */
function wantedPlaces(pointers: Iterable<string>): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const pointer of pointers)
    for (let at = pointer; !wanted.has(at); at = at.slice(0, Math.max(0, at.lastIndexOf('/'))))
      wanted.add(at);
  return wanted;
}

/** The white space that belongs in front of a token, `depth` levels deep, after another. */
function leadOf(text: string, before: string | undefined, depth: number): string {
  const isEmpty = (text === '}' || text === ']') && (before === '{' || before === '[');
  if (before === undefined || text === ',' || text === ':' || isEmpty) return '';
  return before === ':' ? ' ' : `\n${indent.repeat(Math.min(depth, deepestIndent))}`;
}

/** What is in the place of a pointer for the first characters of a text that are not JSON. */
export const brokenPlace = 'broken';
const firstBroken = /^\s*\S{1,8}/;

/** The tokens before the first error, and what follows them as one more; whether all of it is JSON. */
function tokensOf(text: string, wanted: ReadonlySet<string>): { tokens: readonly Token[]; isJson: boolean } {
  const tokens: Token[] = [];
  let [end, depth] = [0, 0];
  const add = ({
    pointer,
    ...at
  }: {
    readonly start: number;
    readonly end: number;
    readonly pointer: string;
  }) => {
    if (tokens.length >= mostTokens) return;
    const own = text.slice(at.start, at.end);
    const closes = own === '}' || own === ']';
    if (closes) depth -= 1;
    const place = !closes && own !== ',' && wanted.has(pointer) ? pointer : null;
    tokens.push({
      gap: text.slice(end, at.start),
      lead: leadOf(own, tokens.at(-1)?.text, depth),
      text: own,
      place,
    });
    if (own === '{' || own === '[') depth += 1;
    end = at.end;
  };
  const isJson = visitBody(text, add, add);
  const rest = text.slice(end);
  const [broken = ''] =
    isJson || end === 0 || tokens.length >= mostTokens ? [] : (firstBroken.exec(rest) ?? []);
  if (broken !== '') tokens.push({ gap: '', lead: '', text: broken, place: brokenPlace });
  tokens.push({ gap: '', lead: '', text: rest.slice(broken.length), place: null });
  return { tokens, isJson: isJson && tokens.length <= mostTokens };
}

/** Adds text to the last line; line feeds in it begin new ones, and neighbours of one place become one piece. */
function append(lines: BodyPiece[][], text: string, place: string | null): void {
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) lines.push([]);
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    if (part === '') continue;
    if (last && last.place === place) line[line.length - 1] = { text: last.text + part, place };
    else line.push({ text: part, place });
  }
}

/**
 * @param text of a body
 * @param pointers RFC 6901 pointers to find; they and the values that contain them become pieces of their own
 */
export function bodyText(text: string, pointers: Iterable<string>): BodyText {
  const wanted = wantedPlaces(pointers);
  const { tokens, isJson } = tokensOf(text, wanted);
  const grown = tokens.reduce((size, { lead, text: own }) => size + lead.length + own.length, 0);
  const laidOut = isJson && grown <= mostGrowth * text.length;
  const lines: BodyPiece[][] = [[]];
  let before: string | null = null;
  for (const { gap, lead, text: own, place } of tokens) {
    append(lines, laidOut ? lead : gap, place === before ? place : null);
    append(lines, own, place === '' ? null : place);
    before = place;
  }
  const places = new Set(tokens.flatMap(({ place }) => place || []));
  return { lines, laidOut, places };
}

/** The pointer itself where the text has it, else the nearest value around it; null where there is none but the whole. */
export function nearestPlace(places: ReadonlySet<string>, pointer: string): string | null {
  for (let at = pointer; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/'))))
    if (places.has(at)) return at;
  return null;
}
