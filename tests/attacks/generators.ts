import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { hostileTexts } from '../cases/hostile-texts.ts';
import { deleteAnswer, putAnswer } from '../support/conforming.ts';
import type { Header, Operation, ResponseHead } from '../support/subject.ts';

/** Texts, heads and bodies as nobody would want them. */

/** Pieces that mean something to a terminal, to markup, to a build service or to a parser. */
const pieces = [
  ...hostileTexts,
  '\u001b[31m',
  '\u001b]8;;https://evil.example\u0007',
  '\u009b2J',
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\ud800',
  '\udfff',
  '\ufffe',
  '\u0000',
  '\n',
  '\r\n',
  '\n::error::x',
  '\n| a | b |',
  '\n```\n',
  '\n# heading',
  '\n<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</code>',
  ']]>',
  '<!--',
  '-->',
  '&amp;',
  '&#0;',
  '%0A::error::x',
  '`',
  '``',
  '|',
  '\\',
  '\\|',
  "'",
  ...'" ~ ~0~1/ __proto__ constructor toString ❌ 👩‍👩‍👧'.split(' '),
] as const;

/** Text as nobody would want it: any characters at all, or pieces that are meant to do harm, short or long. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
  {
    weight: 5,
    arbitrary: fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
      .map((some) => some.join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...pieces), fc.integer({ min: 2, max: 300 }))
      .map(([piece, times]) => piece.repeat(times).slice(0, 1_500)),
  },
);

/** The same as a client reads it that takes header bytes for Latin-1; without what ends a line. */
export const anyHeaderText: fc.Arbitrary<string> = anyText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\r\n\0]/g, ''),
);

const anyJson = fc.oneof(
  fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }).map((value) => JSON.stringify(value)),
  anyText.map((text) => JSON.stringify(text)),
);

/** JSON texts that JSON.stringify never writes, and some that no parser may take. */
const oddities = fc.constantFrom(
  '1e400',
  '-0',
  '9007199254740993',
  '1.0',
  '1E+2',
  '1e-400',
  `1e${'9'.repeat(50)}`,
  '"\\ud800"',
  '"\\u0000"',
  '"2025-02-30 10:20:30"',
  '"a\\/b"',
  '{"a":1,"a":2}',
  '{"__proto__":{"name":"x"}}',
  '{}',
  '[]',
  '[{}]',
  '[[],null,{"column":1}]',
  `${'['.repeat(300)}${']'.repeat(300)}`,
  `[${'{"column":"1"},'.repeat(200)}0]`,
  '01',
  'NaN',
  "'x'",
  '',
);

/** One change to one place of an answer. */
interface Edit {
  /** Which of the places, counted in the order of the text. */
  readonly place: number;
  readonly kind: 'replace' | 'drop' | 'twice' | 'rename' | 'add' | 'add twice';
  /** JSON text. */
  readonly raw: string;
  readonly key: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  place: fc.nat(60),
  kind: fc.constantFrom('replace', 'replace', 'drop', 'twice', 'rename', 'add', 'add twice'),
  raw: fc.oneof(anyJson, oddities),
  key: fc.oneof(anyText, fc.constantFrom('status', 'data', 'name', 'conditions', 'jsonPath')),
});

/** A JSON text, or the members of an object as key and JSON text, so that what no value can express can be written. */
type Tree = string | { readonly members: (readonly [key: string, value: Tree])[] } | Tree[];

function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOf);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return { members: Object.entries(value).map(([key, item]) => [key, treeOf(item)] as const) };
}

function written(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  if (Array.isArray(tree)) return `[${tree.map(written).join(',')}]`;
  return `{${tree.members.map(([key, value]) => `${JSON.stringify(key)}:${written(value)}`).join(',')}}`;
}

type Member = readonly [key: string, value: Tree];

function edited([key, value]: Member, { kind, raw, key: other }: Edit): Member[] {
  const changes: Readonly<Record<Edit['kind'], Member[]>> = {
    replace: [[key, raw]],
    drop: [],
    twice: [
      [key, raw],
      [key, value],
    ],
    rename: [[other, value]],
    add: [
      [key, value],
      [other, raw],
    ],
    'add twice': [
      [other, raw],
      [key, value],
      [other, raw],
    ],
  };
  return changes[kind];
}

