import * as zlib from 'node:zlib';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeBody, readUtf8 } from '../../../src/http/decode.ts';
import { ExchangeError } from '../../../src/http/failure.ts';
import type { Header } from '../../../src/model/exchange.ts';
import { limits } from '../../../src/model/limits.ts';

const text = Buffer.from('{"a":"a body that is long enough to be packed, packed, packed"}');

function coding(...values: readonly string[]): Header[] {
  return values.map((value) => ['Content-Encoding', value]);
}

function causeOf(bytes: Buffer, headers: readonly Header[]) {
  try {
    decodeBody(bytes, headers);
  } catch (error) {
    if (error instanceof ExchangeError) return error.cause;
    throw error;
  }
  return undefined;
}

describe('content codings', () => {
  test.for<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('%s is undone', ([name, encode]) =>
    expect(decodeBody(encode(text), coding(name))).toEqual({ bytes: text, codings: [name.toLowerCase()] }),
  );

  test('a chain is undone from its end, in one header or in several', () => {
    const chained = brotliCompressSync(gzipSync(text));
    for (const headers of [coding('gzip, identity,br'), coding('gzip', 'br')])
      expect(decodeBody(chained, headers)).toEqual({ bytes: text, codings: ['gzip', 'br'] });
  });

  test('identity, an empty value and no header leave the body alone', () => {
    for (const headers of [coding('identity'), coding(''), []])
      expect(decodeBody(text, headers)).toEqual({ bytes: text, codings: [] });
  });

  const charsets = ['utf-8', 'UTF8', 'iso-8859-1', 'none', 'binary', '8bit', 'zip', 'compress', 'aes128gcm'];
  test.for([...charsets, 'json', 'identity, utf-8'])(
    'JSON as it is under %s is JSON, and nothing was undone',
    (name) => {
      for (const bytes of [
        text,
        Buffer.from(`\ufeff${text}`),
        Buffer.from('['.repeat(500) + ']'.repeat(500)),
      ])
        expect(decodeBody(bytes, coding(name))).toEqual({ bytes, codings: [] });
    },
  );

  test.for([
    ['gzip', 'utf-8'],
    ['utf-8', 'gzip'],
    ['none', 'gzip', 'utf-8'],
  ])('what can be undone is undone among codings that cannot: %s', (names) => {
    expect(decodeBody(gzipSync(text), coding(...names))).toEqual({ bytes: text, codings: ['gzip'] });
    expect(causeOf(gzipSync('no JSON'), coding(...names))?.message).toMatch(/the content coding .+, which/);
  });

  test('an empty body is empty, whatever its header says', () =>
    expect(decodeBody(Buffer.alloc(0), coding('gzip'))).toEqual({ bytes: Buffer.alloc(0), codings: [] }));

  test.for<[string, Buffer, string]>([
    ['of another coding', gzipSync(text), 'br'],
    ['that is cut', gzipSync(text).subarray(0, 30), 'gzip'],
    ['that is one byte', Buffer.from([8]), 'deflate'],
    ['of a coding that nobody knows', gzipSync(text), 'compress'],
    ['under the name of a charset that is no JSON', Buffer.from('no JSON'), 'utf-8'],
    ['with too many codings', text, 'gzip,'.repeat(limits.codings + 1)],
  ])('a body %s is a failure', ([, bytes, name]) =>
    expect(causeOf(bytes, coding(name))?.kind).toBe('encoding'),
  );

  test('more codings than the limit are a failure, though they could be undone', () => {
    const wrapped = (times: number) =>
      Array.from({ length: times }).reduce<Buffer>((inner) => gzipSync(inner), text);
    const names = (times: number) => coding(Array(times).fill('gzip').join());
    expect(decodeBody(wrapped(limits.codings), names(limits.codings)).bytes).toEqual(text);
    const beyond = limits.codings + 1;
    expect(causeOf(wrapped(beyond), names(beyond))?.kind).toBe('encoding');
  });

  test('what is larger than the limit once it is undone is a failure, at any link of a chain', () => {
    const bomb = Buffer.alloc(20 * limits.bodyBytes);
    const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 };
    for (const [name, bytes] of [
      ['gzip', gzipSync(bomb)],
      ['deflate', deflateSync(bomb)],
      ['br', brotliCompressSync(bomb, { params })],
      ['gzip, gzip', gzipSync(gzipSync(bomb))],
    ] as const)
      expect([name, causeOf(bytes, coding(name))?.kind]).toEqual([name, 'too-large']);
    const full = Buffer.alloc(limits.bodyBytes);
    expect(decodeBody(gzipSync(full), coding('gzip')).bytes).toHaveLength(limits.bodyBytes);
  });
});

describe('transfer codings', () => {
  const transfer = (...values: readonly string[]): Header[] =>
    values.map((value) => ['Transfer-Encoding', value]);

  test('chunked, identity and nothing leave none', () => {
    for (const values of [['chunked'], ['Chunked', 'chunked'], ['chunked, chunked'], ['identity'], ['']])
      expect(decodeBody(gzipSync(text), transfer(...values)).codings, values.join()).toEqual([]);
  });

  test.for(['gzip, chunked', 'gzip', 'chunked, gzip', 'chunked, identity', 'x'])(
    '%s was not asked for, which is no fault of the JSON',
    (value) => {
      for (const headers of [transfer(value), [...transfer(value), ...coding('gzip')]])
        expect(causeOf(gzipSync(text), headers)).toEqual({
          kind: 'encoding',
          message: `the body has the transfer coding ${value}, which was not asked for and cannot be undone here`,
        });
      expect(decodeBody(text, transfer(value)).bytes).toEqual(text);
      expect(decodeBody(Buffer.alloc(0), transfer(value)).bytes).toHaveLength(0);
    },
  );
});

describe('UTF-8', () => {
  test.for<[string, number[]]>([
    ['a byte that cannot stand there', [0x80]],
    ['a sequence that is cut', [0xe2, 0x82]],
    ['an encoding that is too long', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['UTF-16 with its mark', [0xff, 0xfe, 0x7b, 0x00]],
  ])('%s is refused', ([, bytes]) => {
    expect(readUtf8(Buffer.from(bytes))).toBeNull();
    expect(readUtf8(Buffer.from('é'))).toBe('é');
  });

  test('a byte order mark and NUL are kept', () =>
    expect(readUtf8(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x00, 0x7d]))).toBe('\ufeff{\0}'));
});
