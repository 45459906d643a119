import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Header, ResponseHead } from '../../support/subject.ts';
import { anyHeaderText } from './texts.ts';

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
