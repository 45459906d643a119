import { describe, expect, onTestFinished, test } from 'vitest';
import { authority } from '../support/certificates.ts';
import { startProxy } from '../support/proxy.ts';
import { startTlsFront } from '../support/tls-front.ts';
import { endsWith, rawUpstream, relayTo } from '../support/wires.ts';

const get = 'GET /a HTTP/1.1\r\nHost: p\r\n\r\n';
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
    const client = world.client(get);
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
    const client = world.client(get);
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
  const client = world.client(get);
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
