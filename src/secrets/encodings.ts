import { type Alphabet, alphabetOf, mayHold, rangesOf, strideOf, type Written } from './alphabets.ts';
import { type Range, type View, ViewBuilder } from './views.ts';

/** Bytes, each a character, and where each is in what they were decoded from. */
interface Decoded {
  readonly bytes: string;
  readonly rangeOf: (at: number) => Range;
}

/** A way to write bytes. */
interface Encoding {
  readonly alphabet: Alphabet;
  /** Members that are a part of bytes; the others only separate these. Null where inner encodings alone are decoded. */
  readonly digits: Alphabet | null;
  /** Characters that so many bytes take at least. */
  readonly leastFor: (bytes: number) => number;
  /** Decodes a range of members of the alphabet, in each way that it may be meant and in which enough of it is legible. */
  readonly decode: (text: string, range: Range, legible: Legible) => readonly Decoded[];
  /** Encodings that need as many characters at least, all of this alphabet: they are looked for in its ranges alone. */
  readonly inner: readonly Encoding[];
  /** The characters that one of these bytes can begin with, where it is the first of a group, and how many a group has. */
  readonly firsts: (bytes: Alphabet) => Alphabet;
  readonly step: number;
}

/** Bytes that are looked at, and how many of them in a row are of use. */
interface Legible {
  readonly alphabet: Alphabet;
  readonly least: number;
}

/** The end of Base64 with what fills up its last group. */
function padded(text: string, end: number): number {
  return end + (/^=*/.exec(text.slice(end, end + 2))?.[0].length ?? 0);
}

/** Digits without anything between them. Where the first byte begins is not known: each place is tried. */
function digits(
  encoding: 'base64' | 'hex',
  written: readonly string[],
  inner: readonly Encoding[] = [],
): Encoding {
  const [bits, beginnings] = encoding === 'hex' ? [4, [0, 1]] : [6, [0, 1, 2, 3]];
  const values = new Uint8Array(0x10000);
  for (const one of written)
    for (let value = 0; value < one.length; value += 1) values[one.charCodeAt(value)] = value;

  /** As `rangesOf` does, but without decoding: nearly no identifier is a text in one of these encodings. */
  function isLegible(text: string, first: number, count: number, { alphabet, least }: Legible): boolean {
    let start = 0;
    let known = 0;
    while (start + least <= count) {
      let at = start + least - 1;
      for (; at >= known; at -= 1) {
        const bit = at * 8;
        const digit = first + Math.floor(bit / bits);
        const high = values[text.charCodeAt(digit)] ?? 0;
        const two = (high << bits) | (values[text.charCodeAt(digit + 1)] ?? 0);
        if (alphabet[(two >> (2 * bits - 8 - (bit % bits))) & 0xff] !== 1) break;
      }
      if (at < known) return true;
      known = start + least;
      start = at + 1;
    }
    return false;
  }

  const decode = (text: string, range: Range, legible: Legible): readonly Decoded[] => {
    const found: Decoded[] = [];
    for (const beginning of beginnings) {
      const first = range.start + beginning;
      if (!isLegible(text, first, Math.floor(((range.end - first) * bits) / 8), legible)) continue;
      const rangeOf = (at: number): Range => {
        const start = first + Math.floor((at * 8) / bits);
        const end = first + Math.ceil(((at + 1) * 8) / bits);
        return { start, end: end === range.end ? padded(text, end) : end };
      };
      found.push({ bytes: Buffer.from(text.slice(first, range.end), encoding).toString('latin1'), rangeOf });
    }
    return found;
  };
  const firsts = (bytes: Alphabet): Alphabet => {
    const begun = new Set(
      [...bytes.keys()].filter((byte) => bytes[byte] === 1).map((byte) => byte >> (8 - bits)),
    );
    return alphabetOf(
      written.flatMap((one) => [...one].filter((_, value) => begun.has(value))).join(''),
      0x80,
    );
  };
  const leastFor = (bytes: number) => Math.ceil((bytes * 8) / bits);
  const alphabet = alphabetOf(written.join(''));
  return { alphabet, digits: alphabet, leastFor, decode, inner, firsts, step: beginnings.length };
}

/**
 * Numbers of two digits at least, as a printable character has, and something that sets each apart from the next.
 * Negative ones are those of a signed byte. Before `"` is the name of an element, which is not a byte.
 */
function numbers(base: 10 | 16, mostDigits: 2 | 3, digitsOf: string, separators: string): Encoding {
  const digits = alphabetOf(digitsOf);
  const decode = (text: string, range: Range, { least }: Legible): readonly Decoded[] => {
    const bytes: number[] = [];
    const ranges: Range[] = [];
    let start = range.start;
    for (let end = start; end <= range.end; end += 1) {
      if (end < range.end && digits[text.charCodeAt(end)] === 1) continue;
      if (end - start >= 2 && end - start <= mostDigits && text[end] !== '"') {
        const first = base === 10 && start > range.start && text[start - 1] === '-' ? start - 1 : start;
        bytes.push(Number.parseInt(text.slice(first, end), base));
        ranges.push({ start: first, end });
      }
      start = end + 1;
    }
    if (bytes.length < least) return [];
    return [
      { bytes: Buffer.from(bytes).toString('latin1'), rangeOf: (at) => ranges[at] ?? { start: 0, end: 0 } },
    ];
  };
  const leastFor = (bytes: number) => 3 * bytes - 1;
  const alphabet = alphabetOf(digitsOf + separators);
  return { alphabet, digits, leastFor, decode, inner: [], firsts: () => alphabet, step: 1 };
}

