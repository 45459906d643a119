import { type Range, type View, ViewBuilder } from './views.ts';

/** By code unit, 1 for a member. */
type Alphabet = Uint8Array;

function alphabetOf(members: string): Alphabet {
  const alphabet = new Uint8Array(0x10000);
  for (let at = 0; at < members.length; at += 1) alphabet[members.charCodeAt(at)] = 1;
  return alphabet;
}

/** Bytes, each a character, and where each is in what they were decoded from. */
interface Decoded {
  readonly bytes: string;
  readonly rangeOf: (at: number) => Range;
}

/** A way to write bytes. */
interface Encoding {
  readonly alphabet: Alphabet;
  /** Thirds of characters for each byte. */
  readonly thirds: number;
  /** Decodes a range of members of the alphabet, in each way that it may be meant. */
  readonly decode: (text: string, range: Range) => readonly Decoded[];
}

/**
 * Ranges of members of an alphabet, each as long as it can be and at least so long. It looks first at the last
 * character that the shortest range would have, and so skips most of an ordinary text; no character is looked at twice.
 */
function* rangesOf(text: string, alphabet: Alphabet, least: number): Generator<Range> {
  let start = 0;
  let known = 0;
  while (start + least <= text.length) {
    let end = start + least;
    let at = end - 1;
    while (at >= known && alphabet[text.charCodeAt(at)] === 1) at -= 1;
    if (at >= known) [start, known] = [at + 1, end];
    else {
      while (end < text.length && alphabet[text.charCodeAt(end)] === 1) end += 1;
      yield { start, end };
      start = end + 1;
      known = start;
    }
  }
}

/** Digits without anything between them. Where the first byte begins is not known: each place is tried. */
function digits(encoding: 'base64' | 'hex', alphabet: Alphabet): Encoding {
  const [thirds, beginnings] = encoding === 'hex' ? [6, [0, 1]] : [4, [0, 1, 2, 3]];
  const decode = (text: string, range: Range): readonly Decoded[] => {
    const padded = () => range.end + (/^=*/.exec(text.slice(range.end, range.end + 2))?.[0].length ?? 0);
    return beginnings.map((beginning) => {
      const first = range.start + beginning;
      const rangeOf = (at: number): Range => {
        const end = first + Math.ceil(((at + 1) * thirds) / 3);
        const start = first + Math.floor((at * thirds) / 3);
        return { start, end: end === range.end ? padded() : end };
      };
      return { bytes: Buffer.from(text.slice(first, range.end), encoding).toString('latin1'), rangeOf };
    });
  };
  return { alphabet, thirds, decode };
}

/**
 * Numbers of two digits at least, as a printable character has, and something that sets each apart from the next.
 * Negative ones are those of a signed byte. Before `"` is the name of an element, which is not a byte.
 */
function numbers(base: 10 | 16, mostDigits: 2 | 3, digitsOf: string, separators: string): Encoding {
  const digit = alphabetOf(digitsOf);
  const decode = (text: string, range: Range): readonly Decoded[] => {
    const bytes = Buffer.alloc((range.end - range.start) / 2 + 1);
    const starts = new Int32Array(bytes.length);
    const ends = new Int32Array(bytes.length);
    let count = 0;
    let start = range.start;
    for (let at = start; at <= range.end; at += 1) {
      if (at < range.end && digit[text.charCodeAt(at)] === 1) continue;
      if (at - start >= 2 && at - start <= mostDigits && text[at] !== '"') {
        const first = base === 10 && start > range.start && text[start - 1] === '-' ? start - 1 : start;
        bytes[count] = Number.parseInt(text.slice(first, at), base);
        starts[count] = first;
        ends[count] = at;
        count += 1;
      }
      start = at + 1;
    }
    const rangeOf = (at: number): Range => ({ start: starts[at] ?? 0, end: ends[at] ?? 0 });
    return [{ bytes: bytes.toString('latin1', 0, count), rangeOf }];
  };
  return { alphabet: alphabetOf(digitsOf + separators), thirds: 9, decode };
}

const decimal = '0123456789';
const hexadecimal = `${decimal}abcdefABCDEF`;
/** RFC 4648 sections 4 and 5. */
const base64 = `${decimal}ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/-_`;

/** Everything that is decoded in addition to escapes; a further encoding is one entry. */
const encodings: readonly Encoding[] = [
  digits('base64', alphabetOf(base64)),
  digits('hex', alphabetOf(hexadecimal)),
  /** `[116,111]`, `[116 111]`, `[116, -61]`, `{"0":116,"1":111}` */
  numbers(10, 3, decimal, ' \t\r\n,;":-'),
  /** `74 6f 6b`, `74:6F`, `74-6F`, `0x74, 0x6f` */
  numbers(16, 2, hexadecimal, ' \t\r\n,;:-xX'),
];

/** Decodes what in a view is encoded and was not so in the outer one; null when there is nothing. */
export type Decode = (view: View) => View | null;

/** What escapes and encodings are written in, UTF-16 read as bytes included. */
const printable = `${Array.from({ length: 0x5f }, (_, at) => String.fromCharCode(0x20 + at)).join('')}\t\r\n\0`;

/** Separates what does not belong together; in no alphabet. */
const separator = '\u0001';

/**
 * @param spellings of what is looked for: bytes that are not among their characters are left out
 * @param least bytes that are of use
 */
export function decoderFor(spellings: readonly string[], least: number): Decode {
  const legible = alphabetOf(printable + spellings.join(''));
  return (view) => {
    const into = new ViewBuilder();
    for (const { alphabet, thirds, decode } of encodings) {
      for (const range of rangesOf(view.text, alphabet, Math.floor((thirds * least) / 3) - 1)) {
        if (!view.isNew(range)) continue;
        for (const { bytes, rangeOf } of decode(view.text, range)) {
          for (const { start, end } of rangesOf(bytes, legible, least)) {
            into.addEach(bytes.slice(start, end), (at) => rangeOf(start + at));
            into.add(separator, 0, 0);
          }
        }
      }
    }
    return into.view(view);
  };
}
