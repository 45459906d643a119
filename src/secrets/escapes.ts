import { type Derived, derived, Pieces, through } from './pieces.ts';

/** What an escape that is cut in two goes on with: another escape, a line break, the NUL of UTF-16. */
const cut = '\\\\%=\\r\\n\\0';
/** JSON and JavaScript: \n, \xHH, \uHHHH, \u{H}, and any other character for itself. */
const backslash = `\\\\(?:u[0-9a-fA-F]{4}|u\\{[0-9a-fA-F]{1,6}\\}|x[0-9a-fA-F]{2}|\\\\|[^ux&${cut}])`;
/** URLs: %HH, and %uHHHH of old scripts. */
const percent = '%(?:u[0-9a-fA-F]{4}|[0-9a-fA-F]{2})';
/** HTML and XML: &#65; &#x41; &amp; and, as browsers read it, &#65 alone. */
const unfinished = `(?![0-9a-fA-F;${cut}]|&#\\w{1,10};)`;
const reference = `&(?:#(?:[0-9]{1,10}|[xX][0-9a-fA-F]{1,10})(?:;|${unfinished})|[A-Za-z]{2,8};)`;
/** UTF-16 read as bytes is full of NUL, and a long text is wrapped by line breaks: both are dropped, in this order. */
const dropped = '\\0+|[\\r\\n]+(?!\\0)';
/** Of `\r` before a character in UTF-16, the `r` is that text's first. */
const notBeforeUtf16 = '(?!\\0[ -~]\\0)';

const usual = new RegExp(`(?:${backslash}|${percent}|${reference})${notBeforeUtf16}|${dropped}`, 'g');
/** Quoted-printable (RFC 2045 section 6.7): =HH, and the line break that stands for nothing. */
const quoted = new RegExp(`=[0-9a-fA-F]{2}|${usual.source}`, 'g');
const softLineBreak = /=[ \t]*\r?\n/g;

const quotedSequence = /=(?:[0-9a-fA-F]{2}|[ \t]*\r?\n)/g;

/** Whether a text holds what only quoted-printable takes for an escape, in a range that is of interest. */
export function isQuotedPrintable(text: string, isWanted: Derived['isNew']): boolean {
  for (const { index, 0: found } of text.matchAll(quotedSequence))
    if (isWanted({ start: index, end: index + found.length })) return true;
  return false;
}

const control: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The named character references of HTML that stand for printable ASCII, each before its character. */
const namedReferences = new Map(
  `excl! quot" num# dollar$ percnt% amp& apos' lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; lt< equals= gt>
  quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ UnderBar_ grave\` lcub{ lbrace{ verbar| vert| rcub}
  rbrace}`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);

function codePoint(digits: string, base: 10 | 16): string | undefined {
  const value = Number.parseInt(digits, base);
  return value <= 0x10ffff ? String.fromCodePoint(value) : undefined;
}

function referenced(sequence: string): string | undefined {
  if (sequence[1] !== '#') return namedReferences.get(sequence.slice(1, -1));
  return /x/i.test(sequence) ? codePoint(sequence.slice(3), 16) : codePoint(sequence.slice(2), 10);
}

/** What an escape sequence stands for; undefined for what only looks like one. */
function meaning(sequence: string): string | undefined {
  switch (sequence[0]) {
    case '\\':
      if (sequence.length > 2) return codePoint(sequence.slice(sequence[2] === '{' ? 3 : 2), 16);
      return control[sequence[1] ?? ''] ?? sequence[1];
    case '%':
      return codePoint(sequence.slice(sequence[1] === 'u' ? 2 : 1), 16);
    case '=':
      return codePoint(sequence.slice(1), 16);
    case '&':
      return referenced(sequence);
    default:
      return '';
  }
}

function replaced(text: string, pattern: RegExp, meant: typeof meaning): Derived | null {
  const replace = (put: (start: number, end: number, by: string) => string) =>
    text.replaceAll(pattern, (sequence, start: number) => {
      const value = meant(sequence);
      return value === undefined ? sequence : put(start, start + sequence.length, value);
    });
  let count = 0;
  const result = replace((_start, _end, by) => {
    count += 1;
    return by;
  });
  if (count === 0) return null;
  return derived(result, () => {
    const pieces = new Pieces();
    replace((start, end, by) => pieces.put(start, end, by));
    return pieces;
  });
}

/**
 * Undoes one layer of escaping; null when there is none. The result is for searching only, so to undo what only looks
 * like an escape does no harm: `quoted` sees escapes of quoted-printable in `?id=ab12`.
 */
export function undoEscapes(text: string, kind: 'usual' | 'quoted'): Derived | null {
  if (kind === 'usual') return replaced(text, usual, meaning);
  const joined = replaced(text, softLineBreak, () => '');
  const inner = replaced(joined?.text ?? text, quoted, meaning);
  return joined !== null && inner !== null ? through(joined, inner) : (inner ?? joined);
}
