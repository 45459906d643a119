import { type Derived, derived, Pieces, type Range } from './pieces.ts';

/** What an encoding is written in. */
export interface Alphabet {
  /** Its characters, as in a class of a regular expression. */
  readonly members: string;
  /** Whether line breaks may wrap it. */
  readonly isWrapped?: boolean;
  /** Is put between stretches that do not belong together. */
  readonly filler: string;
}

/** Finds what of a text is worth decoding, one stretch after the other; null where there is nothing. */
export type Finder = (text: string, isWanted: (range: Range) => boolean) => Derived | null;

/** The first line of what is wrapped has so many characters, all but the last line so many. */
const [shortestFirstLine, shortestLine] = [32, 4];

/**
 * Ranges of members, each as long as it can be and at least so long. It looks at the end of the least first, so that it
 * passes over most of an ordinary text; no character is looked at twice.
 */
function* runsOf(text: string, members: Uint8Array, least: number): Generator<Range> {
  let start = 0;
  let known = 0;
  while (start + least <= text.length) {
    let end = start + least;
    let at = end - 1;
    while (at >= known && members[text.charCodeAt(at)] === 1) at -= 1;
    if (at >= known) [start, known] = [at + 1, end];
    else {
      while (end < text.length && members[text.charCodeAt(end)] === 1) end += 1;
      yield { start, end };
      start = end + 1;
      known = start;
    }
  }
}

/** By code unit, 1 for a member. Beyond Latin-1, a class names each. */
function tableOf(members: string): Uint8Array {
  const member = new RegExp(`[${members}]`);
  const table = new Uint8Array(0x10000);
  for (let code = 0; code < 0x100; code += 1) table[code] = member.test(String.fromCharCode(code)) ? 1 : 0;
  for (const [, code = ''] of members.matchAll(/\\u([0-9a-f]{4})/g)) table[Number.parseInt(code, 16)] = 1;
  return table;
}

/** @param least members of a stretch */
export function finderOf({ members, isWrapped = false, filler }: Alphabet, least: number): Finder {
  const table = tableOf(members);
  const lines = `(?:[\\r\\n]+[${members}]{${shortestLine},})*(?:[\\r\\n]+[${members}]+)?`;
  const further = new RegExp(isWrapped ? lines : '', 'y');
  return (text, isWanted) => {
    const pieces = new Pieces();
    const parts: string[] = [];
    let after = 0;
    for (const { start, end: endOfLine } of runsOf(
      text,
      table,
      isWrapped ? Math.min(least, shortestFirstLine) : least,
    )) {
      if (start < after) continue;
      further.lastIndex = endOfLine;
      const end = endOfLine + (further.exec(text)?.[0].length ?? 0);
      if (end - start < least || !isWanted({ start, end })) continue;
      parts.push(pieces.put(after, start, after === 0 ? '' : filler));
      const stretch = text.slice(start, end);
      const unwrap = (lineBreak: string, at: number) =>
        pieces.put(start + at, start + at + lineBreak.length, '');
      parts.push(isWrapped ? stretch.replaceAll(/[\r\n]+/g, unwrap) : stretch);
      after = end;
    }
    return parts.length === 0 ? null : derived(parts.join(''), pieces);
  };
}
