import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answers, FramedBody, type Framing, headIn, Malformed, requests } from '../../../src/http/message.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const put = (fields: string) => `PUT /a HTTP/1.1\r\nHost: a\r\n${fields}\r\n\r\n`;
const ok = (fields: string) => `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`;

function framingOf(text: string): Framing | undefined {
  const bytes = latin1(text);
  return (text.startsWith('HTTP') ? headIn(bytes, answers) : headIn(bytes, requests))?.head.framing;
}

test.each<readonly [string, Framing]>([
  [put('X: 1'), 0],
  [put('Content-Length: 3'), 3],
  [put('content-length:\t3 '), 3],
  [put('Transfer-Encoding: chunked'), 'chunked'],
  [put('Transfer-Encoding: gzip\r\nTransfer-Encoding: Chunked'), 'chunked'],
  [ok('X: 1'), 'end'],
  [ok('Content-Length: 0'), 0],
  [ok('Transfer-Encoding: identity'), 'end'],
])('how a body is framed: %j: %j', (text, framing) => expect(framingOf(text)).toBe(framing));

describe('what two readers could take in two ways is refused', () => {
  test.each(
    [
      'Content-Length: 3\r\nContent-Length: 3',
      'Content-Length: 3, 3',
      'Content-Length: +3',
      'Content-Length: 0x3',
      'Content-Length: -1',
      'Content-Length:',
      'Content-Length: 99999999999999999999',
      'Content-Length : 3',
      'Content-Length: 3\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 3',
      'Transfer-Encoding: chunked, chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: \x0bchunked',
      'X: 1\r\n Content-Length: 3',
      'X: 1\nContent-Length: 3',
      'X: 1\rContent-Length: 3',
      'X: a\0b',
      ': 1',
      'X',
    ].flatMap((fields) => [put(fields), ok(fields)]),
  )('%j', (text) => expect(() => framingOf(text)).toThrow(Malformed));

  test.each([
    put('Transfer-Encoding: xchunked'),
    'PUT /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET  /a HTTP/1.1\r\n\r\n',
    'GET /a b HTTP/1.1\r\n\r\n',
    'GET /a\r\n\r\n',
    'GET localhost HTTP/1.1\r\n\r\n',
    'CONNECT localhost:80 HTTP/1.1\r\n\r\n',
    'CONNECT / HTTP/1.1\r\n\r\n',
    'GET /a HTTP/1.1\n',
    '\x16\x03\x01',
    'HTTP/1.1 099 X\r\n\r\n',
    'HTTP/2.0 200 OK\r\n\r\n',
    'HTTP/1.1 200 OK\n',
  ])('%j', (text) => expect(() => framingOf(text)).toThrow(Malformed));

  test.each([
    '3\nabc\r\n0\r\n\r\n',
    '3 \r\nabc\r\n0\r\n\r\n',
    '+3\r\nabc\r\n0\r\n\r\n',
    '0x3\r\nabc\r\n0\r\n\r\n',
    '3;a\nb\r\nabc\r\n0\r\n\r\n',
    '3\r\nabcX0\r\n\r\n',
    '3\r\nabc0\r\n\r\n',
    '10000000000000003\r\nabc',
    '\r\n',
    '0\r\nX\r\n\r\n',
    '0\r\n\n',
  ])('chunks %j', (text) =>
    expect(() => new FramedBody('chunked', () => undefined).take(latin1(text))).toThrow(Malformed),
  );
});

test('a body ends where its framing says, however its bytes arrive', () => {
  const chunk = fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => Buffer.from(bytes));
  const chunked = fc.array(chunk).map((chunks): readonly [Framing, Buffer, Buffer] => {
    const parts = chunks.flatMap((one) => [
      latin1(`${one.length.toString(16)};a="b"\r\n`),
      one,
      latin1('\r\n'),
    ]);
    return ['chunked', Buffer.concat([...parts, latin1('0\r\nX-Sum: 1\r\n\r\n')]), Buffer.concat(chunks)];
  });
  const sized = fc.array(chunk).map((chunks): readonly [Framing, Buffer, Buffer] => {
    const body = Buffer.concat(chunks);
    return [body.length, body, body];
  });
  fc.assert(
    fc.property(fc.oneof(chunked, sized), fc.array(fc.nat({ max: 30 })), ([framing, sent, body], cuts) => {
      const data: Buffer[] = [];
      const reader = new FramedBody(framing, (bytes) => void data.push(Buffer.from(bytes)));
      const wire = Buffer.concat([sent, latin1('GET / HTTP/1.1')]);
      let at = 0;
      for (const cut of [...cuts, wire.length]) at += reader.take(wire.subarray(at, at + cut));
      expect([reader.isWhole, at]).toEqual([true, sent.length]);
      expect(Buffer.concat(data)).toEqual(body);
    }),
  );
});
