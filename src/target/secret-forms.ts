import { escapeAt, type Range, undoEscapes } from './escapes.ts';
import { limits } from './limits.ts';

/** Finds one written form of a secret in a text. */
export type Form = (text: string) => Iterable<Range>;

function* literally(text: string, wanted: string): Generator<Range> {
  for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + wanted.length))
    yield { start, end: start + wanted.length };
}

function literalForm(wanted: string): Form {
  return (text) => literally(text, wanted);
}

/** @param pattern global */
function patternForm(pattern: RegExp): Form {
  return function* find(text) {
    for (const { index, 0: found } of text.matchAll(pattern))
      yield { start: index, end: index + found.length };
  };
}

const base64Character = /[A-Za-z0-9+/_-]/;

/** @param before, @param after whether the character on that side holds some bits of the secret too */
function base64Form(wanted: string, before: boolean, after: boolean): Form {
  return function* find(text) {
    for (const { start, end } of literally(text, wanted)) {
      const first = before && base64Character.test(text[start - 1] ?? '') ? start - 1 : start;
      let last = after && base64Character.test(text[end] ?? '') ? end + 1 : end;
      while (text[last] === '=' && last < end + 3) last += 1;
      yield { start: first, end: last };
    }
  };
}

/** Shorter stretches of Base64 stand in honest text by chance. */
const shortestBase64 = 6;

/**
 * The Base64 characters that a secret determines, standing after 0, 1 or 2 bytes of a group of three that are not
 * known (RFC 4648 section 4): the ones at either end that share bits with a neighbour are left out.
 */
function base64Forms(bytes: Buffer): Form[] {
  return [0, 1, 2].flatMap((before) => {
    const bits = 8 * (before + bytes.length);
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const text = encoded.slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6));
    if (text.length < shortestBase64) return [];
    const urlSafe = text.replaceAll('+', '-').replaceAll('/', '_');
    return [...new Set([text, urlSafe])].map((wanted) => base64Form(wanted, before > 0, bits % 6 !== 0));
  });
}

/**
 * The value in lower or upper case, as gateways spell names of headers; as UTF-8 and UTF-16 read byte by byte; as HTML
 * forms write it; and as it is left when what in it looks like an escape was undone together with those around it.
 */
function plainForms(value: string, bytes: Buffer): Form[] {
  const utf16 = [...value].join('\0');
  const cases = [value.toLowerCase(), value.toUpperCase()];
  const texts = new Set([...cases, bytes.toString('latin1'), value.replaceAll(' ', '+'), utf16]);
  let unescaped = undoEscapes(value);
  for (let layer = 0; layer < limits.escapeLayers && unescaped !== null; layer += 1) {
    if (unescaped.text.length >= limits.shortestSecret) texts.add(unescaped.text);
    unescaped = undoEscapes(unescaped.text);
  }
  return [...texts].map(literalForm);
}

/** Where a text stands after one character that begins at `start`, written plain or by any escape. */
function endsAfter(text: string, start: number, character: string): number[] {
  const plain = text[start] === character ? [start + 1] : [];
  const escaped = escapeAt(text, start);
  return escaped?.value === character ? [...plain, escaped.end] : plain;
}

/** The end of a value that is written from `start` on, each character in a way of its own; null when it is not. */
function endOfWritten(text: string, start: number, value: string): number | null {
  let ends: readonly number[] = [start];
  for (let at = 0; at < value.length && ends.length > 0; at += 1)
    ends = [...new Set(ends.flatMap((end) => endsAfter(text, end, value[at] ?? '')))];
  return ends.length > 0 ? Math.max(...ends) : null;
}

/** Matches hexadecimal digits in either case, with zeros before them up to a length. */
function hexadecimalPattern(code: number, length: number): string {
  const digits = code.toString(16).padStart(length, '0');
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** Matches, empty, wherever a character may begin, in any way to write it; `endOfWritten` knows better. */
function beginningPattern(character: string): RegExp {
  const code = character.charCodeAt(0);
  const [two, four] = [hexadecimalPattern(code, 2), hexadecimalPattern(code, 4)];
  const itself = `\\u${code.toString(16).padStart(4, '0')}`;
  const number = `#(?:0*${code}|[xX]0*${hexadecimalPattern(code, 1)})`;
  return new RegExp(
    `(?=${itself}|\\\\(?:${itself}|u${four}|x${two})|%(?:${two}|u${four})|&(?:${number}|[A-Za-z]{2,8};))`,
    'g',
  );
}

/**
 * A value whose characters are written each in its own way. Undoing all escapes first does not find all of them, as
 * it cannot know where the service meant one to begin: of `%0` before `0%41` the first three characters look like it.
 */
function writtenForm(value: string): Form {
  const beginning = beginningPattern(value[0] ?? '');
  return function* find(text) {
    for (const { start } of literally(text, value)) yield { start, end: start + value.length };
    if (!/[\\%&]/.test(text)) return;
    for (const { index } of text.matchAll(beginning)) {
      const end = endOfWritten(text, index, value);
      if (end !== null) yield { start: index, end };
    }
  };
}

/** Every form of a secret that is searched for, in a text whose escapes may have been undone before. */
export function formsOf(value: string): readonly Form[] {
  const bytes = Buffer.from(value, 'utf8');
  return [
    ...plainForms(value, bytes),
    writtenForm(value),
    patternForm(new RegExp(bytes.toString('hex'), 'gi')),
    ...base64Forms(bytes),
  ];
}
