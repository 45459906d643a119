import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InterimHeads } from '../../../src/http/interim.ts';
import { limits } from '../../../src/model/limits.ts';
import { startProxy } from '../../support/proxy.ts';
import { authority } from './certificates.ts';
import { listen, put, rawService } from './services.ts';

/** Interim answers in any order, cut anywhere: what undici is shown, and what becomes of the exchange. */

const reasons = fc.constantFrom('', ' ', ' Continue', ' 100', ' HTTP/1.1 100 Continue');
const headers = fc.array(
  fc.constantFrom('Link: </x>', 'X: HTTP/1.1 100 Continue', 'Empty:', 'X: \r', ' 100', 'HTTP/1.1 100 X'),
  { maxLength: 3 },
);
const versions = fc.constantFrom('HTTP/1.1', 'HTTP/1.0');
const before = fc.constantFrom('', '\r\n', '\r\n\r\n', '\n');

interface Message {
  readonly text: string;
  /** As undici has to see it. */
  readonly shown: string;
}

function message(status: fc.Arbitrary<number>): fc.Arbitrary<Message> {
  return fc.tuple(before, versions, status, reasons, headers).map(([space, version, code, reason, lines]) => {
    const rest = `${reason}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
    const spelt = (shown: number) => `${space}${version} ${shown}${rest}`;
    return { text: spelt(code), shown: spelt(code === 100 ? 102 : code) };
  });
}

const interim = message(
  fc.oneof({ arbitrary: fc.constant(100), weight: 3 }, fc.integer({ min: 101, max: 199 })),
);
const final = message(fc.oneof(fc.integer({ min: 200, max: 999 }), fc.integer({ min: 0, max: 99 })));
const bodies = fc.constantFrom('', '{}', 'HTTP/1.1 100 Continue\r\n\r\n', '\r\n\r\nHTTP/1.1 100 C\r\n\r\n');

const answers = fc
  .tuple(fc.array(interim, { maxLength: 6 }), final, bodies)
  .map(([first, last, body]): Message => {
    const joined = (part: 'text' | 'shown') => [...first, last].map((one) => one[part]).join('') + body;
    return { text: joined('text'), shown: joined('shown') };
  });

/** The text in pieces: cut after each of the offsets. */
function pieces(text: string, offsets: readonly number[]): readonly Buffer[] {
  const cuts = [...new Set([0, ...offsets.map((offset) => offset % (text.length + 1)), text.length])].sort(
    (left, right) => left - right,
  );
  return cuts.slice(1).map((cut, at) => Buffer.from(text.slice(cuts[at], cut), 'latin1'));
}

function shown(parts: readonly Buffer[]): string {
  const heads = new InterimHeads();
  for (const part of parts) heads.pass(part);
  return Buffer.concat(parts).toString('latin1');
}

describe('the bytes of a response', () => {
  test('a 100 becomes a 102 wherever the bytes are cut, and nothing else changes', () => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat(2_000), { maxLength: 12 }), ({ text, shown: wanted }, offsets) => {
        expect(shown(pieces(text, offsets))).toBe(wanted);
      }),
      { numRuns: 1_000 },
    );
  });

  test('byte by byte', () => {
    const text =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nX: y\r\n\r\nHTTP/1.1 100\r\n\r\nHTTP/1.1 200\r\n';
    const bytes = [...text].map((character) => Buffer.from(character, 'latin1'));
    expect(shown(bytes)).toBe(text.replaceAll(' 100', ' 102'));
  });

  test('bytes that are no HTTP stay as they are', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
          fc
            .constantFrom('SSH-2.0 100', 'http/1.1 100 x', 'HTTP/1 100 x', 'HTTP/1.1  100', 'HTTP/1.1 10x')
            .map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          const before = Buffer.from(bytes);
          new InterimHeads().pass(bytes);
          expect(bytes).toEqual(before);
        },
      ),
    );
  });
});

/** Answers every request by these pieces, each in a turn of its own. */
async function answerBy(socket: Socket, parts: readonly Buffer[]): Promise<void> {
  for (const part of parts) {
    if (socket.destroyed) return;
    socket.write(part);
    await nextTurn();
  }
  socket.end();
}

const head = (status: number) => `HTTP/1.1 ${status} Reason\r\nX-Some: header\r\n\r\n`;

/** Up to as many interim answers as are passed over, and a complete answer with a status of its own. */
const sequences = fc
  .tuple(
    fc.array(fc.constantFrom(100, 100, 102, 103, 110), { maxLength: limits.interimResponses }),
    fc.constantFrom(200, 401, 500),
    fc.array(fc.nat(1_000), { maxLength: 8 }),
  )
  .map(([interims, status, offsets]) => {
    const text = `${interims.map(head).join('')}HTTP/1.1 ${status} R\r\nContent-Length: 7\r\n\r\n{"a":1}`;
    return { status, parts: pieces(text, offsets) };
  });

describe('a response after interim ones is read', () => {
  test('over TCP', async () => {
    let parts: readonly Buffer[] = [];
    const service = await rawService((socket) => void answerBy(socket, parts));
    const tried = fc.asyncProperty(sequences, async (sequence) => {
      parts = sequence.parts;
      const { response } = await put(service.url);
      expect([response?.status, response?.body.text]).toEqual([sequence.status, '{"a":1}']);
    });
    await fc.assert(tried, { numRuns: 40 });
  });

  test('over TLS, and through a tunnel', async () => {
    let parts: readonly Buffer[] = [];
    const server = createTlsServer(authority.server, (socket) => {
      socket.on('error', () => undefined).once('data', () => void answerBy(socket, parts));
    });
    const port = await listen(server);
    await using proxy = await startProxy();
    const ways = [
      { url: `https://127.0.0.1:${port}`, proxy: {} },
      { url: `https://service.test:${port}`, proxy: { httpsProxy: proxy.url } },
    ];
    const tried = fc.asyncProperty(sequences, fc.constantFrom(...ways), async (sequence, way) => {
      parts = sequence.parts;
      const { response } = await put(new URL(way.url), { tls: { ca: authority.ca }, proxy: way.proxy });
      expect([response?.status, response?.body.text]).toEqual([sequence.status, '{"a":1}']);
    });
    await fc.assert(tried, { numRuns: 20 });
    expect(proxy.log.length).toBeGreaterThan(0);
  });

  test('not after more of them than the limit, 100s among them', async () => {
    const many = (status: number) => head(status).repeat(limits.interimResponses + 1);
    for (const status of [100, 102]) {
      const service = await rawService((socket) => socket.end(`${many(status)}HTTP/1.1 200 OK\r\n\r\n{}`));
      const { failure } = await put(service.url);
      expect(failure).toMatchObject({ kind: 'too-many-headers', sent: true });
      expect(service.connections()).toBe(1);
    }
  });
});
