import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { between, endsWith, relayTo } from '../support/wires.ts';

const get = 'GET / HTTP/1.1\r\nHost: p\r\n\r\n';
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
  test.each([
    ['before its response', get, ''],
    ['in the middle of the request', upload, ''],
    ['in the middle of a response of known length', get, 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
    ['in the middle of chunks', get, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
    ['in the middle of a head', get, 'HTTP/1.1 200 OK\r\nContent-Le'],
  ])('%s: the client gets what came, and no more', async (_, request, answer) => {
    const { client, service, world } = await between(request);
    service.socket.end(answer);
    await client.over();
    expect(client.text).toBe(answer.includes('abc') ? answer : '');
    expect(await world.concluded()).toMatchObject([{ end: 'dropped' }]);
  });

  test.each([
    ['before its response', ''],
    ['in the middle of a response', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
  ])('by a reset, %s: the client is reset', async (_, answer) => {
    const { client, service } = await between(get);
    service.send(answer);
    if (answer !== '') await client.until(endsWith('abc'));
    service.socket.resetAndDestroy();
    expect(await client.over()).toBe('reset');
  });

  test('that nothing is sent over: the client finds its own closed', async () => {
    const { client, service, answered } = await between(get);
    await answered('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    service.socket.end();
    expect(await client.over()).toBe('end');
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
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

  test('behind a response: no request gets it, and the connection ends', async () => {
    const { client, service, world } = await between(get + get);
    service.send(ok + ok.replace('200', '299'));
    await client.over();
    expect(client.text).toBe(ok);
    expect(service.text.match(/GET/g)).toHaveLength(1);
    expect(await world.concluded()).toMatchObject([{ end: 'complete' }]);
  });

  test('while no request waits: the next one gets its own', async () => {
    const { client, service, world, answered } = await between(get);
    await answered(ok);
    await world.concluded();
    service.send(ok.replace('200', '299'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.send(get);
    await service.until((text) => text.split('GET').length === 3);
    await answered(ok.replace('ok', 'no'));
    expect(client.text).toBe(ok + ok.replace('ok', 'no'));
  });
});

describe('where nothing of the service can be handed on, who responds says so', () => {
  const says =
    /^HTTP\/1\.1 502 Bad Gateway\r\n.*\r\n\r\nconformance watch sent this response in place of the service: {2}/s;

  test('nobody listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const world = await relayTo(`http://127.0.0.1:${port}`);
    const client = world.client(upload);
    expect(await client.over()).toBe('end');
    expect(client.text).toMatch(says);
    expect(client.text).toContain(`nothing is listening at 127.0.0.1:${port}`);
    expect(await world.concluded()).toMatchObject([{ end: 'unreachable', answer: null }]);
  });
});

test('a connection of a client has one of its own to the service for all its requests, and no other client shares it', async () => {
  const { client, service, upstream, world, answered } = await between(get);
  for (let count = 1; count < 4; count += 1) {
    await service.until(endsWith('\r\n\r\n'));
    service.clear();
    await answered('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
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
    const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const { client: idle, service: asked, upstream, world } = await between(get);
    await asked.until(endsWith('\r\n\r\n'));
    asked.send(ok);
    await idle.until(endsWith('ok'));
    const busy = world.client(get);
    const service = await upstream.next();
    await service.until(endsWith('\r\n\r\n'));
    const closed = world.close(60_000);
    expect(await idle.over()).toBe('end');
    service.send(ok);
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
