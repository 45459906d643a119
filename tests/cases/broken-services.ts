import { gzipSync } from 'node:zlib';
import { putAnswer } from '../support/conforming.ts';
import { type Answer, type Bytes, whole } from '../support/raw-service.ts';
import { limits } from '../support/subject.ts';

/** Services that break HTTP. What they mean to a client, to a run and to a relay is in golden/http. */

export interface Broken extends Answer {
  /** Its answer never comes to an end: only the deadline ends the request, after so many milliseconds. */
  readonly waitsMs?: number;
}

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const switching = 'HTTP/1.1 101 Switching Protocols\r\n';
const answer = JSON.stringify(putAnswer);
const tooLong = `Content-Length: ${limits.bodyBytes + 1}\r\n\r\n`;
const zeros = gzipSync(Buffer.alloc(40 * limits.bodyBytes));

const sends = (text: Bytes): Broken => ({ sends: text });
const reset = (text: string): Broken => ({ sends: text, ends: 'reset' });
const forEver = (text: string, again: Bytes): Broken => ({ sends: text, again });
const open = (text: string): Broken => ({ sends: text, ends: 'open' });
const silent = (text: string): Broken => ({ ...open(text), waitsMs: 1_500 });
const drips = (text: string, again: string): Broken => ({ sends: text, again, everyMs: 20, waitsMs: 1_500 });
const packed = (coding: string, body: Bytes, status?: string) =>
  whole(body, `content-type: application/json\r\ncontent-encoding: ${coding}`, status);

/** The answer, packed so often. */
export function packedTimes(times: number): Buffer {
  return Array.from({ length: times }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from(answer));
}

export const brokenServices: Readonly<Record<string, Broken>> = {
  'closed at once': { ends: 'at once' },
  'closed behind the request': sends(''),
  'closed behind an interim response': sends(hint),
  'reset before it responds': reset(''),
  'reset in the headers': reset(`${ok}Content-Ty`),
  'reset after the headers': reset(`${ok}Content-Length: 100\r\n\r\n{`),
  'reset in the body of a connection that it closes': reset(
    `${ok}Content-Length: 100\r\nConnection: close\r\n\r\n{`,
  ),
  'reset in a body without a length': reset(`${ok}\r\n{"a":1}`),
  'reset in chunks': reset(`${ok}${chunked}5\r\n{"a":\r\n`),

  'closed in the headers': sends(`${ok}Content-Ty`),
  'a content-length that is too long': sends(`${ok}Content-Length: 1000\r\n\r\n${answer.slice(0, 100)}`),
  'closed in the middle of its chunks': sends(`${ok}${chunked}5\r\n{"a":\r\n`),
  'closed in the headers behind an interim response': sends(`${hint}${ok}Content-Ty`),
  'a refusal that is cut': sends('HTTP/1.1 429 No\r\nContent-Length: 9\r\n\r\n{'),

  'another protocol': sends('220 mail.test ESMTP\r\n'),
  'binary noise': sends(Buffer.from([0, 255, 22, 3, 1, 0, 0])),
  'two lengths': sends(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`),
  'its length twice': sends(`${ok}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`),
  'its length twice in one header': sends(`${ok}Content-Length: 2, 2\r\n\r\n{}`),
  'a folded header': sends(`${ok}X-A: b\r\n  c\r\nContent-Length: 2\r\n\r\n{}`),
  'a folded header behind the length': sends(`${ok}Content-Length: 2\r\nX-A: b\r\n  c\r\n\r\n{}`),
  'a malformed header': sends(`${ok}bad header\r\n\r\n`),
  'a chunk without a size': sends(`${ok}${chunked}zz\r\n{}\r\n`),
  'an unasked 100 Continue': sends(`HTTP/1.1 100 Continue\r\n\r\n${ok}Content-Length: 2\r\n\r\n{}`),
  'an unasked 100 behind a 103': sends(`${hint}HTTP/1.1 100\r\n\r\n${ok}Content-Length: 2\r\n\r\n{}`),
  'a switch of protocols': sends(`${switching}\r\n${ok}\r\n{}`),
  'a switch to a named protocol': sends(`${switching}Connection: upgrade\r\nUpgrade: h2c\r\n\r\n`),

  'a storm of 1xx': forEver('', 'HTTP/1.1 102 Processing\r\n\r\n'),
  'as many 1xx as may come': sends(`${hint.repeat(limits.interimResponses)}${ok}Content-Length: 2\r\n\r\n{}`),
  'one 1xx too many': sends(`${hint.repeat(limits.interimResponses + 1)}${ok}Content-Length: 2\r\n\r\n{}`),
  'endless headers': forEver(ok, 'x-more: yes\r\n'.repeat(500)),
  'a header without end': forEver(`${ok}X-Filler: `, 'x'.repeat(1000)),
  'thousands of headers': whole(answer, 'x: y\r\n'.repeat(10_000).trim()),

  'an endless body': forEver(`${ok}\r\n`, Buffer.alloc(65_536, ' ')),
  'a length that is too large, and no body': open(ok + tooLong),
  'a refusal of too great a length': open(`HTTP/1.1 404 No\r\n${tooLong}`),
  'a body as long as may be': whole('x'.repeat(limits.bodyBytes)),
  'a body longer by one': sends(`${ok}\r\n${'x'.repeat(limits.bodyBytes + 1)}`),
  'a gzip bomb': packed('gzip', zeros),
  'a bomb inside a bomb': packed('gzip, gzip', gzipSync(zeros)),
  'gzip that is too large by one': packed('gzip', gzipSync(Buffer.alloc(limits.bodyBytes + 1))),

  'a content-encoding that lies': packed('gzip', answer),
  'gzip that ends early': packed('gzip', gzipSync(answer).subarray(0, -5)),
  'deflate of one byte': packed('deflate', Buffer.from([8])),
  'gzip that is said to be br': packed('br', gzipSync(answer)),
  'an unknown content-encoding': packed('zip', 'PK\u0003\u0004'),
  'a charset as content-encoding, around gzip that is no JSON': packed('gzip, utf-8', gzipSync('no')),
  'a refusal of an unknown content-encoding': packed('zip', 'PK1234', '401 No'),
  'too many content-encodings': packed('gzip,gzip,gzip,gzip', packedTimes(4)),
  'a transfer-encoding that nobody asked for': sends(
    'HTTP/1.1 403 No\r\nTransfer-Encoding: gzip\r\n\r\nPK1234',
  ),
  'JSON with that': sends(`${ok}Transfer-Encoding: gzip\r\n\r\n${answer}`),
  'a transfer-encoding before chunks': sends(
    `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nPK1\r\n0\r\n\r\n`,
  ),

  'never responds': silent(''),
  'an interim response, then silence': silent(hint),
  'headers, then silence': silent(`${ok}Content-Length: 10\r\n\r\n`),
  'headers that never end': drips(ok, 'X: y\r\n'),
  'a byte every 20 ms for ever': drips(`${ok}Content-Type: application/json\r\n\r\n`, ' '),
};