/** Goes through the tree in the order of the text and edits the member whose turn it is. */
function withEdit(root: Tree, one: Edit): Tree {
  let left = one.place;
  const member = (found: Member): Member[] => {
    left -= 1;
    return left === -1 ? edited(found, one) : [[found[0], inside(found[1])]];
  };
  const inside = (tree: Tree): Tree => {
    if (typeof tree === 'string') return tree;
    if (Array.isArray(tree)) return tree.flatMap((item) => member(['', item]).map(([, value]) => value));
    return { members: tree.members.flatMap(member) };
  };
  return inside(root);
}

/** A conforming answer, by hand from the document. */
export function conformingText(operation: Operation): string {
  return JSON.stringify(operation === 'put' ? putAnswer : deleteAnswer);
}

/** A conforming answer in which a few places are not as they should be. */
export function editedAnswer(operation: Operation): fc.Arbitrary<string> {
  const tree = treeOf(operation === 'put' ? putAnswer : deleteAnswer);
  return fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => written(edits.reduce(withEdit, tree)));
}

/** Bytes of a conforming answer with some exchanged, doubled or lost, and something before or after it. */
export function damagedAnswer(operation: Operation): fc.Arbitrary<Buffer> {
  const text = Buffer.from(conformingText(operation));
  const splice = fc.tuple(fc.nat(text.length), fc.nat(20), fc.uint8Array({ maxLength: 8 }));
  const around = fc.constantFrom('', '\ufeff', ' \n', ")]}',\n", '\0', 'x', '{}', '\u00a0', '\ufeff\ufeff');
  return fc
    .tuple(fc.array(splice, { maxLength: 4 }), around, around, fc.boolean())
    .map(([splices, before, after, wide]) => {
      const damaged = splices.reduce<Buffer>(
        (bytes, [at, length, inserted]) =>
          Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + length)]),
        text,
      );
      const all = Buffer.concat([Buffer.from(before), damaged, Buffer.from(after)]);
      return wide ? Buffer.from(all.toString('latin1'), 'utf16le') : all;
    });
}

/** Any JSON value in the place of the envelope, of its data, or of a member of them. */
export const jsonBody: fc.Arbitrary<string> = fc.oneof(
  anyJson,
  oddities,
  anyJson.map((data) => `{"status":"success","requestId":"x","data":${data}}`),
  fc.tuple(anyText, anyJson).map(([key, value]) => `{"data":{${JSON.stringify(key)}:${value}}}`),
);

/** Any bytes: noise, text of any kind, something in another encoding. */
export const bytesBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  anyText.map((text) => Buffer.from(text)),
  fc
    .tuple(jsonBody, fc.constantFrom('utf16le', 'latin1'))
    .map(([text, encoding]) => Buffer.from(text, encoding)),
  damagedAnswer('put'),
  damagedAnswer('delete'),
);

/** Names that reports print values of, names that are masked, and others. */
const knownNames = fc.constantFrom(
  ...'content-type Content-Encoding location Retry-After Server WWW-Authenticate x-request-id'.split(' '),
  ...'X-RateLimit-Limit ratelimit-remaining x-api-version Sunset link Set-Cookie X-Auth-Token'.split(' '),
  'x-unknown',
);

const names = fc.oneof(knownNames, fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,30}$/), anyHeaderText);

const encodings = fc.constantFrom('gzip', 'identity', 'gzip, br', 'compress', 'deflate', '\u001b[31m', '<b>');

export const anyHeader: fc.Arbitrary<Header> = fc.oneof(
  fc.tuple(names, anyHeaderText),
  fc.tuple(fc.constant('content-encoding'), encodings),
);

const statuses = fc.oneof(
  fc.constantFrom(200, 200, 201, 204, 301, 302, 307, 400, 401, 403, 404, 422, 429, 500, 503),
  fc.integer({ min: 200, max: 999 }),
);

/** Status line and headers as a service may send them. */
export const anyHead: fc.Arbitrary<ResponseHead> = fc.record({
  status: statuses,
  reason: anyHeaderText,
  headers: fc.array(anyHeader, { maxLength: 6 }),
});

export const plainHead: ResponseHead = {
  status: 200,
  reason: 'OK',
  headers: [['content-type', 'application/json']],
};

const compressors = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

export type Coding = keyof typeof compressors | null;

export const anyCoding: fc.Arbitrary<Coding> = fc.constantFrom(null, null, 'gzip', 'deflate', 'br');

/** A head and a body with one content coding around it, or none. */
export function encoded(
  head: ResponseHead,
  body: Buffer,
  coding: Coding,
): { head: ResponseHead; body: Buffer } {
  if (coding === null) return { head, body };
  const headers: readonly Header[] = [...head.headers, ['content-encoding', coding]];
  return { head: { ...head, headers }, body: compressors[coding](body) };
}
