import { gzipSync } from 'node:zlib';
import { putAnswer } from '../support/conforming.ts';
import { compressed, forEver, type Hostile, head, whole } from './answers.ts';

const zeros = Buffer.alloc(40 * 1024 * 1024);
const gzipped = gzipSync(zeros);
const answer = JSON.stringify(putAnswer);

/** Services that break HTTP, one for each way in which an exchange fails; tests/unit/http/failure.test.ts has every way. */
export const brokenHttp: readonly Hostile[] = [
  {
    name: 'never responds',
    answer: () => undefined,
    exitCode: 3,
    waits: true,
    says: /no response|timed out|within \d+ ms/,
  },
  {
    name: 'headers, then silence',
    answer: (socket) => void socket.write(head('content-length: 10')),
    exitCode: 3,
    waits: true,
    says: /within \d+ ms/,
  },
  {
    name: 'a byte every 50 ms for ever',
    answer: forEver(head('content-type: application/json'), Buffer.from(' '), 50),
    exitCode: 3,
    waits: true,
    says: /within \d+ ms/,
  },
  {
    name: 'an endless body',
    answer: forEver(head('content-type: application/json'), Buffer.alloc(65_536, 32)),
    exitCode: 3,
    says: /larger than \d+ bytes/,
  },
  {
    name: 'endless headers',
    answer: forEver('HTTP/1.1 200 OK\r\n', Buffer.from('x-more: yes\r\n'.repeat(500))),
    exitCode: 3,
    says: /headers/,
  },
  {
    name: 'thousands of headers',
    answer: whole(answer, 'x: y\r\n'.repeat(20_000).trim()),
    exitCode: 1,
    says: /put\.data\.name:echo/,
  },
  {
    name: 'a gzip bomb',
    answer: compressed('gzip', gzipped),
    exitCode: 3,
    says: /larger than \d+ bytes/,
  },
  {
    name: 'a bomb inside a bomb',
    answer: compressed('gzip, gzip', gzipSync(gzipped)),
    exitCode: 3,
    says: /larger than \d+ bytes/,
  },
  {
    name: 'a content-encoding that lies',
    answer: compressed('gzip', Buffer.from(answer)),
    exitCode: 3,
    says: /gzip/,
  },
  {
    name: 'an unknown content-encoding',
    answer: compressed('zip', Buffer.from('PK\u0003\u0004')),
    exitCode: 3,
    says: /zip/,
  },
  ...['utf-8', 'none', 'zip'].map(
    (coding): Hostile => ({
      name: `a content-encoding ${coding} that is none`,
      answer: compressed(coding, Buffer.from(answer)),
      exitCode: 1,
      says: new RegExp(`${coding}, around a body that is not encoded`),
    }),
  ),
  {
    name: 'a content-length that is too long',
    answer: (socket) => socket.end(`${head('content-length: 1000')}${answer.slice(0, 100)}`),
    exitCode: 3,
    says: /100 of the 1000 bytes of the body that Content-Length announces: the response is not complete/,
  },
  {
    name: 'a content-length that is too short',
    answer: (socket) => socket.end(`${head('content-length: 20')}${answer}`),
    exitCode: 1,
    says: /not JSON/,
  },
  {
    name: 'reset after the headers',
    answer: (socket) =>
      void socket.write(`${head('content-length: 100')}{`, () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      ),
    exitCode: 3,
    says: /reset|before/,
  },
  {
    name: 'closed at once',
    answer: (socket) => void socket.destroy(),
    exitCode: 3,
    says: /closed/,
  },
  {
    name: 'binary noise',
    answer: (socket) => socket.end(Buffer.from([0, 255, 22, 3, 1, 0, 0])),
    exitCode: 3,
    says: /HTTP/,
  },
  {
    name: 'a storm of 1xx',
    answer: forEver('', Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')),
    exitCode: 3,
    says: /interim|1xx|informational/i,
  },
  {
    name: 'an unasked 100 Continue',
    answer: (socket) =>
      socket.end(`HTTP/1.1 100 Continue\r\n\r\n${head(`content-length: ${answer.length}`)}${answer}`),
    exitCode: 3,
    says: /sent 100 Continue, which no request asked for/,
  },
  {
    name: 'another protocol',
    answer: (socket) => socket.end(head('connection: upgrade\r\nupgrade: h2c', '101 Switching Protocols')),
    exitCode: 3,
    says: /another protocol \(101\)/,
  },
];
