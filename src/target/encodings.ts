import { type Derived, derived, Pieces, type Range, through } from './pieces.ts';
import { type Alphabet, finderOf } from './stretches.ts';

/** Decodes what in a text is worth it, in each way that it may be meant. */
export type Decoder = (text: string, isWanted: (range: Range) => boolean) => readonly Derived[];

const nothing: readonly Derived[] = [];

function padding(after: string): number {
  return /^=*/.exec(after)?.[0].length ?? 0;
}

/**
 * Digits of which each stands for so many bits. Where the first byte begins is not known: each place is tried.
 * @param least bytes
 */
function digits(encoding: 'base64' | 'hex', bits: 4 | 6, alphabet: Alphabet, least: number): Decoder {
  const beginnings = encoding === 'hex' ? [0, 1] : [0, 1, 2, 3];
  const perByte = 8 / bits;
  const find = finderOf(alphabet, Math.floor(least * perByte));
  return (text, isWanted) => {
    const found = find(text, isWanted);
    if (found === null) return nothing;
    return beginnings.map((first) => ({
      text: Buffer.from(found.text.slice(first), encoding).toString('latin1'),
      isNew: () => true,
      origin: ({ start, end }) => {
        const last = Math.min(first + Math.ceil(end * perByte), found.text.length);
        const range = found.origin({ start: first + Math.floor(start * perByte), end: last });
        return { start: range.start, end: range.end + padding(text.slice(range.end, range.end + 2)) };
      },
    }));
  };
}

/** What a character is worth as a digit; -1 for none. */
const digitValues = Int8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? -1 : value;
});

/** Reads the numbers of a list as bytes; negative ones are those of a signed byte. Names, as in `"0":116`, are no numbers. */
function bytesOf(list: string, base: 10 | 16): Derived {
  const bytes = Buffer.alloc(Math.ceil(list.length / 2));
  const pieces = new Pieces();
  let count = 0;
  let before = 0;
  let start = -1;
  let value = 0;
  for (let at = 0; at <= list.length; at += 1) {
    const digit = digitValues[list.charCodeAt(at)] ?? -1;
    if (digit >= 0 && digit < base) {
      if (start === -1) start = at;
      value = (value * base + digit) & 0xff;
      continue;
    }
    const after = list[at];
    if (start !== -1 && after !== '"' && after !== 'x' && after !== 'X') {
      const isNegative = base === 10 && list[start - 1] === '-';
      bytes[count] = isNegative ? -value : value;
      pieces.put(before, isNegative ? start - 1 : start, '');
      pieces.put(isNegative ? start - 1 : start, at, ' ');
      before = at;
      count += 1;
    }
    start = -1;
    value = 0;
  }
  return derived(bytes.toString('latin1', 0, count), pieces);
}

/** A printable character has at least two digits, and something that sets it apart from the next. */
const perNumber = 3;

/** `[116,111]`, `[116 111]`, `[116, -61]`, `{"0":116,"1":111}`, `0x74, 0x6f`, `74 6f 6b`, `74:6F`, `74-6F`. */
function byteLists(least: number): Decoder {
  const find = finderOf({ members: '0-9a-fA-FxX\\s,;":\\-', filler: '"' }, perNumber * least - 1);
  return (text, isWanted) => {
    const found = find(text, isWanted);
    return found === null
      ? nothing
      : ([10, 16] as const).map((base) => through(found, bytesOf(found.text, base)));
  };
}

/**
 * Base64 and its URL form (RFC 4648 sections 4 and 5), hexadecimal digits, lists of byte values.
 * @param least bytes below which nothing decoded is of use
 */
export function decodersFor(least: number): readonly Decoder[] {
  return [
    digits('base64', 6, { members: 'A-Za-z0-9+/_\\-', isWrapped: true, filler: 'A' }, least),
    digits('hex', 4, { members: '0-9a-fA-F', isWrapped: true, filler: '0' }, least),
    byteLists(least),
  ];
}
