import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { automationRuleId, entityId } from '../../support/conforming.ts';
import { listening } from '../../support/free-port.ts';

/** Hostile clients of `watch`, and hostile services behind it. */

const marker = 'X-Hostile: ';
const path = `/entity/${entityId}/automationRule/${automationRuleId}`;

function head(service: string, { method = 'DELETE', host = '127.0.0.1', more = '' } = {}): string {
  const authorization = 'Authorization: Bearer hostile-token-0123456789\r\n';
  return `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${marker}${service}\r\n${authorization}${more}\r\n`;
}

const shortHeaders = Array.from({ length: 8_000 }, (_, at) => `token${at}: ${at}\r\n`).join('');
const garbage = Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 31) % 256));

/** Writes until the other end reads no more, or for so many pieces. */
async function flood(socket: Socket, piece: string, pieces: number): Promise<void> {
  for (let count = 0; count < pieces && !socket.destroyed; count += 1)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close'), sleep(500)]);
}

const json = Buffer.from('{"status":"success","requestId":"x","data":{}}');
const lengthOf = (body: Buffer) => `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n';

/** What a service does with a connection, whose first request has come. */
const services: Readonly<Record<string, (socket: Socket) => unknown>> = {
  'is sound': (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${lengthOf(json)}${json}`),
  'sends interim responses': (socket) => flood(socket, interim.repeat(1_000), 300),
  'sends a long head': (socket) =>
    void socket.write(`HTTP/1.1 200 OK\r\n${shortHeaders}${lengthOf(json)}${json}`),
  'sends a body without end': async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    await flood(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`, 300);
  },
  'nests its body': (socket) => {
    const body = Buffer.from('['.repeat(200_000));
    socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lengthOf(body)}`), body]));
  },
  resets: (socket) => void socket.resetAndDestroy(),
  'is silent': () => undefined,
  'is not HTTP': (socket) => void socket.write(garbage),
  'switches unasked': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nfirst'),
};

/** What a client does with a connection. */
const clients: Readonly<Record<string, (socket: Socket, service: string) => unknown>> = {
  'sends a request': (socket, service) => void socket.write(head(service)),
  pipelines: (socket, service) => flood(socket, head(service).repeat(500), 50),
  'reads nothing': (socket, service) => {
    socket.pause();
    socket.write(head(service));
  },
  'leaves in the middle of its head': (socket, service) => void socket.end(head(service).slice(0, 90)),
  'resets in the middle of its body': async (socket, service) => {
    socket.write(head(service, { method: 'PUT', more: 'Content-Length: 1000000\r\n' }));
    await flood(socket, 'x'.repeat(10_000), 20);
    socket.resetAndDestroy();
  },
  'is not HTTP': (socket) => void socket.write(garbage),
  'names another host': (socket, service) => void socket.write(head(service, { host: 'rebound.example' })),
  'wants h2c behind a request': (socket, service) =>
    void socket.write(
      head(service) + head(service, { more: 'Connection: Upgrade\r\nUpgrade: h2c\r\n' }) + head(service),
    ),
  'sends two lengths': (socket, service) =>
    void socket.write(head(service, { more: 'Content-Length: 1\r\nContent-Length: 2\r\n' })),
  'sends a body without end': async (socket, service) => {
    socket.write(head(service, { method: 'PUT', more: 'Transfer-Encoding: chunked\r\n' }));
    await flood(socket, `2710\r\n${'x'.repeat(10_000)}\r\n`, 500);
  },
};

/** Every client with every service; a client leaves after some time of its own at the latest. */
export const hostilePairs = Object.keys(clients).flatMap((client) =>
  Object.keys(services).map((service, at) => ({ client, service, ms: 50 + 100 * (at % 12) })),
);

/** One hostile client of a pair; resolves once it has left. */
export async function attack(pair: (typeof hostilePairs)[number], port: number): Promise<void> {
  const { client, service, ms } = pair;
  const socket = connect({ port, host: '127.0.0.1' }).setMaxListeners(0).resume();
  socket.on('error', () => undefined);
  const left = once(socket, 'close').catch(() => undefined);
  Promise.resolve(clients[client]?.(socket, service)).catch(() => undefined);
  await Promise.race([left, sleep(ms)]);
  socket.destroy();
  await left;
}

/** A service that is hostile to whoever asks for it, and hands all other connections on to a sound one. */
export async function hostileService(soundPort: number): Promise<{ port: number; close: () => void }> {
  const server = createServer((socket) => {
    socket.setMaxListeners(0).on('error', () => undefined);
    socket.once('data', (first) => {
      const name = new RegExp(`${marker}([^\r]*)`).exec(first.toString('latin1'))?.[1];
      if (name !== undefined) {
        Promise.resolve(services[name]?.(socket.resume())).catch(() => undefined);
        return;
      }
      const sound = connect({ port: soundPort, host: '127.0.0.1' });
      sound.on('error', () => socket.destroy()).on('close', () => socket.destroySoon());
      socket.on('close', () => sound.destroySoon());
      sound.write(first);
      socket.pipe(sound);
      sound.pipe(socket);
    });
  });
  return { port: await listening(server), close: () => void server.close() };
}
