import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { hostileTexts } from '../cases/hostile-texts.ts';
import { otherTypes, prototypeNames, texts, usualNumbers } from '../support/boundary-values.ts';
import { answerTo } from '../support/conforming.ts';
import type { Header, Operation, ResponseHead } from '../support/subject.ts';
import { type Json, pathsOf, type Step } from './read-files.ts';

/** Texts, heads, bodies and files as nobody would want them. */

/** Pieces that mean something to a terminal, to markup, to a build service or to a parser. */
const pieces = [
  ...hostileTexts,
  ...['\u001b[31m', '\u202e', '\u200b', '\ufeff', '\ud800', '\udfff', '\ufffe', '\u0000', '\n', '\r\n'],
  ...['\n::error::x', '\n| a | b |', '\n```\n', '\n# heading', '%0A::error::x'],
  ...[']]>', '<!--', '-->', '&amp;', '&#0;'],
  ...'`` | \\ \\| \' " ~ ~0~1/ __proto__ constructor toString ❌ 👩‍👩‍👧'.split(' '),
];

const severalPieces = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(''));
const longPiece = fc
  .tuple(fc.constantFrom(...pieces), fc.integer({ min: 2, max: 300 }))
  .map(([piece, times]) => piece.repeat(times).slice(0, 1_500));

/** Text as nobody would want it: any characters at all, or pieces that are meant to do harm, short or long. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 5, arbitrary: severalPieces },
  { weight: 1, arbitrary: longPiece },
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

const rawValues = [
  ...['null', 'true', '[]', '{}', '0', '-0', '-1', '1.5', '1e308', '1e400', '5e-324', 'NaN', '01', '""', ''],
  ...['9007199254740993', '8640000000000001', '253402300800000', '{"__proto__":{"a":1}}'],
  '['.repeat(300) + ']'.repeat(300),
  '{"a":'.repeat(100_000),
  `[${'0,'.repeat(200_000)}0]`,
];

const hostile = [
  ...prototypeNames,
  '\u001b[31m\u001b]0;owned\u0007',
  '\n::error::owned\n##[error]x',
  "'; touch owned #$(touch owned)`touch owned`",
  '</script><script>alert(1)</script>',
  '../../../owned',
  '\ud800',
  'x'.repeat(70_000),
  '9999-12-31T23:59:59.999Z',
  'http://[::1]:0/%zz?a=b@c',
];

/** Where scalars, keys, brackets and commas are, as far as a quick reading tells. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/;

type Change = (text: string) => string;

const inPlaceOfToken = fc.oneof(
  fc.constantFrom(...rawValues, ...hostile.map((text) => JSON.stringify(text))).map((value) => () => value),
  fc.constant<Change>((found) => `${found},${found}`),
  fc.integer({ min: 2, max: 3_000 }).map(
    (times): Change =>
      (found) =>
        found.repeat(times),
  ),
);

/** A change of what is behind some place. */
const behind = (what: fc.Arbitrary<Change>): fc.Arbitrary<Change> =>
  fc.tuple(fc.nat(), what).map(([at, change]) => (text) => {
    const from = at % (text.length + 1);
    return text.slice(0, from) + change(text.slice(from));
  });

/** The first token becomes something else. */
const anotherToken = behind(inPlaceOfToken.map((change) => (text) => text.replace(token, change)));
const lost = fc.oneof(fc.nat(2_000), fc.constant(Number.POSITIVE_INFINITY));
const pieceLost = behind(
  fc.tuple(lost, fc.string({ unit: 'binary' })).map(
    ([length, instead]) =>
      (text) =>
        instead + text.slice(length),
  ),
);

const ofWhole = fc.constantFrom<Change>(
  (text) => text.split('\n').reverse().join('\n'),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', ' '),
  (text) => text.repeat(50),
  (text) => `\ufeff${text}`,
);

const usualBytes = (text: string) => Buffer.from(text);
const inBytes = fc.constantFrom<(text: string) => Buffer>(
  ...Array<typeof usualBytes>(24).fill(usualBytes),
  ...(['utf16le', 'latin1'] as const).map((encoding) => (text: string) => Buffer.from(text, encoding)),
  ...[0, 9].map((cut) => (text: string) => gzipSync(text).subarray(0, -cut || undefined)),
);

const changes = fc.array(fc.oneof(anotherToken, pieceLost, ofWhole), { maxLength: 3 });

/** What becomes of a sound file, by its text. */
export const anyDamage: fc.Arbitrary<(text: string) => Buffer> = fc.tuple(changes, inBytes).map(
  ([all, written]) =>
    (text) =>
      written(all.reduce((changed, change) => change(changed), text)),
);

const mark = '@another value@';

function marked(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return mark;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<Step, unknown>;
  copy[step] = marked(copy[step], rest);
  return copy;
}

/** The text of a document with another value in one place, as JSON text: -0 and 1e400 are no values of JavaScript. */
export function textWith(document: unknown, path: readonly Step[], text: string): string {
  return JSON.stringify(marked(document, path)).replace(JSON.stringify(mark), () => text);
}

/** Items of a list, and members that are named by ids, are alike: the first of them is tried. */
function differing(paths: readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  const kind = (path: readonly Step[]) =>
    path.map((step) => (typeof step === 'number' || step.includes(':') ? '*' : step)).join('/');
  return [...new Map(paths.toReversed().map((path) => [kind(path), path])).values()];
}

/** Lines of JSON in which a place has a value at the edge of what it may hold, or some places have become something else. */
export function anyEdge(text: string): fc.Arbitrary<string> {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
  const places = lines.flatMap((line, at) => differing(pathsOf(line)).map((path) => ({ at, path })));
  const edges = fc.constantFrom(...otherTypes, ...usualNumbers, ...texts);
  const hostileText = fc.oneof(fc.constantFrom(...hostile), anyText).map((text) => JSON.stringify(text));
  return fc
    .tuple(fc.constantFrom(...places), fc.oneof(edges, hostileText))
    .map(([{ at, path }, edge]) =>
      lines
        .map((line, one) => `${one === at ? textWith(line, path, edge) : JSON.stringify(line)}\n`)
        .join(''),
    );
}

/** Any JSON value in the place of the envelope, of its data, or of a member of them. */
export const jsonBody: fc.Arbitrary<string> = fc.oneof(
  anyJson,
  fc.constantFrom(...rawValues),
  anyJson.map((data) => `{"status":"success","requestId":"x","data":${data}}`),
  fc.tuple(anyText, anyJson).map(([key, value]) => `{"data":{${JSON.stringify(key)}:${value}}}`),
);

/** A conforming answer in which something is not as it should be. */
export function changedAnswer(operation: Operation): fc.Arbitrary<Buffer> {
  const text = JSON.stringify(answerTo(operation));
  return fc.oneof(
    anyDamage.map((damage) => damage(text)),
    anyEdge(text).map((edge) => Buffer.from(edge)),
  );
}

/** Any bytes: noise, text of any kind, something in another encoding. */
export const bytesBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  anyText.map((text) => Buffer.from(text)),
  jsonBody.map((text) => Buffer.from(text, 'utf16le')),
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
