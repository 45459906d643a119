import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { putAnswer } from '../support/conforming.ts';
import { type Answer, type Bytes, data, whole } from '../support/raw-service.ts';
import { limits } from '../support/subject.ts';
import { packedTimes } from './broken-services.ts';

/** Services whose HTTP is sound and whose answer is odd: bodies, codings, refusals, redirects. */

const answer = JSON.stringify(putAnswer);
const many = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at));
const record = (members: string): Answer => whole(data(members));
const packed = (coding: string, body: Bytes): Answer =>
  whole(body, `content-type: application/json\r\ncontent-encoding: ${coding}`);
const bytes = (...given: readonly number[]): Answer => whole(Buffer.from(given));

/** Codings that can be undone, and names that are none around JSON as it is. */
const codings: Readonly<Record<string, Answer>> = {
  gzip: packed('gzip', gzipSync(answer)),
  'x-gzip': packed('x-gzip', gzipSync(answer)),
  'gzip in capitals': packed('GZIP', gzipSync(answer)),
  'deflate of zlib': packed('deflate', deflateSync(answer)),
  'raw deflate': packed('deflate', deflateRawSync(answer)),
  br: packed('br', brotliCompressSync(answer)),
  'two codings in one header': packed('gzip, identity,br', brotliCompressSync(gzipSync(answer))),
  'two codings in two headers': packed('gzip\r\nContent-Encoding: br', brotliCompressSync(gzipSync(answer))),
  'as many codings as may be': packed('gzip,gzip,gzip', packedTimes(3)),
  identity: packed('identity', answer),
  'a content-encoding of nothing': packed('', answer),
  'an empty body that is said to be gzip': packed('gzip', ''),
  'gzip below a charset': packed('gzip, utf-8', gzipSync(answer)),
  'gzip above a charset': packed('utf-8, gzip', gzipSync(answer)),
  ...Object.fromEntries(
    ['utf-8', 'none', 'zip'].map((coding) => [
      `a content-encoding ${coding} that is none`,
      packed(coding, answer),
    ]),
  ),
  'an unknown content-encoding around deep JSON': packed('utf-8', '['.repeat(500) + ']'.repeat(500)),
  'an unknown content-encoding around a byte order mark': packed('utf-8', `\ufeff${answer}`),
};

const statuses = [
  '301 Moved Permanently',
  '302 Found',
  '303 See Other',
  '307 Temporary Redirect',
  '308 Permanent',
];

const refusals: Readonly<Record<string, Answer>> = {
  '429 with Retry-After': whole('{}', 'retry-after: 3600', '429 Too Many Requests'),
  '503 with Retry-After': whole('{}', 'retry-after: 0', '503 Service Unavailable'),
  '401 behind an interim response': {
    sends: 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\n{}',
  },
  ...Object.fromEntries(
    statuses.flatMap((status) =>
      ['/elsewhere', 'http://127.0.0.2:9/stolen'].map((location) => [
        `a redirect ${status.slice(0, 3)} to ${location}`,
        whole('', `location: ${location}`, status),
      ]),
    ),
  ),
};

/** Exactly as many of a long list, at the edge of what is read. */
const large: Readonly<Record<string, Answer>> = {
  'JSON nested 200,000 deep': whole('['.repeat(200_000) + ']'.repeat(200_000)),
  'a string of 20 MB': record(`"x":"${'x'.repeat(20_000_000)}"`),
  'a string just below the limit': record(`"x":"${'x'.repeat(limits.bodyBytes - 1_000)}"`),
  '10,000 unknown fields': record(many(10_000, (at) => `"f${at}":${at}`).join(',')),
  '100,000 conditions': record(`"conditions":[${many(100_000, () => '{"a":1}').join(',')}]`),
  '9,000 conditions': record(`"conditions":[${many(9_000, () => '{"a":1}').join(',')}]`),
  'a long key over many duplicates': record(
    `"${'k'.repeat(400_000)}":{${many(80_000, () => '"a":1').join(',')}}`,
  ),
  'a longer key over fewer duplicates': record(
    `"${'k'.repeat(900_000)}":{${many(15_000, () => '"a":1').join(',')}}`,
  ),
  'a huge exponent': record(`"action":{"amount":1e${'9'.repeat(100_000)}}`),
  'control characters, each written with six': whole(JSON.stringify('\u007f'.repeat(1_000_000))),
  'more JSON values than any body may have': whole(`[${'0,'.repeat(2 * limits.values)}0]`),
};

export const oddAnswers: Readonly<Record<string, Answer>> = {
  ...codings,
  ...refusals,
  ...large,
  '204 with a body': whole(answer, undefined, '204 No Content'),
  '204 without one': { sends: 'HTTP/1.1 204 No Content\r\n\r\n' },
  '304 with a body': whole(answer, undefined, '304 Not Modified'),
  'a content-length that is too short': {
    sends: `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n${answer}`,
  },
  'a body that ends with the connection': { sends: `HTTP/1.1 200 OK\r\n\r\n${answer}` },
  'a byte that UTF-8 does not have there': bytes(0x22, 0x80, 0x22),
  'a sequence that is cut': bytes(0x22, 0xe2, 0x82, 0x22),
  'an encoding that is too long': bytes(0x22, 0xc0, 0xaf, 0x22),
  'a surrogate in UTF-8': bytes(0x22, 0xed, 0xa0, 0x80, 0x22),
  'a code point beyond Unicode': bytes(0x22, 0xf4, 0x90, 0x80, 0x80, 0x22),
  'UTF-16': whole(Buffer.from(`\ufeff${answer}`, 'utf16le')),
  'a byte order mark': whole(`\ufeff${answer}`),
  'NUL bytes': whole('\0\0\0\0'),
  'keys of the prototype': record(
    '"__proto__":{"name":"x"},"constructor":{},"toString":1,"hasOwnProperty":2',
  ),
  'duplicate keys at depth': record('"action":{"x":[{"k":1,"k":1}]}'),
  'odd numbers': record(
    '"action":{"amount":1e400,"currency":-0,"datetime":9007199254740993,"assetName":1e-400}',
  ),
  'lone surrogates': record('"name":"\\ud800","businessDataTypeId":"\\udc00\\ud800"'),
  'JSON as text/html': whole(data('"name":1'), 'content-type: text/html'),
  'HTML as application/json': whole('<!doctype html><h1>Sign in</h1>'),
};
