import { type Derived, derived, Pieces, type Range } from './pieces.ts';

/** What an encoding is written in. */
export interface Alphabet {
  /** By code unit, 1 for a member. */
  readonly members: Uint8Array;
  /** Matches, sticky, the further lines of what line breaks may wrap. */
  readonly furtherLines: RegExp | null;
  /** Is put between stretches that do not belong together. */
  readonly filler: string;
}

/** The first line of what is wrapped has so many characters, all but the last line so many. */
const [shortestFirstLine, shortestLine] = [32, 4];

/** @param members as in a class of a regular expression, beyond Latin-1 each by \\uHHHH */
export function alphabetOf(members: string, filler: string, isWrapped = false): Alphabet {
  const member = new RegExp(`[${members}]`);
  const table = new Uint8Array(0x10000);
  for (let code = 0; code < 0x100; code += 1) table[code] = member.test(String.fromCharCode(code)) ? 1 : 0;
  for (const [, code = ''] of members.matchAll(/\\u([0-9a-f]{4})/g)) table[Number.parseInt(code, 16)] = 1;
  const lines = `(?:[\\r\\n]+[${members}]{${shortestLine},})*(?:[\\r\\n]+[${members}]+)?`;
  return { members: table, furtherLines: isWrapped ? new RegExp(lines, 'y') : null, filler };
}

/** Finds what of a text is worth decoding, one stretch after the other; null where there is nothing. */
export type Finder = (text: string, isWanted: (range: Range) => boolean) => Derived | null;

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

function endOf(text: string, line: Range, further: RegExp | null): number {
  if (further === null) return line.end;
  further.lastIndex = line.end;
  return line.end + (further.exec(text)?.[0].length ?? 0);
}

/** @param least members of a stretch */
export function finderOf({ members, furtherLines, filler }: Alphabet, least: number): Finder {
  const leastInFirst = furtherLines === null ? least : Math.min(least, shortestFirstLine);
  return (text, isWanted) => {
    const pieces = new Pieces();
    const parts: string[] = [];
    let after = 0;
    for (const line of runsOf(text, members, leastInFirst)) {
      const { start } = line;
      if (start < after) continue;
      const end = endOf(text, line, furtherLines);
      if (end - start < least || !isWanted({ start, end })) continue;
      parts.push(pieces.put(after, start, after === 0 ? '' : filler));
      const unwrap = (lineBreak: string, at: number) =>
        pieces.put(start + at, start + at + lineBreak.length, '');
      const stretch = text.slice(start, end);
      parts.push(furtherLines === null ? stretch : stretch.replaceAll(/[\r\n]+/g, unwrap));
      after = end;
    }
    return parts.length === 0 ? null : derived(parts.join(''), () => pieces);
  };
}
