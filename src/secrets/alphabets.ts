import type { Range } from './views.ts';

/** By code unit, or by byte, 1 for a member. */
export type Alphabet = Uint8Array;

export function alphabetOf(members: string, size = 0x10000): Alphabet {
  const alphabet = new Uint8Array(size);
  for (let at = 0; at < members.length; at += 1) alphabet[members.charCodeAt(at)] = 1;
  return alphabet;
}

/**
 * Ranges of members of an alphabet, each as long as it can be and at least so long. It looks first at the last
 * character that the shortest range would have, and so skips most of an ordinary text; no character is looked at twice.
 */
export function rangesOf(
  text: string,
  alphabet: Alphabet,
  least: number,
  within: Range = { start: 0, end: text.length },
): readonly Range[] {
  const found: Range[] = [];
  let { start } = within;
  let known = start;
  while (start + least <= within.end) {
    let end = start + least;
    let at = end - 1;
    while (at >= known && alphabet[text.charCodeAt(at)] === 1) at -= 1;
    if (at >= known) {
      start = at + 1;
      known = end;
    } else {
      while (end < within.end && alphabet[text.charCodeAt(end)] === 1) end += 1;
      found.push({ start, end });
      start = end + 1;
      known = start;
    }
  }
  return found;
}

/** How bytes are written in an encoding, for a quick look at a text. */
export interface Written {
  readonly alphabet: Alphabet;
  /** Members that a legible byte can begin with, where it begins with a whole character. */
  readonly firsts: Alphabet;
  /** One character of so many is one of these: the first digit of a group. */
  readonly step: number;
  /** Characters of the shortest range that is of use. */
  readonly least: number;
  /** How far apart the characters are that are looked at first. */
  readonly stride: number;
  /** Encodings that need as many characters at least, all of this alphabet. */
  readonly inner: readonly Written[];
}

/** Goes back from the end of a range, a step at a time, to a character that is no member; below `start` where all are. */
function lastOther(text: string, alphabet: Alphabet, start: number, end: number, step: number): number {
  let at = end - 1;
  while (at >= start && alphabet[text.charCodeAt(at)] === 1) at -= step;
  return at;
}

/** Characters of a text, such as an identifier or a URL, that has few words. */
export const shortText = 128;

/** Characters of a range that are looked at before the others: words are mostly longer than what is between two of them. */
const looks = 12;

/** @param least characters of a range */
export function strideOf(least: number): number {
  return Math.max(1, Math.floor(least / looks));
}

/**
 * Of a range of the least length whose characters seem to be members: the offset up to which no range of use begins; below
 * `start` where one may.
 */
function nothingUpTo(text: string, { firsts, step, least, inner }: Written, start: number): number {
  let last = start + least;
  // Where groups begin is not known: each place is tried, and a range of use has no other character in the first place of a group.
  for (let place = 0; place < step; place += 1)
    last = Math.min(last, lastOther(text, firsts, start, start + least - place, step));
  for (const one of inner) {
    if (start + one.least > text.length) continue;
    const other = lastOther(text, one.alphabet, start, start + one.least, one.stride);
    last = Math.min(last, other < start ? nothingUpTo(text, one, start) : other);
  }
  return last;
}

/**
 * Whether a text may hold a range of use: a quick look, which says no for nearly all ordinary texts. It looks at few characters
 * of each range of the least length, the last one first, and goes on behind the one that rules it out.
 */
export function mayHold(text: string, written: Written): boolean {
  const { alphabet, step, least, stride } = written;
  // Few characters are the first of a group, which tells more of an identifier, all of whose characters are members.
  const isOfGroups = step > 1 && text.length <= shortText;
  let start = 0;
  while (start + least <= text.length) {
    let other = isOfGroups ? start - 1 : lastOther(text, alphabet, start, start + least, stride);
    if (other < start) other = nothingUpTo(text, written, start);
    if (other < start) return true;
    start = other + 1;
  }
  return false;
}
