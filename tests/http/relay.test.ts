import { describe, expect, test } from 'vitest';
import { brokenChunks, refusedRequests, relayed, unreadResponses } from '../cases/relayed.ts';
import { between, endsWith, rawUpstream, relayTo } from '../support/wires.ts';

const get = 'GET / HTTP/1.1\r\nHost: p\r\n\r\n';

test.each(relayed)('$passes', async ({ request, arrives, response, ends, comes = response }) => {
  const { client, service, host } = await between(request);
  const wanted = arrives.replace('{host}', host);
  await service.untilSize(wanted.length);
  expect(service.text).toBe(wanted);
  service.send(response);
  if (ends) service.socket.end();
  await client.untilSize(comes.length);
  expect(client.text).toBe(comes);
});

test('a body that waits for 100 Continue waits for that of the service', async () => {
  const head = 'PUT / HTTP/1.1\r\nHost: p\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n';
  const { client, service, answered } = await between(head);
  expect(client.text).toBe('');
  await answered('HTTP/1.1 100 Continue\r\n\r\n');
  client.send('body');
  await service.until(endsWith('body'));
  await answered('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
});

describe('what two readers could take in two ways is refused', () => {
  test.each(refusedRequests)('%j', async (request) => {
    const upstream = await rawUpstream();
    const world = await relayTo(`http://127.0.0.1:${upstream.port}`);
    const client = world.client(request);
    await client.over();
    expect(client.text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect([upstream.connections(), world.passed]).toEqual([0, []]);
  });

  test.each(brokenChunks)('%j', async (request) => {
    const upstream = await rawUpstream();
    const world = await relayTo(`http://127.0.0.1:${upstream.port}`);
    const client = world.client(request);
    await client.over();
    expect(client.text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    await world.close(0);
    expect(world.passed.filter(({ end }) => end !== 'client-left')).toEqual([]);
  });

  test.each(unreadResponses)('%j', async (response) => {
    const { client, service, world } = await between(get);
    service.send(response);
    await client.over();
    expect(client.text.slice(client.text.indexOf('HTTP/1.1 5'))).toMatch(
      /^HTTP\/1\.1 502 Bad Gateway\r\n.*\r\n\r\nconformance watch sent this response in place of the service: {2}/s,
    );
    expect(await world.concluded()).toMatchObject([{ end: 'unreachable', answer: null }]);
  });

  test('headers that are too long, and CONNECT', async () => {
    const world = await relayTo('http://127.0.0.1:1');
    const long = world.client(`GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`);
    await long.over();
    expect(long.text).toMatch(/^HTTP\/1\.1 431 /);
    const connect = world.client('CONNECT p:443 HTTP/1.1\r\nHost: p\r\n\r\n');
    await connect.over();
    expect([connect.text, world.passed]).toEqual(['', []]);
  });
});
