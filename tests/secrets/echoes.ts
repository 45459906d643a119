import { putAnswer } from '../support/conforming.ts';
import type { Form } from './encoders.ts';

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

/** Undoes one layer of what an output, or a service before it, may have wrapped a text in. */
const undo: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text.replaceAll(
      /\\(?:u([0-9a-fA-F]{4})|(.))/g,
      (_, code: string | undefined, other: string | undefined) =>
        code === undefined ? (other ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
    ),
  (text) =>
    text.replaceAll(/%([0-9a-fA-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
  (text) =>
    text.replaceAll(
      /&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(amp|lt|gt|quot|apos));/g,
      (_, ten, sixteen, name: string) =>
        name === undefined
          ? String.fromCodePoint(ten === undefined ? Number.parseInt(sixteen, 16) : Number(ten))
          : (named[name] ?? ''),
    ),
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
