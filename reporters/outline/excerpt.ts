import { clipped } from '../../src/text/escape.ts';
import type { BodyPiece } from './body-text.ts';

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
  return [
    ...(from > 0 ? ellipsis : []),
    ...lines.slice(from, to).map((line) => shortened(line, place)),
    ...(to < lines.length ? ellipsis : []),
  ];
}

/** The last characters, no surrogate pair parted. */
function ending(text: string): string {
  return Array.from(text.slice(-2 * longestPiece))
    .slice(-longestPiece)
    .join('');
}

/** A line with its long runs cut: those in front of a place at their beginning, so that its neighbourhood is seen. */
function shortened(line: readonly BodyPiece[], place: string | null): readonly BodyPiece[] {
  const at = line.findIndex((piece) => piece.place === place);
  return line.map((piece, index) => {
    const { text } = piece;
    if (text.length <= longestPiece) return piece;
    return { ...piece, text: index < at ? `…${ending(text)}` : clipped(text, longestPiece) };
  });
}

/** Lines of a body that are shown at once, and their characters; the rest is folded. */
const shownLines = 200;
const shownCharacters = 10_000;

/** A body in two: what is shown at once, and what is folded; a line may be parted between them. */
export function folded(lines: BodyLines): { readonly shown: BodyLines; readonly rest: BodyLines } {
  let room = shownCharacters;
  for (const [index, line] of lines.entries()) {
    if (index === shownLines) return { shown: lines.slice(0, index), rest: lines.slice(index) };
    for (const [at, { text, place }] of line.entries()) {
      if (text.length <= room) {
        room -= text.length;
        continue;
      }
      const end = /[\ud800-\udbff]/.test(text.charAt(room - 1)) ? room - 1 : room;
      return {
        shown: [...lines.slice(0, index), [...line.slice(0, at), { text: text.slice(0, end), place }]],
        rest: [[{ text: text.slice(end), place: null }, ...line.slice(at + 1)], ...lines.slice(index + 1)],
      };
    }
  }
  return { shown: lines, rest: [] };
}
