import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FailureKind } from '../../../src/model/exchange.ts';
import { limits } from '../../../src/model/limits.ts';
import { httpService, listen, put, rawService, token } from './services.ts';

/** Writes without end, as fast as the reader takes it. */
function pour(socket: Socket, chunk: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

const ok = 'HTTP/1.1 200 OK\r\n';

/** What a service does with a request; a text is sent, and the connection closed. */
type Answer = string | ((socket: Socket) => void);

/** The message; the status of the head that is kept, undefined for none; the deadline. */
type Row = readonly [
  name: string,
  answer: Answer,
  message: RegExp,
  status?: number | undefined,
  timeoutMs?: number,
];

const open = (text: string) => (socket: Socket) => void socket.write(text);
const then = (text: string, next: (socket: Socket) => void) => (socket: Socket) => {
  socket.write(text);
  next(socket);
};
const reset = (text: string) => async (socket: Socket) => {
  socket.write(text);
  await sleep(50);
  socket.resetAndDestroy();
};
const zipped = (bytes: Buffer) => then(`${ok}Content-Encoding: gzip\r\n\r\n`, (socket) => socket.end(bytes));
const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n';
const switching = 'HTTP/1.1 101 Switching Protocols\r\n';
const beyond = `Content-Length: ${limits.bodyBytes + 1}\r\n\r\n`;
const tooLarge = /larger than 1048576 bytes/;
const twoLengths = /several content-lengths/;
const inHeaders = /in the middle of the headers/;

const cases: Partial<Record<FailureKind, readonly Row[]>> = {
  closed: [
    ['closes at once', '', /closed the connection without a response/],
    [
      'sends an interim response and closes',
      hints,
      /closed the connection without a final response, after an interim one \(1xx\)/,
    ],
  ],
  reset: [
    [
      'resets before it responds',
      (socket) => socket.resetAndDestroy(),
      /reset the connection before it resp/,
    ],
    ['resets in the headers', reset(`${ok}Content-Ty`), inHeaders],
    ...['Content-Length: 100\r\n', 'Content-Length: 100\r\nConnection: close\r\n', ''].map((header): Row => {
      const answer = reset(`${ok}${header}\r\n{"a":1}`);
      return [`resets in the body ${header}`, answer, /reset the connection after status 200/, 200];
    }),
  ],
  truncated: [
    ['closes in the headers', `${ok}Content-Ty`, inHeaders],
    [
      'announces more bytes than it sends',
      `${ok}Content-Length: 12\r\n\r\n{"a":1}`,
      /after status 200, its headers and 7 of the 12 bytes of the body that Content-Length announces: the response is not/,
      200,
    ],
    [
      'ends in the middle of its chunks',
      `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`,
      /after status 200, its headers and 5 bytes/,
      200,
    ],
    ['begins another after an interim one', `${hints}${ok}Content-Ty`, inHeaders],
    ['refuses and is cut', 'HTTP/1.1 429 No\r\nContent-Length: 9\r\n\r\n{', /after status 429/, 429],
  ],
  'not-http': [
    ['speaks another protocol', '220 mail.test ESMTP\r\n', /does not begin with HTTP\//],
    ['contradicts itself', `${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, twoLengths],
    ['says its length twice', `${ok}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, twoLengths],
    ['says its length twice in one header', `${ok}Content-Length: 2, 2\r\n\r\n{}`, twoLengths],
    ['folds a header', `${ok}X-A: b\r\n  c\r\nContent-Length: 2\r\n\r\n{}`, /whitespace after header value/],
    ['folds one after the length', `${ok}Content-Length: 2\r\nX-A: b\r\n  c\r\n\r\n{}`, /folded line/],
    ['has a malformed header', `${ok}bad header\r\n\r\n`, /Invalid header token/],
    ['breaks the rules of chunks', `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`, /chunk size/, 200],
    [
      'sends an unasked 100',
      `HTTP/1.1 100 Continue\r\n\r\n${ok}\r\n{}`,
      /sent 100 Continue, which no request/,
    ],
    [
      'sends one behind a 103',
      `${hints}HTTP/1.1 100\r\n\r\n${ok}\r\n{}`,
      /sent 100 Continue, which no request/,
    ],
    ['switches protocols', `${switching}\r\n${ok}\r\n{}`, /switched to another protocol \(101\)/],
    ['switches to one', `${switching}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, /another protocol/],
  ],
  'too-many-headers': [
    [
      'sends interim responses for ever',
      (socket) => pour(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
      /more than 16 interim responses/,
    ],
    [
      'sends headers for ever',
      then(ok, (socket) => pour(socket, `X-Filler: ${'x'.repeat(100)}\r\n`)),
      /larger than 65536 bytes/,
    ],
    [
      'sends one header without end',
      then(`${ok}X-Filler: `, (socket) => pour(socket, 'x'.repeat(1000))),
      /larger than 65536 bytes/,
    ],
  ],
  'too-large': [
    [
      'sends a body without end',
      then(`${ok}\r\n`, (socket) => pour(socket, 'x'.repeat(65_536))),
      tooLarge,
      200,
    ],
    ['says that its body is too large, and sends none of it', open(ok + beyond), tooLarge, 200],
    [
      'sends a body that is too large once it is unpacked',
      zipped(gzipSync(Buffer.alloc(limits.bodyBytes + 1))),
      /once gzip is undone, is larger than 1048576 bytes/,
      200,
    ],
    ['refuses at too great a length', open(`HTTP/1.1 404 No\r\n${beyond}`), tooLarge, 404],
  ],
  encoding: [
    [
      'says gzip of a body that is not',
      zipped(Buffer.from('{"a":1}')),
      /^Content-Encoding names gzip, but the body is not valid gzip \(incorrect header check\)$/,
      200,
    ],
    [
      'ends a body of gzip early',
      zipped(gzipSync('{"a":1}').subarray(0, -5)),
      /^the gzip body ends early: its last bytes are missing$/,
      200,
    ],
    [
      'refuses with a coding that nobody asked for',
      'HTTP/1.1 401 No\r\nContent-Encoding: zip\r\n\r\nPK1234',
      /content coding zip, which was not asked for/,
      401,
    ],
    [
      'refuses with a transfer coding that nobody asked for',
      'HTTP/1.1 403 No\r\nTransfer-Encoding: gzip\r\n\r\nPK1234',
      /transfer coding gzip, which was not asked for/,
      403,
    ],
  ],
  timeout: [
    [
      'never responds',
      () => undefined,
      /^connected and sent, but no response within 150 ms$/,
      undefined,
      150,
    ],
    [
      'sends an interim response and then nothing',
      open('HTTP/1.1 102 Processing\r\n\r\n'),
      /^connected and sent, but no final response within 150 ms$/,
      undefined,
      150,
    ],
    [
      'never ends its headers',
      then(ok, (socket) => drip(socket, 'X: y\r\n')),
      /^the response's headers were not complete within 150 ms$/,
      undefined,
      150,
    ],
    [
      'sends headers and then nothing',
      open(`${ok}Content-Length: 10\r\n\r\n`),
      /status 200\), but its body was not complete within 150 ms; 0 of the 10 bytes of the body that Content-Length announces had/,
      200,
      150,
    ],
    [
      'sends a byte now and then for ever',
      then(`${ok}\r\n`, (socket) => drip(socket, 'x')),
      /its body was not complete within 1000 ms; [1-9]/,
      200,
      1_000,
    ],
  ],
};

const rows = Object.entries(cases).flatMap(([kind, some]) => some.map((row) => [kind, ...row] as const));

describe('a service that', () => {
  test.for(rows)('%s: %s', async ([kind, _, answer, message, status, timeoutMs = 60_000]) => {
    const service = await rawService(
      typeof answer === 'string' ? (socket) => void socket.end(answer) : answer,
    );
    const exchange = await put(service.url, { timeoutMs });
    expect(exchange.response).toBeUndefined();
    expect(exchange.failure).toMatchObject({ kind, sent: true });
    expect(exchange.failure?.message).toMatch(message);
    expect(exchange.failure?.head?.status).toBe(status);
    expect(JSON.parse(JSON.stringify(exchange))).toEqual(exchange);
    expect(JSON.stringify(exchange)).not.toContain(token);
    expect(service.connections()).toBe(1);
  });

  test('sends bytes beyond its content-length: they are not read', async () => {
    const service = await rawService((socket) => socket.end(`${ok}Content-Length: 2\r\n\r\n{}{"a":1}`));
    expect((await put(service.url)).response?.body.text).toBe('{}');
  });

  test('fills the limits exactly is read', async () => {
    const body = Buffer.alloc(limits.bodyBytes, 'x');
    const service = await httpService((_, response) => response.end(body));
    expect((await put(service.url)).response?.body.bytes).toBe(limits.bodyBytes);
  });

  test('keeps the masked head of a response that failed later', async () => {
    const service = await rawService((socket) =>
      socket.end(`HTTP/1.1 500 ${token}\r\nContent-Length: 9\r\nSet-Cookie: a=${token}\r\n\r\n{`),
    );
    const { failure, masked } = await put(service.url);
    expect(failure?.head).toEqual({
      status: 500,
      reason: '[masked: access token]',
      headers: [
        ['Content-Length', '9'],
        ['Set-Cookie', '[masked: access token]'],
      ],
    });
    expect(masked).toHaveLength(3);
  });
});

test('the token is masked where the words of a failure quote the service', async () => {
  const service = await rawService((socket) => socket.end(`${ok}Content-Encoding: ${token}\r\n\r\n{`));
  const { failure } = await put(service.url);
  expect(failure?.kind).toBe('encoding');
  expect(failure?.message).toMatch(/has the content coding \[masked: access token\], which/);
});

describe('nothing was sent, and that is certain, when', () => {
  test('nobody listens', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const { failure, timings } = await put(new URL(`http://127.0.0.1:${port}`));
    expect(failure).toEqual({
      kind: 'refused',
      message: `nothing is listening at 127.0.0.1:${port} (ECONNREFUSED)`,
      sent: false,
    });
    expect(timings).toMatchObject({ connectMs: null, firstByteMs: null });
  });

  test('the host name cannot be resolved', async () => {
    // A label of 64 characters is refused by the resolver of this machine, without a query.
    const host = `${'a'.repeat(64)}.invalid`;
    const { failure } = await put(new URL(`http://${host}`), { timeoutMs: 20_000 });
    expect(failure).toMatchObject({ kind: 'dns', sent: false });
    expect(failure?.message).toMatch(new RegExp(`^the host name ${host} cannot be resolved \\(E`));
  });

  test('the deadline passes while the connection is being made', async () => {
    const server = createServer();
    const port = await listen(server);
    const { failure } = await put(new URL(`https://127.0.0.1:${port}`), { timeoutMs: 1_000 });
    expect(failure).toEqual({
      kind: 'timeout',
      message: `no connection within 1000 ms; it was still setting up TLS with 127.0.0.1:${port}`,
      sent: false,
    });
  });
});
