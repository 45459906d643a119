import fc from 'fast-check';
import { putAnswer } from '../support/conforming.ts';

/** Ways to write a text that a reader can undo. They know nothing of the search: each only encodes. */

/** Writes a text, each character one byte. */
type Encode = (text: string) => string;

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
const encoders: Readonly<Record<string, Encode>> = {
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
  Base64: (text) => bytesOf(text).toString('base64'),
  'Base64 for URLs': (text) => bytesOf(text).toString('base64url'),
  'Base64 behind one byte': inside(':', ''),
  'Base64 behind two bytes': inside('u:', '.'),
  'Base64 behind three bytes': inside('me:', ' and so on'),
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
    'inside Basic': `Basic ${bytesOf(`user:${token}`).toString('base64')}`,
    'Base64 with what is around it': around.toString('base64'),
    'Base64 for URLs with what is around it': around.toString('base64url'),
  };
  return [
    ...Object.entries(plain).map(([name, text]) => ({ name, text, literal: quoted(text) })),
    ...always.map((name) => {
      const text = encodedBy([name], token);
      return { name, text, literal: /JSON/.test(name) ? text : quoted(text) };
    }),
  ];
}

export function encodedBy(names: readonly string[], text: string): string {
  return names.reduce((inner, name) => encoders[name]?.(inner) ?? '', text);
}

/** Every place where a service can say a secret again. */

/** An answer as bytes of HTTP, which nobody checks on the way. */
interface Said {
  readonly status?: string;
  readonly headers?: string;
  readonly body?: string;
}

function http({ status = '200 OK', headers = '', body = JSON.stringify(putAnswer) }: Said): string {
  const length = Buffer.byteLength(body, 'latin1');
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${headers}\r\n${body}`;
}

/** A conforming answer to the PUT with something more in its record. */
function withMember(member: string): string {
  return JSON.stringify(putAnswer).replace('"data":{', `"data":{${member},`);
}

/** The bytes of an answer that says a secret in one place; null where HTTP has no room for the form. */
type Place = (form: Form) => string | null;

const tokenCharacters = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

export const places: Readonly<Record<string, Place>> = {
  'a header that is kept': ({ text }) => http({ headers: `Server: ${text}\r\n` }),
  'a header that is not': ({ text }) => http({ headers: `X-Echo: ${text}\r\n` }),
  "a header's name": ({ text }) =>
    tokenCharacters.test(text) ? http({ headers: `X-${text}: 1\r\n` }) : null,
  'a cookie': ({ text }) => http({ headers: `Set-Cookie: session=${text}; Path=/\r\n` }),
  'the target of a redirect': ({ text }) =>
    http({ status: '302 Found', headers: `Location: https://elsewhere.test/?to=${text}\r\n`, body: '' }),
  'the reason phrase': ({ text }) => http({ status: `403 Not ${text}`, body: '{}' }),
  'a content coding': ({ text }) => http({ headers: `Content-Encoding: ${text}\r\n` }),
  'a value': ({ literal }) => http({ body: withMember(`"echo":"${literal}"`) }),
  'a documented value': ({ literal }) =>
    http({ body: JSON.stringify(putAnswer).replace(/"name":"[^"]*"/, () => `"name":"${literal}"`) }),
  'a value of a further field': ({ literal }) =>
    http({ body: withMember(`"further":{"a":[[{"b":[0,"${literal}"]}]]}`) }),
  'bytes that are no UTF-8': ({ text }) => http({ body: `\xff\xfe\x80${text}\xc3` }),
  'a key': ({ literal }) => http({ body: withMember(`"${literal}":1`) }),
  'a key that stands twice': ({ literal }) => http({ body: withMember(`"${literal}":1,"${literal}":2`) }),
  'the text of an error': ({ literal }) =>
    http({ status: '500 Oops', body: `{"error":{"message":"${literal}"}}` }),
  'an error that is no JSON': ({ text }) => http({ status: '500 Oops', body: `<h1>Error: ${text}</h1>` }),
  'a body that breaks off': ({ text }) => http({ body: `{"status":"success","echo":"${text}` }),
};

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const fromHex = (digits: string) => String.fromCharCode(Number.parseInt(digits, 16));

/** Undoes one layer of what an output, or a service before it, may have wrapped a text in. */
const undo: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code?: string, other?: string) =>
      code === undefined ? (other ?? '') : fromHex(code),
    ),
  (text) => text.replaceAll(/%([0-9a-fA-F]{2})/g, (_, code: string) => fromHex(code)),
  (text) =>
    text
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll(/&#[xX]([0-9a-fA-F]+);/g, (_, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      )
      .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => named[name] ?? ''),
  (text) => text.replaceAll(/<\/?code>|`/g, ''),
];

/** Different runs of digits in texts, which have nearly all of them in common. */
function runsIn(texts: Iterable<string>, digits: RegExp): readonly string[] {
  return [...new Set([...texts].flatMap((text) => text.match(digits) ?? []))];
}

/** What the Base64 and the hexadecimal digits of texts stand for, wherever they may begin. */
function decoded(texts: Iterable<string>): string {
  const base64 = runsIn(texts, /[A-Za-z0-9+/_-]{6,}/g).flatMap((run) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1')),
  );
  const hex = runsIn(texts, /[0-9a-fA-F]{8,}/g).flatMap((run) =>
    [0, 1].map((from) => Buffer.from(run.slice(from), 'hex').toString('latin1')),
  );
  return [...base64, ...hex].join('\n');
}

/** The values that a reader could get out of a text, by undoing two layers and reading what is encoded. */
export function readableFrom(text: string, values: readonly string[]): readonly string[] {
  const once = new Set(undo.map((outer) => outer(text)));
  const views = new Set([...once].flatMap((view) => undo.map((inner) => inner(view))));
  const read = [...views, decoded(views)].map((view) => view.toLowerCase());
  return values.filter((value) => read.some((view) => view.includes(value.toLowerCase())));
}
