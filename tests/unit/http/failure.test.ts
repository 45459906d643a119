import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FailureKind } from '../../../src/model/exchange.ts';
import { limits } from '../../../src/model/limits.ts';
import { clientFor, httpService, listen, put, putProbe, rawService, token } from './services.ts';

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

interface Case {
  readonly name: string;
  readonly answer: (socket: Socket) => void;
  readonly kind: FailureKind;
  readonly message: RegExp;
  /** Status of the head that is kept; undefined for none. */
  readonly status?: number;
  readonly timeoutMs?: number;
}

const cases: readonly Case[] = [
  {
    name: 'closes at once',
    answer: (socket) => socket.end(),
    kind: 'closed',
    message: /closed the connection without a response/,
  },
  {
    name: 'resets before it responds',
    answer: (socket) => socket.resetAndDestroy(),
    kind: 'reset',
    message: /reset the connection before it responded/,
  },
  {
    name: 'closes in the headers',
    answer: (socket) => socket.end(`${ok}Content-Ty`),
    kind: 'truncated',
    message: /in the middle of the headers/,
  },
  {
    name: 'resets in the headers',
    answer: async (socket) => {
      socket.write(`${ok}Content-Ty`);
      await sleep(50);
      socket.resetAndDestroy();
    },
    kind: 'reset',
    message: /in the middle of the headers/,
  },
  {
    name: 'says a content-length that is too long',
    answer: (socket) => socket.end(`${ok}Content-Length: 100\r\n\r\n{"a":1}`),
    kind: 'truncated',
    message: /after status 200, its headers and 7 of the 100 bytes/,
    status: 200,
  },
  {
    name: 'ends in the middle of its chunks',
    answer: (socket) => socket.end(`${ok}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`),
    kind: 'truncated',
    message: /after status 200, its headers and 5 bytes/,
    status: 200,
  },
  ...['Content-Length: 100\r\n', 'Content-Length: 100\r\nConnection: close\r\n', ''].map(
    (header): Case => ({
      name: `resets in the body ${header}`,
      answer: async (socket) => {
        socket.write(`${ok}${header}\r\n{"a":1}`);
        await sleep(50);
        socket.resetAndDestroy();
      },
      kind: 'reset',
      message: /reset the connection after status 200/,
      status: 200,
    }),
  ),
  {
    name: 'speaks another protocol',
    answer: (socket) => socket.end('220 mail.test ESMTP\r\n'),
    kind: 'not-http',
    message: /does not begin with HTTP\//,
  },
  {
    name: 'contradicts itself in the headers',
    answer: (socket) => socket.end(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`),
    kind: 'not-http',
    message: /several content-lengths/,
  },
  {
    name: 'says its content-length twice',
    answer: (socket) => socket.end(`${ok}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`),
    kind: 'not-http',
    message: /several content-lengths/,
  },
  {
    name: 'says its content-length twice in one header',
    answer: (socket) => socket.end(`${ok}Content-Length: 2, 2\r\n\r\n{}`),
    kind: 'not-http',
    message: /several content-lengths/,
  },
  {
    name: 'folds a header',
    answer: (socket) => socket.end(`${ok}X-A: b\r\n  c\r\nContent-Length: 2\r\n\r\n{}`),
    kind: 'not-http',
    message: /whitespace after header value/,
  },
  {
    name: 'folds a header after the content-length',
    answer: (socket) => socket.end(`${ok}Content-Length: 2\r\nX-A: b\r\n  c\r\n\r\n{}`),
    kind: 'not-http',
    message: /folded line/,
  },
  {
    name: 'has a malformed header',
    answer: (socket) => socket.end(`${ok}bad header\r\n\r\n`),
    kind: 'not-http',
    message: /Invalid header token/,
  },
  {
    name: 'breaks the rules of chunks',
    answer: (socket) => socket.end(`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
    kind: 'not-http',
    message: /chunk size/,
    status: 200,
  },
  {
    name: 'sends an interim response and closes',
    answer: (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n'),
    kind: 'closed',
    message: /closed the connection without a final response, after an interim one \(1xx\)/,
  },
  {
    name: 'sends an interim response and the beginning of another',
    answer: (socket) => socket.end(`HTTP/1.1 103 Early Hints\r\n\r\n${ok}Content-Ty`),
    kind: 'truncated',
    message: /in the middle of the headers/,
  },
  {
    name: 'sends an interim response and then nothing',
    answer: (socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n'),
    kind: 'timeout',
    message: /^connected and sent, but no final response within 150 ms$/,
    timeoutMs: 150,
  },
  {
    name: 'switches protocols without a word of which',
    answer: (socket) => socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${ok}\r\n{}`),
    kind: 'not-http',
    message: /switched to another protocol \(101\)/,
  },
  {
    name: 'switches protocols without being asked',
    answer: (socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    kind: 'not-http',
    message: /another protocol/,
  },
  {
    name: 'sends interim responses for ever',
    answer: (socket) => pour(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
    kind: 'too-many-headers',
    message: /more than 16 interim responses/,
  },
  {
    name: 'sends headers for ever',
    answer: (socket) => {
      socket.write(ok);
      pour(socket, `X-Filler: ${'x'.repeat(100)}\r\n`);
    },
    kind: 'too-many-headers',
    message: /larger than 65536 bytes/,
  },
  {
    name: 'sends one header without end',
    answer: (socket) => {
      socket.write(`${ok}X-Filler: `);
      pour(socket, 'x'.repeat(1000));
    },
    kind: 'too-many-headers',
    message: /larger than 65536 bytes/,
  },
  {
    name: 'sends a body without end',
    answer: (socket) => {
      socket.write(`${ok}\r\n`);
      pour(socket, 'x'.repeat(65_536));
    },
    kind: 'too-large',
    message: /larger than 1048576 bytes/,
    status: 200,
  },
  {
    name: 'says that its body is too large, and sends none of it',
    answer: (socket) => socket.write(`${ok}Content-Length: ${limits.bodyBytes + 1}\r\n\r\n`),
    kind: 'too-large',
    message: /larger than 1048576 bytes/,
    status: 200,
  },
  {
    name: 'sends a body that is too large once it is unpacked',
    answer: (socket) => {
      socket.write(`${ok}Content-Encoding: gzip\r\n\r\n`);
      socket.end(gzipSync(Buffer.alloc(limits.bodyBytes + 1)));
    },
    kind: 'too-large',
    message: /once gzip is undone, is larger than 1048576 bytes/,
    status: 200,
  },
  {
    name: 'says gzip of a body that is not',
    answer: (socket) => socket.end(`${ok}Content-Encoding: gzip\r\n\r\n{"a":1}`),
    kind: 'encoding',
    message: /^Content-Encoding names gzip, but the body is not valid gzip \(incorrect header check\)$/,
    status: 200,
  },
  {
    name: 'ends a body of gzip early',
    answer: (socket) => {
      socket.write(`${ok}Content-Encoding: gzip\r\n\r\n`);
      socket.end(gzipSync('{"a":1}').subarray(0, -5));
    },
    kind: 'encoding',
    message: /^the gzip body ends early: its last bytes are missing$/,
    status: 200,
  },
  {
    name: 'announces more bytes than it sends',
    answer: (socket) => socket.end(`${ok}Content-Length: 12\r\n\r\n{"a":1}`),
    kind: 'truncated',
    message: /headers and 7 of the 12 bytes of the body that Content-Length announces: the response is not/,
    status: 200,
  },
  {
    name: 'refuses with a coding that nobody asked for',
    answer: (socket) => socket.end('HTTP/1.1 401 No\r\nContent-Encoding: zip\r\n\r\nPK1234'),
    kind: 'encoding',
    message: /content coding zip, which was not asked for/,
    status: 401,
  },
  {
    name: 'refuses with a transfer coding that nobody asked for',
    answer: (socket) => socket.end('HTTP/1.1 403 No\r\nTransfer-Encoding: gzip\r\n\r\nPK1234'),
    kind: 'encoding',
    message: /transfer coding gzip, which was not asked for/,
    status: 403,
  },
  {
    name: 'refuses at too great a length',
    answer: (socket) => socket.write(`HTTP/1.1 404 No\r\nContent-Length: ${limits.bodyBytes + 1}\r\n\r\n`),
    kind: 'too-large',
    message: /larger than 1048576 bytes/,
    status: 404,
  },
  {
    name: 'refuses and is cut',
    answer: (socket) => socket.end('HTTP/1.1 429 No\r\nContent-Length: 9\r\n\r\n{'),
    kind: 'truncated',
    message: /after status 429/,
    status: 429,
  },
  {
    name: 'never responds',
    answer: () => undefined,
    kind: 'timeout',
    message: /^connected and sent, but no response within 150 ms$/,
    timeoutMs: 150,
  },
  {
    name: 'never ends its headers',
    answer: (socket) => {
      socket.write(ok);
      drip(socket, 'X: y\r\n');
    },
    kind: 'timeout',
    message: /^the response's headers were not complete within 150 ms$/,
    timeoutMs: 150,
  },
  {
    name: 'sends headers and then nothing',
    answer: (socket) => socket.write(`${ok}Content-Length: 10\r\n\r\n`),
    kind: 'timeout',
    message:
      /status 200\), but its body was not complete within 150 ms; 0 of the 10 bytes of the body that Content-Length announces had/,
    status: 200,
    timeoutMs: 150,
  },
  {
    name: 'sends a byte now and then for ever',
    answer: (socket) => {
      socket.write(`${ok}\r\n`);
      drip(socket, 'x');
    },
    kind: 'timeout',
    message: /its body was not complete within 1000 ms; [1-9]/,
    status: 200,
    timeoutMs: 1_000,
  },
];

describe('a service that', () => {
  test.for(cases)('$name', async ({ answer, kind, message, status, timeoutMs = 60_000 }) => {
    const service = await rawService(answer);
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
      message: `nothing is listening at 127.0.0.1:${port}: the connection was refused (ECONNREFUSED)`,
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

  test('the client was closed before', async () => {
    const service = await rawService(() => undefined);
    const client = clientFor(service.url);
    await client.close();
    expect((await client.send('x', putProbe, null)).failure).toMatchObject({
      kind: 'interrupted',
      sent: false,
    });
  });
});
