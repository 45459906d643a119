import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { between, endsWith, relayTo, type Wire } from '../support/wires.ts';

/** Bodies, ends and clients that leave, on the connections of a relay. */

const get = 'GET / HTTP/1.1\r\nHost: p\r\n\r\n';
const ok = (body = '', status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
const large = Buffer.alloc(10 * 1024 * 1024, everyByte);

/** What stands behind the head, with chunks undone. */
function bodyOf({ bytes }: Wire): Buffer {
  const start = bytes.indexOf('\r\n\r\n') + 4;
  const head = bytes.subarray(0, start).toString('latin1');
  const body = bytes.subarray(start);
  return /^transfer-encoding:/im.test(head) ? unchunked(body) : body;
}

function unchunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.subarray(at, lineEnd).toString('latin1'), 16);
    if (length === 0) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}

function chunked(bytes: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** Whether the body is there, by its framing. */
function isWhole(text: string): boolean {
  const [head = ''] = text.split('\r\n\r\n', 1);
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length - head.length - 4 >= Number(length);
}

type Wires = Awaited<ReturnType<typeof between>>;

/** Answers requests for these paths one after the other: none asks before the one before it is answered. */
async function inOrder({ client, service, answered }: Wires, paths: readonly string[]) {
  for (const [at, path] of paths.entries()) {
    const received = await service.until(endsWith('\r\n\r\n'));
    expect(received.match(/GET \S+/g)).toEqual([`GET ${path}`]);
    service.clear();
    await answered(ok(`${at}`));
    client.clear();
  }
}

describe('bodies pass byte for byte, both ways', () => {
  const sized = (body: Buffer) => [`Content-Length: ${body.length}\r\n`, body] as const;
  const inChunks = (body: Buffer, size: number) =>
    ['Transfer-Encoding: chunked\r\n', chunked(body, size)] as const;
  const gzip = gzipSync('{"status":"success"}');

  test.each([
    ['every byte there is', everyByte, sized(everyByte)],
    ['every byte there is, in chunks', everyByte, inChunks(everyByte, 7)],
    ['compressed', gzip, [`Content-Encoding: gzip\r\n${sized(gzip)[0]}`, gzip] as const],
    ['10 MB', large, sized(large)],
    ['a megabyte in chunks', large.subarray(0, 1_000_000), inChunks(large.subarray(0, 1_000_000), 100_000)],
  ])('%s', async (_, body, [framing, framed]) => {
    const { client, service, world } = await between(`DELETE / HTTP/1.1\r\nHost: p\r\n${framing}\r\n`);
    client.send(framed);
    await service.untilSize(body.length);
    await service.until(isWhole);
    expect(bodyOf(service).equals(body)).toBe(true);
    service.send(`HTTP/1.1 200 OK\r\n${framing}\r\n`);
    service.send(framed);
    await client.untilSize(body.length);
    await client.until(isWhole);
    expect(bodyOf(client).equals(body)).toBe(true);
    const [passed] = await world.concluded();
    expect(passed).toMatchObject({ end: 'complete', answer: { status: 200 } });
    expect(passed?.requestBody.equals(body)).toBe(true);
    expect(passed?.answerBody.equals(body)).toBe(true);
  });

  test('as they come, not once they are whole', async () => {
    const { client, service, answered } = await between(
      'PUT / HTTP/1.1\r\nHost: p\r\nContent-Length: 6\r\n\r\nabc',
    );
    await service.until(endsWith('abc'));
    client.send('def');
    await service.until(endsWith('abcdef'));
    service.send('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      await answered(`${event.length.toString(16)}\r\n${event}\r\n`);
    }
  });

  test('more requests of one connection than are read ahead, in their order', async () => {
    const paths = Array.from({ length: 300 }, (_, at) => `/${at}`);
    await inOrder(await between(paths.map((path) => get.replace('/', path)).join('')), paths);
  });
});

describe('whoever reads slowly slows the other end', () => {
  // What the system itself holds of two connections is some ten megabytes.
  const most = 64 * 1024 * 1024;

  const length = `Content-Length: ${20 * large.length}\r\n\r\n`;
  const zeros = Buffer.alloc(64 * 1024);

  test.each([
    ['a response', get, `HTTP/1.1 200 OK\r\n${length}`, 'service', zeros],
    ['a request', `PUT / HTTP/1.1\r\nHost: p\r\n${length}`, '', 'client', zeros],
  ] as const)('%s', async (_, request, answer, writer, chunk) => {
    const wires = await between(request);
    if (chunk === zeros) wires[writer === 'client' ? 'service' : 'client'].socket.pause();
    wires.service.send(answer);
    expect(await pushed(wires[writer], chunk)).toBeLessThan(most);
  });

  /** Writes until nothing more is taken for many turns in a row. */
  async function pushed({ socket }: Wire, chunk: Buffer): Promise<number> {
    let written = 0;
    for (let idle = 0; idle < 200 && written < most; ) {
      if (socket.writableNeedDrain) {
        idle += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
      } else {
        idle = 0;
        written += chunk.length;
        socket.write(chunk);
      }
    }
    return written;
  }
});

const upload = 'PUT / HTTP/1.1\r\nHost: p\r\nContent-Length: 10\r\n\r\nabc';

test.each([
  ['while it waits', get, ''],
  ['in the middle of its request', upload, ''],
  ['in the middle of a response', get, 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
])('a client that leaves: %s: the service is left, too', async (_, request, answer) => {
  const { client, service, world } = await between(request);
  service.send(answer);
  if (answer !== '') await client.until(endsWith('abc'));
  client.socket.destroy();
  await service.over();
  expect(await world.concluded()).toMatchObject([{ end: 'client-left' }]);
});

describe('a service that drops a connection', () => {
  test('that nothing is sent over: the next request gets another one', async () => {
    const { client, service, upstream, answered } = await between(get);
    await answered(ok());
    service.socket.end();
    await service.over();
    client.send(get);
    const next = await upstream.next();
    await next.until(endsWith('\r\n\r\n'));
    next.send(ok('ok'));
    await client.until(endsWith('ok'));
  });

  test('behind a response, as it says: so does the client', async () => {
    const { client, service, world } = await between(get);
    service.socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok');
    expect(await client.over()).toBe('end');
    expect(client.text).toBe('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok');
    expect(await world.concluded()).toMatchObject([{ end: 'complete' }]);
  });

  test('behind an early response to a request that is still being sent', async () => {
    const { client, service, world } = await between(upload);
    await service.until(endsWith('abc'));
    service.socket.end('HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno');
    expect(await client.until(endsWith('no'))).toMatch(/^HTTP\/1\.1 413 Too Large\r\n/);
    expect(await world.concluded()).toMatchObject([{ end: 'complete', requestBody: Buffer.from('abc') }]);
  });
});

describe('a service that sends what nobody asked for', () => {
  test('behind a response: no request gets it', async () => {
    const { client, service, upstream, world } = await between(get + get);
    service.send(ok('ok') + ok('ok', '299 OK'));
    const next = await upstream.next();
    await next.until(endsWith('\r\n\r\n'));
    next.send(ok('no'));
    await client.until(endsWith('no'));
    expect(client.text).toBe(ok('ok') + ok('no'));
    expect(service.text.match(/GET/g)).toHaveLength(1);
    expect(await world.concluded(2)).toMatchObject([{ end: 'complete' }, { end: 'complete' }]);
  });

  test('while no request waits: the next one gets its own', async () => {
    const { client, service, world, answered } = await between(get);
    await answered(ok('ok'));
    await world.concluded();
    service.send(ok('ok', '299 OK'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.send(get);
    await service.until((text) => text.split('GET').length === 3);
    await answered(ok('no'));
    expect(client.text).toBe(ok('ok') + ok('no'));
  });
});

test('where nobody listens, who responds says so', async () => {
  const port = await freePort();
  const world = await relayTo(`http://127.0.0.1:${port}`);
  const client = world.client(upload);
  expect(await client.over()).toBe('end');
  expect(client.text).toMatch(
    /^HTTP\/1\.1 502 Bad Gateway\r\n.*conformance watch sent this response in place of the service: /s,
  );
  expect(client.text).toContain(`nothing is listening at 127.0.0.1:${port}`);
  expect(await world.concluded()).toMatchObject([{ end: 'unreachable', answer: null }]);
});

test('a connection of a client has one of its own to the service for all its requests, and no other client shares it', async () => {
  const { client, service, upstream, world, answered } = await between(get);
  for (let count = 1; count < 4; count += 1) {
    await service.until(endsWith('\r\n\r\n'));
    service.clear();
    await answered(ok());
    client.clear();
    await world.concluded(count);
    client.send(get);
  }
  expect(upstream.connections()).toBe(1);
  world.client(get);
  await upstream.next();
  expect(upstream.connections()).toBe(2);
  client.socket.destroy();
  await service.over();
});

describe('the end', () => {
  test('comes behind what is under way, and closes what is idle', async () => {
    const { client: idle, service: asked, upstream, world } = await between(get);
    await asked.until(endsWith('\r\n\r\n'));
    asked.send(ok('ok'));
    await idle.until(endsWith('ok'));
    const busy = world.client(get);
    const service = await upstream.next();
    await service.until(endsWith('\r\n\r\n'));
    const closed = world.close(60_000);
    expect(await idle.over()).toBe('end');
    service.send(ok('ok'));
    await busy.over();
    await closed;
    expect(busy.text).toMatch(/ok$/);
    expect(world.passed).toMatchObject([{ end: 'complete' }, { end: 'complete' }]);
  });

  test('cuts off what does not end', async () => {
    const { client, world } = await between(get);
    await world.close(1);
    await client.over();
    expect(world.passed).toMatchObject([{ end: 'client-left' }]);
  });
});
