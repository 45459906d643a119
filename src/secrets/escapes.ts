import { literally } from '../model/literally.ts';
import { type View, ViewBuilder } from './views.ts';

/** What can follow the first part of an escape that is cut in two: another escape, a line break, the NUL of UTF-16. */
const cut = '\\\\%=\\r\\n\\0';
/** JSON and JavaScript: \n, \xHH, \uHHHH, \u{H}, and any other character for itself; backslashes many at once. */
const backslash = `(?:\\\\\\\\)+|\\\\(?:u[0-9a-fA-F]{4}|u\\{[0-9a-fA-F]{1,6}\\}|x[0-9a-fA-F]{2}|[^ux&${cut}])`;
/** URLs: %HH, and %uHHHH of old scripts. */
const percent = '%(?:u[0-9a-fA-F]{4}|[0-9a-fA-F]{2})';
/** HTML and XML: &#65; &#x41; &amp; and, as browsers read it, &#65 alone. */
const unfinished = `(?![0-9a-fA-F;${cut}]|&#\\w{1,10};)`;
const reference = `&(?:#(?:[0-9]{1,10}|[xX][0-9a-fA-F]{1,10})(?:;|${unfinished})|[A-Za-z]{2,8};)`;
/** UTF-16 read as bytes is full of NUL, and a long text is wrapped by line breaks: both are dropped, in this order. */
const dropped = '\\0+|[\\r\\n]+(?!\\0)';
/** Of `\r` before a character in UTF-16, the `r` is that text's first. */
const notBeforeUtf16 = '(?!\\0[ -~]\\0)';
const usual = `(?:${backslash}|${percent}|${reference})${notBeforeUtf16}|${dropped}`;

/** Quoted-printable (RFC 2045 section 6.7): =HH, and the line break that means nothing. */
const softLineBreak = '=[ \\t]*\\r?\\n';
const quotedByte = '=[0-9a-fA-F]{2}';
const quotedSequence = new RegExp(`${softLineBreak}|${quotedByte}`);

/** Whether a text holds what only quoted-printable takes for an escape. */
export function isQuotedPrintable(text: string): boolean {
  return text.includes('=') && quotedSequence.test(text);
}

const introducers = ['\\', '%', '&', '=', '\r', '\n', '\0'];
/** One of these. */
export const introducer = new RegExp(`[${introducers.map(literally).join('')}]`);

/** Whether a text may hold an escape. Most texts hold none: to look for each of these is quicker than to look for escapes. */
export function mayBeEscaped(text: string): boolean {
  for (const one of introducers) if (text.includes(one)) return true;
  return false;
}

/** The order in which kinds of escapes are undone: the first that a text has. */
const passes = {
  usual: [new RegExp(usual, 'g')],
  quoted: [new RegExp(softLineBreak, 'g'), new RegExp(`${quotedByte}|${usual}`, 'g')],
} as const;

/** Escapes of quoted-printable look like much else (`?id=ab12`), so there are two ways to read a text. */
export type Reading = keyof typeof passes;

const control: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The named character references of HTML for printable ASCII, each before its character. */
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

/** The characters that an escape sequence means; undefined for what only looks like one. */
function meaning(sequence: string): string | undefined {
  const [first, second = ''] = sequence;
  switch (first) {
    case '\\':
      if (second === '\\') return sequence.slice(sequence.length / 2);
      if (sequence.length > 2) return codePoint(sequence.slice(sequence[2] === '{' ? 3 : 2), 16);
      return control[second] ?? second;
    case '%':
      return codePoint(sequence.slice(second === 'u' ? 2 : 1), 16);
    case '=':
      return /\s/.test(second) ? '' : codePoint(sequence.slice(1), 16);
    case '&':
      if (second !== '#') return namedReferences.get(sequence.slice(1, -1));
      return /x/i.test(sequence) ? codePoint(sequence.slice(3), 16) : codePoint(sequence.slice(2), 10);
    default:
      return '';
  }
}

/** The text without the escapes that a pattern matches; null where there is none. */
function undo(view: View, pattern: RegExp): View | null {
  const { text } = view;
  const into = new ViewBuilder();
  let copied = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [sequence] = found;
    const at = found.index;
    const meant = meaning(sequence);
    if (meant === undefined) {
      pattern.lastIndex = at + 1;
      continue;
    }
    if (at > copied) into.add(text.slice(copied, at), copied, 1);
    if (meant !== '') into.add(meant, at, Math.floor(sequence.length / meant.length));
    copied = at + sequence.length;
  }
  if (copied === 0) return null;
  if (copied < text.length) into.add(text.slice(copied), copied, 1);
  return into.view(view);
}

/**
 * Undoes one layer of escaping; null when there is none. The result is for searching only, so undoing what only looks
 * like an escape does no harm.
 */
export function undoEscapes(view: View, reading: Reading): View | null {
  for (const pattern of passes[reading]) {
    const undone = undo(view, pattern);
    if (undone !== null) return undone;
  }
  return null;
}
