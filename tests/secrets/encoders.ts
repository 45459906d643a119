import fc from 'fast-check';

/** Ways to write a text that a reader can undo. They know nothing of the search: each only encodes. */

/** Writes a text, each character one byte. */
export type Encode = (text: string) => string;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
const hexOf = (code: number, length: number): string => code.toString(16).padStart(length, '0');

function each(text: string, write: (code: number, character: string) => string): string {
  return [...text].map((character) => write(character.charCodeAt(0), character)).join('');
}

/** Each character in one of several ways, in turn. */
function inTurn(...ways: readonly ((code: number, character: string) => string)[]): Encode {
  let turn = 0;
  return (text) => each(text, (code, character) => ways[turn++ % ways.length]?.(code, character) ?? '');
}

const plainOr = (plain: RegExp, write: (code: number) => string) => (code: number, character: string) =>
  plain.test(character) ? character : write(code);

const percent = (code: number): string => `%${hexOf(code, 2).toUpperCase()}`;
const reference = (code: number): string => `&#${code};`;
const escaped = (code: number): string => `\\u${hexOf(code, 4)}`;

/** Base64 of a text that stands between others. */
const inside =
  (before: string, after: string): Encode =>
  (text) =>
    bytesOf(before + text + after).toString('base64');

/** Every encoding that is promised, by its name. */
export const encoders: Readonly<Record<string, Encode>> = {
  'percent, all': inTurn(percent, (code) => percent(code).toLowerCase()),
  'percent, some': inTurn(plainOr(/[A-Za-z0-9._~-]/, percent), percent),
  'percent, as a URL needs it': (text) => each(text, plainOr(/[A-Za-z0-9._~-]/, percent)),
  'JSON, all': inTurn(escaped, (code) => `\\u${hexOf(code, 4).toUpperCase()}`),
  'JSON, as it needs it': (text) => JSON.stringify(text).slice(1, -1),
  'JSON, slashes too': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'JavaScript, all': (text) => each(text, (code) => `\\x${hexOf(code, 2)}`),
  'HTML, all': inTurn(
    reference,
    (code) => `&#x${hexOf(code, 2)};`,
    (code) => `&#X0000${hexOf(code, 2).toUpperCase()};`,
  ),
  'HTML, some': inTurn(plainOr(/[A-Za-z0-9 ]/, reference), reference),
  'HTML, named': (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  Base64: (text) => bytesOf(text).toString('base64'),
  'Base64 for URLs': (text) => bytesOf(text).toString('base64url'),
  'Base64 behind one byte': inside(':', ''),
  'Base64 behind two bytes': inside('u:', '.'),
  'Base64 behind three bytes': inside('me:', ' and so on'),
  'Base64 in a URL': (text) => encodeURIComponent(bytesOf(text).toString('base64')),
  'Base64 in JSON': (text) =>
    bytesOf(text).toString('base64').replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
  hexadecimal: (text) => bytesOf(text).toString('hex'),
  'hexadecimal, upper case': (text) => bytesOf(text).toString('hex').toUpperCase(),
};

export const encoderNames = Object.keys(encoders);

/** Those that write a text of any length so that it is found. */
const always = encoderNames.filter((name) => /^(?:percent|JSON|HTML|Base64|hexadecimal)/.test(name));

/** A text as somebody writes it. */
export interface Form {
  readonly name: string;
  readonly text: string;
  /** The same between the quotes of a JSON string, whose own escapes may be part of it. */
  readonly literal: string;
}

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A token as RFC 6750 allows it, or of any visible ASCII. */
export const tokens = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~+/-]{8,40}$/),
  fc.stringMatching(/^[!-~]{8,40}$/).filter((token) => !/^\d+$/.test(token)),
);

/** Every form of a token that is found, whatever its length; in Base64 also together with what is around it. */
export function formsOf(token: string, before = '', after = ''): readonly Form[] {
  const around = bytesOf(before + token + after);
  const plain = {
    plain: token,
    'lower case': token.toLowerCase(),
    'upper case': token.toUpperCase(),
    'inside Basic': `Basic ${bytesOf(`user:${token}`).toString('base64')}`,
    'Base64 with what is around it': around.toString('base64'),
    'Base64 for URLs with what is around it': around.toString('base64url'),
  };
  return [
    ...Object.entries(plain).map(([name, text]) => ({ name, text, literal: quoted(text) })),
    ...always.map((name) => {
      // Behind a space: `%A` before `0%2B` is read as an escape, and the rest is then no longer the whole.
      const text = `${name.startsWith('Base64 in') ? ' ' : ''}${encodedBy([name], token)}`;
      return { name, text, literal: /JSON/.test(name) ? text : quoted(text) };
    }),
  ];
}

export function encodedBy(names: readonly string[], text: string): string {
  return names.reduce((inner, name) => encoders[name]?.(inner) ?? '', text);
}
