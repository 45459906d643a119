import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../support/random.mjs';
import { entityId, ruleId } from './bodies.mjs';

/** Hostile clients of `watch`, and hostile services behind it, chosen by a seed. */

function oneOf(random, list) {
  return list[Math.floor(random() * list.length)];
}

const marker = 'X-Hostile: ';
const path = `/entity/${entityId}/automationRule/${ruleId}`;

function head(service, { method = 'DELETE', host = '127.0.0.1', more = '' } = {}) {
  const authorization = 'Authorization: Bearer hostile-token-0123456789\r\n';
  return `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${marker}${service}\r\n${authorization}${more}\r\n`;
}

/** Header lines, more than can be passed or less, with names that are masked or not. */
function shortHeaders(random) {
  const bytes = oneOf(random, [900_000, 80_000]);
  const name = oneOf(random, ['x', 'token', 'x-api-key-', 'cookie']);
  const isRepeated = random() < 0.5;
  const lines = [];
  for (let size = 0, at = 0; size < bytes; at += 1) {
    lines.push(`${name}${isRepeated ? '' : at}: ${at}\r\n`);
    size += lines.at(-1).length;
  }
  return lines.join('');
}

/** Writes until the other end reads no more, or for so many pieces. */
async function flood(socket, piece, pieces) {
  for (let count = 0; count < pieces && !socket.destroyed; count += 1)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close'), sleep(500)]);
}

const json = Buffer.from('{"status":"success","requestId":"x","data":{}}');
const lengthOf = (body) => `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n';

/** What a service does with a connection, whose first request has come. */
const services = {
  'is sound': (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${lengthOf(json)}${json}`),
  'sends interim responses': (socket) => flood(socket, interim.repeat(1_000), 300),
  'sends a long head': (socket, random) =>
    void socket.write(`HTTP/1.1 200 OK\r\n${shortHeaders(random)}${lengthOf(json)}${json}`),
  'sends a body without end': async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    await flood(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`, 300);
  },
  'nests its body': (socket) => {
    const body = Buffer.from('['.repeat(200_000));
    socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lengthOf(body)}`), body]));
  },
  'ends too early': (socket) => void socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${json}`),
  resets: (socket) => void socket.resetAndDestroy(),
  'is silent': () => undefined,
  'is not HTTP': (socket, random) =>
    void socket.write(Buffer.from(Array.from({ length: 500 }, () => random() * 256))),
  'switches unasked': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nfirst'),
  'responds twice': (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${lengthOf(json)}${json}`.repeat(2)),
  'sends two lengths': (socket) =>
    void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n${lengthOf(json)}${json}`),
  'writes byte by byte': async (socket) => {
    for (const byte of `HTTP/1.1 200 OK\r\n${lengthOf(json)}${json}`) {
      if (socket.destroyed) return;
      socket.write(byte);
      await sleep(2);
    }
  },
};

/** What a client does with a connection. */
const clients = {
  'sends a request': (socket, service) => void socket.write(head(service)),
  'sends short headers': (socket, service, random) =>
    void socket.write(head(service, { more: shortHeaders(random) })),
  pipelines: (socket, service, random) => flood(socket, head(service).repeat(500), Math.ceil(random() * 100)),
  'pipelines short headers': (socket, service, random) =>
    flood(socket, head(service, { more: shortHeaders(random) }), Math.ceil(random() * 100)),
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
  'writes byte by byte': async (socket, service) => {
    for (const byte of head(service)) {
      if (socket.destroyed) return;
      socket.write(byte);
      await sleep(1);
    }
  },
  'is not HTTP': (socket, _, random) =>
    void socket.write(Buffer.from(Array.from({ length: 2_000 }, () => random() * 256))),
  'names another host': (socket, service) => void socket.write(head(service, { host: 'rebound.example' })),
  'wants h2c behind a request': (socket, service) =>
    void socket.write(
      head(service) + head(service, { more: 'Connection: Upgrade\r\nUpgrade: h2c\r\n' }) + head(service),
    ),
  'wants another protocol': (socket, service) =>
    void socket.write(`${head(service, { more: 'Connection: Upgrade\r\nUpgrade: x\r\n' })}early`),
  'sends two lengths': (socket, service) =>
    void socket.write(head(service, { more: 'Content-Length: 1\r\nContent-Length: 2\r\n' })),
  'sends chunks that are none': (socket, service) =>
    void socket.write(`${head(service, { method: 'PUT', more: 'Transfer-Encoding: chunked\r\n' })}zz\r\n`),
  'sends a body without end': async (socket, service) => {
    socket.write(head(service, { method: 'PUT', more: 'Transfer-Encoding: chunked\r\n' }));
    await flood(socket, `2710\r\n${'x'.repeat(10_000)}\r\n`, 500);
  },
};

/** So many pairs of a client and a service, each with the longest time that it may take, in milliseconds. */
export function* hostilePairs(seed, count = Number.POSITIVE_INFINITY) {
  const random = randomOf(seed);
  for (let at = 0; at < count; at += 1)
    yield {
      client: oneOf(random, Object.keys(clients)),
      service: oneOf(random, Object.keys(services)),
      ms: 50 + Math.floor(random() * 1_500),
      random,
    };
}

/** One hostile client of a pair; resolves once it has left. */
export async function attack({ client, service, ms, random }, port) {
  const socket = connect({ port, host: '127.0.0.1' });
  socket
    .setMaxListeners(0)
    .on('error', () => undefined)
    .resume();
  const left = once(socket, 'close').catch(() => undefined);
  Promise.resolve(clients[client](socket, service, random)).catch(() => undefined);
  await Promise.race([left, sleep(ms)]);
  socket.destroy();
  await left;
}

/** A service that is hostile to whoever asks for it, and hands all other connections on to a sound one. */
export async function hostileService(soundPort, seed) {
  const random = randomOf(seed);
  const server = createServer((socket) => {
    socket.setMaxListeners(0).on('error', () => undefined);
    socket.once('data', (first) => {
      const name = new RegExp(`${marker}([^\r]*)`).exec(first.toString('latin1'))?.[1];
      if (name !== undefined) {
        socket.resume();
        Promise.resolve(services[name]?.(socket, random)).catch(() => undefined);
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: server.address().port, close: () => server.close() };
}
