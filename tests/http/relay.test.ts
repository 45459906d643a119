import { describe, expect, onTestFinished, test } from 'vitest';
import { brokenChunks, refusedRequests, relayed, unreadResponses } from '../cases/relayed.ts';
import { authority } from '../support/certificates.ts';
import { startProxy, startTlsFront } from '../support/proxy.ts';
import { between, endsWith, rawUpstream, relayTo } from '../support/wires.ts';

const get = 'GET / HTTP/1.1\r\nHost: p\r\n\r\n';
const getA = get.replace('/', '/a');

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
      /^HTTP\/1\.1 502 Bad Gateway\r\n.*\r\n\r\nconformance watch sent this response in place of the service: /s,
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

const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';

/** Sends a request that is refused. @returns what the client got */
async function refused(head: string): Promise<string> {
  const upstream = await rawUpstream();
  const world = await relayTo(`http://127.0.0.1:${upstream.port}`, { allowedHosts: ['build-7.example'] });
  const client = world.client(`${head}\r\n`);
  await client.over();
  expect(upstream.connections()).toBe(0);
  expect(world.passed).toEqual([]);
  return client.text;
}

describe('a request is not passed', () => {
  test.each([
    ['for the name of somebody else', 'GET /a HTTP/1.1\r\nHost: rebound.example\r\n'],
    ['with a port', 'GET /a HTTP/1.1\r\nHost: rebound.example:4010\r\n'],
    ['in HTTP/1.0', 'GET /a HTTP/1.0\r\nHost: rebound.example\r\n'],
    ['in the second of two fields', 'GET /a HTTP/1.1\r\nHost: localhost\r\nhost: rebound.example\r\n'],
    ['in its target', 'GET http://rebound.example/a HTTP/1.1\r\nHost: localhost\r\n'],
    ['behind a target of ours', 'GET http://localhost/a HTTP/1.1\r\nHost: rebound.example\r\n'],
    ['that wants another protocol', `GET /a HTTP/1.1\r\nHost: rebound.example\r\n${upgrade}`],
    [
      'that wants HTTP/2',
      'GET /a HTTP/1.1\r\nHost: rebound.example\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n',
    ],
    ['that only begins as an allowed one', 'GET /a HTTP/1.1\r\nHost: build-7.example.rebound.example\r\n'],
  ])('%s', async (_, head) => {
    const text = await refused(head);
    expect(text).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/);
    expect(text).toMatch(/--allow-host \S*rebound\.example\.\n$/);
  });

  test.each([
    'a@localhost',
    'localhost@rebound.example',
    'localhost/',
    'localhost#',
    'localhost\\',
    '127.0.0.1.rebound.example',
    '8.8.8.8',
    '[2001:db8::1]',
    'localhost:99999',
  ])('for %s', async (host) =>
    expect(await refused(`GET /a HTTP/1.1\r\nHost: ${host}\r\n`)).toMatch(/^HTTP\/1\.1 421 /),
  );
});

test.each([
  'Host: localhost\r\n',
  'Host: LOCALHOST.:1\r\n',
  'Host: service.localhost:4010\r\n',
  'Host: 127.0.0.1:4010\r\n',
  'Host: [::1]:4010\r\n',
  'Host: build-7.example\r\n',
  'Host: Build-7.Example:4010\r\n',
])('a request is passed with %j', async (field) => {
  const { answered } = await between(`GET /a HTTP/1.1\r\n${field}\r\n`, {
    allowedHosts: ['build-7.example'],
  });
  expect(await answered('HTTP/1.1 204 No Content\r\n\r\n')).toMatch(/^HTTP\/1\.1 204 /);
});

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

async function tlsUpstream(options: Parameters<typeof startTlsFront>[1]) {
  const upstream = await rawUpstream();
  const front = await startTlsFront(`http://127.0.0.1:${upstream.port}`, options);
  onTestFinished(() => front.close());
  return { upstream, port: front.port };
}

describe('a service over TLS', () => {
  test('is trusted by the authority that is named, and shown the client certificate', async () => {
    const { upstream, port } = await tlsUpstream({
      ...authority.server,
      ca: authority.ca,
      requestCert: true,
    });
    const { cert, key } = authority.client;
    const world = await relayTo(`https://localhost:${port}/base/`, { tls: { ca: authority.ca, cert, key } });
    const client = world.client(getA);
    const service = await upstream.next();
    expect(await service.until(endsWith('\r\n\r\n'))).toContain(
      `GET /base/a HTTP/1.1\r\nHost: localhost:${port}\r\n`,
    );
    service.send(ok);
    await client.until(endsWith('ok'));
  });

  test.each([
    ['of another host', authority.elsewhere, authority.ca],
    ['of nobody who is known', authority.selfSigned, undefined],
  ])('with a certificate %s is sent nothing, and the client is told', async (_, server, ca) => {
    const { upstream, port } = await tlsUpstream(server);
    const world = await relayTo(`https://localhost:${port}`, { tls: ca === undefined ? {} : { ca } });
    const client = world.client(getA);
    await client.over();
    expect(client.text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(client.text).toContain('certificate');
    expect(await world.concluded()).toMatchObject([{ end: 'unreachable', cause: { kind: 'tls' } }]);
    expect(upstream.connections()).toBe(0);
  });
});

const credentials = 'operator:proxy-password-123';

async function through(scheme: 'http' | 'https') {
  const proxy = await startProxy({ credentials });
  onTestFinished(() => proxy.close());
  const { upstream, port } = await tlsUpstream(authority.server);
  const target = scheme === 'https' ? `https://service.test:${port}` : `http://service.test:${upstream.port}`;
  const url = proxy.url.replace('//', `//${credentials}@`);
  const world = await relayTo(target, { tls: { ca: authority.ca }, proxy: { [`${scheme}Proxy`]: url } });
  const client = world.client(getA);
  const service = await upstream.next();
  const received = await service.until(endsWith('\r\n\r\n'));
  service.send(ok);
  await client.until(endsWith('ok'));
  return { proxy, received, passed: await world.concluded() };
}

test.each([
  ['http', /^GET http:\/\/service\.test:\d+\/a$/],
  ['https', /^CONNECT service\.test:\d+$/],
] as const)('a proxy on the way is used for %s, and its credentials go no further', async (scheme, asked) => {
  const { proxy, received, passed } = await through(scheme);
  expect(proxy.log).toEqual([expect.stringMatching(asked)]);
  expect(received).not.toMatch(/proxy-authorization/i);
  expect(JSON.stringify(passed)).not.toContain('proxy-password');
});