/** Encodings that are looked for together, as ordinary text holds no range of what they are written in. */
function anyOf(...inner: readonly Encoding[]): Encoding {
  const isMember = (code: number) => inner.some(({ alphabet }) => alphabet[code] === 1);
  const alphabet = new Uint8Array(0x10000).map((_, code) => (isMember(code) ? 1 : 0));
  const leastFor = (bytes: number) => Math.min(...inner.map((one) => one.leastFor(bytes)));
  return {
    alphabet,
    digits: null,
    leastFor,
    decode: () => [],
    inner,
    firsts: () => alphabetOf('', 0x80),
    step: 1,
  };
}

const decimal = '0123456789';
/** RFC 4648 section 8: digits in the order of their values, in lower and upper case. */
const hex = [`${decimal}abcdef`, `${decimal}ABCDEF`];
const hexadecimal = hex.join('');
/** The same of its sections 4 and 5. */
const alphanumeric = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz${decimal}`;
const base64 = [`${alphanumeric}+/`, `${alphanumeric}-_`];

/** Everything that is decoded in addition to escapes; a further encoding is one entry. */
const encodings: readonly Encoding[] = [
  digits('base64', base64, [digits('hex', hex)]),
  anyOf(
    /** `[116,111]`, `[116 111]`, `[116, -61]`, `{"0":116,"1":111}` */
    numbers(10, 3, decimal, ' \t\r\n,;":-'),
    /** `74 6f 6b`, `74:6F`, `74-6F`, `0x74, 0x6f` */
    numbers(16, 2, hexadecimal, ' \t\r\n,;:-xX'),
  ),
];

/** Whether the first character that is more than a separator, from an offset on, is no member. */
function isOtherFrom(
  text: string,
  start: number,
  step: 1 | -1,
  alphabet: Alphabet,
  digits: Alphabet,
): boolean {
  let at = start;
  while (alphabet[text.charCodeAt(at)] === 1 && digits[text.charCodeAt(at)] !== 1) at += step;
  return at >= 0 && at < text.length && alphabet[text.charCodeAt(at)] !== 1;
}

/** Whether no byte is written partly in a text and partly beside it, and no two beside each other that it is between. */
export function setsApart(text: string, all = encodings): boolean {
  return all.every(
    ({ alphabet, digits, inner }) =>
      setsApart(text, inner) &&
      (digits === null ||
        (isOtherFrom(text, 0, 1, alphabet, digits) &&
          isOtherFrom(text, text.length - 1, -1, alphabet, digits))),
  );
}

/** Undoes encodings. */
export interface Decoder {
  /** Whether something in a text may be encoded: a quick look. */
  readonly mayDecode: (text: string) => boolean;
  /** Decodes what in a view is encoded and was not so in the outer one; null when there is nothing. */
  readonly decode: (view: View) => View | null;
}

/** What escapes and encodings are written in, UTF-16 read as bytes included. */
const printable = `${Array.from({ length: 0x5f }, (_, at) => String.fromCharCode(0x20 + at)).join('')}\t\r\n\0`;

/** Separates what does not belong together; in no alphabet. */
const separator = '\u0001';

function writtenBy({ alphabet, leastFor, inner, firsts, step }: Encoding, legible: Legible): Written {
  const least = leastFor(legible.least);
  return {
    alphabet,
    firsts: firsts(legible.alphabet),
    step,
    least,
    stride: strideOf(least),
    inner: inner.map((one) => writtenBy(one, legible)),
  };
}

/**
 * @param spellings of what is looked for: bytes that are not among their characters are left out
 * @param least bytes that are of use
 */
export function decoderFor(spellings: readonly string[], least: number): Decoder {
  const legible = { alphabet: alphabetOf(printable + spellings.join(''), 0x100), least };

  function decodeRange(text: string, range: Range, decode: Encoding['decode'], into: ViewBuilder): void {
    for (const { bytes, rangeOf } of decode(text, range, legible)) {
      for (const { start, end } of rangesOf(bytes, legible.alphabet, least)) {
        into.addEach(bytes.slice(start, end), (at) => rangeOf(start + at));
        into.add(separator, 0, 0);
      }
    }
  }

  function decodeAll(view: View, all: readonly Encoding[], into: ViewBuilder, within?: Range): void {
    for (const { alphabet, leastFor, decode, inner } of all) {
      for (const range of rangesOf(view.text, alphabet, leastFor(least), within)) {
        if (view.isNew(range)) decodeRange(view.text, range, decode, into);
        decodeAll(view, inner, into, range);
      }
    }
  }

  const written = encodings.map((encoding) => writtenBy(encoding, legible));
  function mayDecode(text: string): boolean {
    for (const one of written) if (mayHold(text, one)) return true;
    return false;
  }

  function decode(view: View): View | null {
    if (!mayDecode(view.text)) return null;
    const into = new ViewBuilder();
    decodeAll(view, encodings, into);
    return into.view(view);
  }
  return { mayDecode, decode };
}
