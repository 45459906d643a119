import { visitJson } from '../../src/json/json.ts';
import { pointerKeys } from '../../src/json/place.ts';
import { brokenAt } from '../../src/json/text.ts';
import { clipped, isCut } from '../../src/text/escape.ts';
import type { Mark } from './words.ts';

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

/** The pointer, and those of all values around it; the last is the whole. */
function* upwards(pointer: string): Generator<string> {
  for (let at = pointer; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) yield at;
  yield '';
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

/** Where a body that begins as JSON stops being it; null for one that never was, and for one that the suite cut. */
export function breakIn(text: string): number | null {
  return /^[\t\n\r ]*[{[]/.test(text) && !isCut(text) ? brokenAt(text) : null;
}

/** The tokens before the first error, and what follows them as one more; whether all of it is JSON. */
function tokensOf(text: string, wanted: ReadonlySet<string>) {
  const tokens: Token[] = [];
  let [end, depth] = [0, 0];
  const isJson = visitJson(text, (at) => {
    if (tokens.length >= mostTokens) return;
    const own = text.slice(at.start, at.end);
    const closes = own === '}' || own === ']';
    if (closes) depth -= 1;
    const place = !closes && own !== ',' && wanted.has(at.pointer) ? at.pointer : null;
    const lead = leadOf(own, tokens.at(-1)?.text, depth);
    tokens.push({ gap: text.slice(end, at.start), lead, text: own, place });
    if (own === '{' || own === '[') depth += 1;
    end = at.end;
  });
  const isWhole = tokens.length < mostTokens;
  const rest = text.slice(end);
  const [broken = ''] = isWhole && breakIn(text) !== null ? (firstBroken.exec(rest) ?? []) : [];
  tokens.push({ gap: '', lead: '', text: broken, place: brokenPlace });
  tokens.push({ gap: '', lead: '', text: rest.slice(broken.length), place: null });
  return { tokens, isJson: isJson && isWhole };
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

/** @param pointers RFC 6901 pointers to find; they and the values that contain them become pieces of their own */
export function bodyText(text: string, pointers: Iterable<string>): BodyText {
  const wanted = new Set([...pointers].flatMap((pointer) => [...upwards(pointer)]));
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
  const places = new Set(tokens.flatMap(({ place, text: own }) => (own === '' ? [] : place || [])));
  return { lines, laidOut, places };
}

/** The pointer itself where the text has it, else the nearest value around it; null where there is none but the whole. */
export function nearestPlace(places: ReadonlySet<string>, pointer: string): string | null {
  return [...upwards(pointer)].find((at) => at !== '' && places.has(at)) ?? null;
}

/** Lines of a body around a place, and in the beginning of one. */
const around = 2;
const beginning = 5;
/** Characters of one run of text in an excerpt. */
const longestPiece = 300;

export type BodyLines = readonly (readonly BodyPiece[])[];

/** The lines of a body around a place, long runs cut; its beginning where the place is not in it. */
export function linesAround(lines: BodyLines, place: string | null): BodyLines {
  const found = place === null ? -1 : lines.findIndex((line) => line.some((piece) => piece.place === place));
  const from = Math.max(0, found - around);
  const to = found === -1 ? beginning : found + around + 1;
  const ellipsis: BodyLines = [[{ text: '…', place: null }]];
  const shown = lines.slice(from, to).map((line) => {
    const at = line.findIndex((piece) => piece.place === place);
    return line.map(({ text, ...piece }, index) => {
      // In front of the place, what is beside it matters.
      const characters = index < at ? Array.from(text) : [];
      const isLong = characters.length > longestPiece;
      const end = `…${characters.slice(-longestPiece).join('')}`;
      return { ...piece, text: isLong ? end : clipped(text, longestPiece) };
    });
  });
  return [...(from > 0 ? ellipsis : []), ...shown, ...(to < lines.length ? ellipsis : [])];
}

/** Lines of a body that are shown at once, and their characters; the rest is folded. */
const shownLines = 200;
const shownCharacters = 10_000;

/** A body in two: the lines that are shown at once, one at least, and what is folded. */
export function folded(lines: BodyLines): { readonly shown: BodyLines; readonly rest: BodyLines } {
  let room = shownCharacters;
  const end = lines.findIndex((line, index) => {
    room -= line.reduce((sum, { text }) => sum + text.length, 0);
    return index > 0 && (index >= shownLines || room < 0);
  });
  const at = end === -1 ? lines.length : end;
  return { shown: lines.slice(0, at), rest: lines.slice(at) };
}

/** What is wrong in one place of a response, and what would be right. */
export interface PlaceNote {
  /** As it is shown; empty for the whole response. */
  readonly pointer: string;
  readonly mark: Mark;
  /** The value that would conform, else what was expected; of what is missing what the document says of it. */
  readonly right: string;
}

/** A line of a response, or one that should be there. */
export interface RecordLine {
  /** For what is missing the white space in front of what is beside it. */
  readonly pieces: readonly BodyPiece[];
  /** What is missing, in words. */
  readonly missing?: string;
  /** What is wrong in it; of several the most severe first. */
  readonly notes: readonly PlaceNote[];
}

/**
 * The lines with what is wrong in each; what is missing has a line of its own, below the beginning of what would hold it,
 * and what is about the whole response one above everything else.
 * @param lines of a body, or of a part of it
 * @param isStart whether the part is the beginning
 */
export function recordLines(
  lines: BodyLines,
  notes: readonly PlaceNote[],
  isStart: boolean,
): readonly RecordLine[] {
  const places = new Set(lines.flatMap((line) => line.flatMap(({ place }) => place ?? [])));
  const placed = notes.flatMap((note) => {
    const holder = nearestPlace(places, note.pointer);
    if (holder === null && !isStart) return [];
    const line = lines.findIndex((one) => one.some(({ place }) => place !== null && place === holder));
    const at = note.pointer === '' ? -1 : Math.max(0, line);
    return [{ note, isWithin: holder === note.pointer, at }];
  });
  const at = (line: number, isWithin: boolean) =>
    placed.flatMap((one) => (one.at === line && one.isWithin === isWithin ? [one.note] : []));
  const missing = (line: number) =>
    at(line, false).map((note) => {
      const indentation = /^ */.exec(lines[line + 1]?.[0]?.text ?? '')?.[0] ?? '';
      const words = missingText(note.pointer, places);
      return { pieces: [{ text: indentation, place: null }], notes: [note], missing: words };
    });
  return [
    ...missing(-1),
    ...lines.flatMap((pieces, line) => [{ pieces, notes: at(line, true) }, ...missing(line)]),
  ];
}

/** By its name where the line is in the object that would hold it. */
function missingText(pointer: string, places: ReadonlySet<string>): string {
  if (pointer === '') return 'the whole response';
  const end = pointer.lastIndexOf('/');
  const isBeside = end === 0 || places.has(pointer.slice(0, end));
  const [key = ''] = pointerKeys(pointer.slice(end));
  return `${isBeside ? `"${key}"` : pointer} is missing`;
}
