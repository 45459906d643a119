import { type Derived, derived, Pieces, type Range, through } from './pieces.ts';
import { type Alphabet, alphabetOf, finderOf } from './stretches.ts';

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

/** Digits of a byte; behind `"` stands the name of an element and behind `x` a prefix, which are no bytes. */
const decimal = /(?<![0-9])-?[0-9]{2,3}(?![0-9"])/g;
const pair = /(?<![0-9a-fA-F])[0-9a-fA-F]{2}(?![0-9a-fA-F"])/g;

/** Reads the numbers of a list as bytes; negative ones are those of a signed byte. */
function bytesOf(list: string, number: RegExp, base: 10 | 16): Derived {
  const pieces = new Pieces();
  const codes: number[] = [];
  list.replaceAll(number, (found, start: number) => {
    codes.push(Number.parseInt(found, base));
    pieces.leaveOut(start);
    return pieces.put(start, start + found.length, ' ');
  });
  return derived(Buffer.from(codes).toString('latin1'), () => pieces);
}

/** A printable character has at least two digits, and something that sets it apart from the next. */
const perNumber = 3;

function list(alphabet: Alphabet, number: RegExp, base: 10 | 16, least: number): Decoder {
  const find = finderOf(alphabet, perNumber * least - 1);
  return (text, isWanted) => {
    const found = find(text, isWanted);
    return found === null ? nothing : [through(found, bytesOf(found.text, number, base))];
  };
}

/** RFC 4648 sections 4 and 5. */
const base64 = alphabetOf('A-Za-z0-9+/_\\-', 'A', true);
const hexadecimal = alphabetOf('0-9a-fA-F', '0', true);
/** `[116,111]`, `[116 111]`, `[116, -61]`, `{"0":116,"1":111}` */
const decimals = alphabetOf('0-9\\s,;":\\-', '"');
/** `74 6f 6b`, `74:6F`, `74-6F`, `0x74, 0x6f` */
const pairs = alphabetOf('0-9a-fA-FxX\\s,;:\\-', ';');

/** @param least bytes below which nothing decoded is of use */
export function decodersFor(least: number): readonly Decoder[] {
  return [
    digits('base64', 6, base64, least),
    digits('hex', 4, hexadecimal, least),
    list(decimals, decimal, 10, least),
    list(pairs, pair, 16, least),
  ];
}
