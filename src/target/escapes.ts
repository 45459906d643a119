/** Kinds of escapes, and `every` for all of them at once. */
export const escapeKinds = ['every', 'backslash', 'percent', 'reference'] as const;

export type EscapeKind = (typeof escapeKinds)[number];

/** JSON and JavaScript: \n, \xHH, \uHHHH, and any other character for itself. */
const backslash = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^\0])/.source;
/** URLs: %HH, and %uHHHH of old scripts. */
const percent = /%(?:u[0-9a-fA-F]{4}|[0-9a-fA-F]{2})/.source;
/** HTML and XML: &#65; &#x41; &amp; and, as browsers read it, &#65 alone. */
const reference = /&#(?:[0-9]{1,10}|[xX][0-9a-fA-F]{1,10});?|&[A-Za-z]{2,8};/.source;
/** Base64 is wrapped by line breaks, and UTF-16 read as bytes is full of NUL: both are dropped. */
const dropped = /[\r\n\0]+/.source;

const sequences: Readonly<Record<EscapeKind, RegExp>> = {
  every: new RegExp([backslash, percent, reference, dropped].join('|'), 'g'),
  backslash: new RegExp(backslash, 'g'),
  percent: new RegExp(percent, 'g'),
  reference: new RegExp(reference, 'g'),
};
const sequenceHere = new RegExp([backslash, percent, reference].join('|'), 'y');

const control: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The named character references of HTML that stand for printable ASCII. */
const namedReferences = new Map(
  Object.entries({
    excl: '!',
    quot: '"',
    num: '#',
    dollar: '$',
    percnt: '%',
    amp: '&',
    apos: "'",
    lpar: '(',
    rpar: ')',
    ast: '*',
    plus: '+',
    comma: ',',
    period: '.',
    sol: '/',
    colon: ':',
    semi: ';',
    lt: '<',
    equals: '=',
    gt: '>',
    quest: '?',
    commat: '@',
    lsqb: '[',
    lbrack: '[',
    bsol: '\\',
    rsqb: ']',
    rbrack: ']',
    Hat: '^',
    lowbar: '_',
    UnderBar: '_',
    grave: '`',
    lcub: '{',
    lbrace: '{',
    verbar: '|',
    vert: '|',
    rcub: '}',
    rbrace: '}',
  }),
);

function codePoint(digits: string, base: 10 | 16): string | undefined {
  const value = Number.parseInt(digits, base);
  return value <= 0x10ffff ? String.fromCodePoint(value) : undefined;
}

/** What an escape sequence stands for; undefined for what only looks like one. */
function meaning(sequence: string): string | undefined {
  switch (sequence[0]) {
    case '\\':
      return sequence.length > 2
        ? codePoint(sequence.slice(2), 16)
        : (control[sequence.slice(1)] ?? sequence.slice(1));
    case '%':
      return codePoint(sequence.replace(/^%u?/, ''), 16);
    case '&':
      if (sequence[1] !== '#') return namedReferences.get(sequence.slice(1, -1));
      return /^&#x/i.test(sequence)
        ? codePoint(sequence.slice(3).replace(';', ''), 16)
        : codePoint(sequence.slice(2).replace(';', ''), 10);
    default:
      return '';
  }
}

/** The escape that begins at an offset of a text, if one does: what it stands for, and the offset after it. */
export function escapeAt(text: string, start: number): { value: string; end: number } | null {
  if (!/[\\%&]/.test(text[start] ?? '')) return null;
  sequenceHere.lastIndex = start;
  const sequence = sequenceHere.exec(text)?.[0];
  const value = sequence === undefined ? undefined : meaning(sequence);
  return sequence === undefined || value === undefined ? null : { value, end: start + sequence.length };
}

/** Half-open range of offsets, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Unescaped {
  readonly text: string;
  /** The range of the escaped text that a range of the unescaped one came from; escapes are taken whole. */
  origin(range: Range): Range;
}

/**
 * Where the escapes of a text stood, and where what they stand for begins in the text without them: three offsets
 * for each, in order. A body of nothing but escapes has millions, so they are kept as plain numbers.
 */
class EscapeTable {
  private readonly offsets: Int32Array;

  constructor(text: string, pattern: RegExp, count: number) {
    this.offsets = new Int32Array(3 * count);
    let at = 0;
    let removed = 0;
    for (const { index, 0: sequence } of text.matchAll(pattern)) {
      const value = meaning(sequence);
      if (value === undefined) continue;
      this.offsets.set([index, index + sequence.length, index - removed], at);
      at += 3;
      removed += sequence.length - value.length;
    }
  }

  /** The last escape whose meaning begins at an offset or before it, as an index; -1 for none. */
  private lastBefore(offset: number): number {
    let low = 0;
    let high = this.offsets.length / 3;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.offsets[3 * middle + 2] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The range of the escaped text that one code unit of the unescaped one came from. */
  originOf(offset: number, escaped: string): Range {
    const last = this.lastBefore(offset);
    if (last === -1) return { start: offset, end: offset + 1 };
    const [start = 0, end = 0, meant = 0] = this.offsets.subarray(3 * last, 3 * last + 3);
    const length = meaning(escaped.slice(start, end))?.length ?? 0;
    if (offset < meant + length) return { start, end };
    return { start: end + offset - meant - length, end: end + offset - meant - length + 1 };
  }
}

/**
 * Undoes one layer of escaping; null when there is none. The result is for searching only, so to undo what only looks
 * like an escape does no harm. Linear in the length of the text; what leads back is made when it is asked for.
 */
export function undoEscapes(text: string, kind: EscapeKind = 'every'): Unescaped | null {
  const pattern = sequences[kind];
  let count = 0;
  const unescaped = text.replaceAll(pattern, (sequence) => {
    const value = meaning(sequence);
    if (value !== undefined) count += 1;
    return value ?? sequence;
  });
  if (count === 0) return null;
  let table: EscapeTable | undefined;
  return {
    text: unescaped,
    origin: ({ start, end }) => {
      table ??= new EscapeTable(text, pattern, count);
      return { start: table.originOf(start, text).start, end: table.originOf(end - 1, text).end };
    },
  };
}
