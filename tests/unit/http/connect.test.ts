import type { IncomingMessage } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ProxyOptions, startProxy, type TestProxy } from '../../support/proxy.ts';
import { authority, stranger } from './certificates.ts';
import { httpService, listen, put, rawService, token } from './services.ts';

/** A service of https: that answers `{}`, and counts the requests that reached it. */
async function secureService(options: ServerOptions, host = '127.0.0.1') {
  const requests: IncomingMessage[] = [];
  const server = createHttpsServer(options, (request, response) => {
    requests.push(request);
    response.end('{}');
  });
  server.on('tlsClientError', () => undefined);
  return { url: new URL(`https://${host}:${await listen(server)}`), requests };
}

/** A proxy until the test is over. */
async function proxyServer(options: ProxyOptions = {}): Promise<TestProxy> {
  const proxy = await startProxy(options);
  onTestFinished(proxy.close);
  return proxy;
}

/** The same service under a name that only the proxy knows: what is on loopback is never reached through one. */
function elsewhere(url: URL): URL {
  return new URL(url.href.replace('127.0.0.1', 'service.test'));
}

describe('TLS', () => {
  test('a service is trusted by an authority that the operator names, by name and by address', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const { url } = await secureService(authority.server, host);
      const { response, timings } = await put(url, { tls: { ca: authority.ca } });
      expect(response?.status).toBe(200);
      expect(timings.connectMs).toBeGreaterThan(0);
    }
  });

  const { ca, server } = authority;
  test.for([
    ['an authority that nobody named', server, {}, /authority that is not trusted.*CONFORMANCE_CA_FILE/],
    ['another authority', server, { ca: stranger.ca }, /authority that is not trusted/],
    ['a certificate that has expired', authority.expired, { ca }, /has expired \(CERT_HAS_EXPIRED\)/],
    ['a certificate for another host', authority.elsewhere, { ca }, /for another host.*elsewhere\.test/],
  ] as const)('a service is refused for %s', async ([, pair, tls, message]) => {
    const { url, requests } = await secureService(pair);
    const { failure } = await put(url, { tls });
    expect(failure).toMatchObject({ kind: 'tls', sent: false });
    expect(failure?.message).toMatch(message);
    expect(failure?.message).toContain(`no secure connection to ${url.host}`);
    expect(requests).toEqual([]);
  });

  test('a certificate that signs itself is refused, also where the environment turns verification off', async () => {
    const { url, requests } = await secureService(authority.selfSigned);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const warning = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => {
      warning.mockRestore();
      vi.unstubAllEnvs();
    });
    const { failure } = await put(url);
    expect(failure).toMatchObject({ kind: 'tls', sent: false });
    expect(failure?.message).toMatch(/its certificate is self-signed; CONFORMANCE_CA_FILE/);
    expect(requests).toEqual([]);
  });

  test.for(['TLSv1.2', 'TLSv1.3'] as const)(
    'a client certificate is shown where one is asked for (%s)',
    async (version) => {
      const options = { ...authority.server, requestCert: true, ca: authority.ca, maxVersion: version };
      const { url, requests } = await secureService(options);
      const { failure } = await put(url, { tls: { ca: authority.ca } });
      expect(failure?.kind).toBe('tls');
      expect(failure?.message).toMatch(/CONFORMANCE_CLIENT_CERT_FILE/);
      expect(requests).toEqual([]);
      const { response } = await put(url, { tls: { ca: authority.ca, ...authority.client } });
      expect(response?.status).toBe(200);
      const other = await put(url, { tls: { ca: authority.ca, ...stranger.client } });
      expect(other.response).toBeUndefined();
      expect(requests).toHaveLength(1);
    },
  );

  test.for([
    ['speaks HTTP without TLS', 'HTTP/1.1 400 Bad Request\r\n\r\n', /this port does not use TLS/],
    ['closes in the handshake', '', /closed the connection in the handshake/],
  ] as const)('a service that %s', async ([, answer, message]) => {
    const server = createTcpServer((socket) => socket.once('data', () => socket.end(answer)));
    const { failure } = await put(new URL(`https://127.0.0.1:${await listen(server)}`));
    expect(failure).toMatchObject({ kind: 'tls', sent: false });
    expect(failure?.message).toMatch(message);
  });

  test('a service of https: that is asked in plain HTTP', async () => {
    const { url, requests } = await secureService(authority.server);
    const { failure } = await put(new URL(`http://${url.host}`));
    expect(failure?.kind).toMatch(/^(?:not-http|closed|reset)$/);
    expect(requests).toEqual([]);
  });

  test('a service that offers HTTP/2 only', async () => {
    const { url } = await secureService({ ...authority.server, ALPNProtocols: ['h2'] });
    const { failure } = await put(url, { tls: { ca: authority.ca } });
    expect(failure).toMatchObject({ kind: 'tls', sent: false });
    expect(failure?.message).toMatch(/does not offer HTTP\/1\.1/);
  });
});

describe('a proxy', () => {
  const credentials = 'user:p@ss-word-1';
  const withCredentials = (url: string): string => url.replace('//', '//user:p%40ss-word-1@');

  test('opens a tunnel to a service of https:, and the authority still counts', async () => {
    const { url: local, requests } = await secureService(authority.server);
    const url = elsewhere(local);
    const proxy = await proxyServer();
    const settings = { tls: { ca: authority.ca }, proxy: { httpsProxy: proxy.url } };
    const { response } = await put(url, settings);
    expect(response?.status).toBe(200);
    expect(proxy.log).toEqual([`CONNECT ${url.host}`]);
    expect(requests[0]?.headers).toMatchObject({ authorization: `Bearer ${token}`, host: url.host });
    const { failure } = await put(url, { ...settings, tls: {} });
    expect(failure).toMatchObject({ kind: 'tls', sent: false });
    expect(requests).toHaveLength(1);
  });

  test('hands on a request to a service of http:, without a tunnel', async () => {
    const asked: unknown[] = [];
    const service = await httpService((request, response) => {
      asked.push([request.url, request.headers.host, request.headers['proxy-authorization']]);
      response.end('{}');
    });
    const proxy = await proxyServer({ credentials });
    const url = elsewhere(service.url);
    const exchange = await put(url, { proxy: { httpProxy: withCredentials(proxy.url) } });
    const path = '/api/entity/e1/valuation/derivative/fact/transformer/';
    expect(exchange.response?.status).toBe(200);
    expect(exchange.request.url).toBe(`${url.origin}${path}`);
    expect(proxy.log).toEqual([`PUT ${url.origin}${path}`]);
    expect(asked).toEqual([[path, url.host, undefined]]);
  });

  test('of https: is verified with the same authority, and shown the credentials in its URL', async () => {
    const url = elsewhere((await secureService(authority.server)).url);
    const proxy = await proxyServer({ tls: authority.server, credentials });
    const settings = { proxy: { httpsProxy: withCredentials(proxy.url) } };
    const { response } = await put(url, { ...settings, tls: { ca: authority.ca } });
    expect(response?.status).toBe(200);
    expect(proxy.log).toEqual([`CONNECT ${url.host}`]);
    const { failure } = await put(url, settings);
    expect(failure).toMatchObject({ kind: 'proxy', sent: false });
    expect(failure?.message).toMatch(/^the proxy cannot be used: no secure connection to 127\.0\.0\.1/);
  });

  test('is not shown the client certificate', async () => {
    const options = { ...authority.server, requestCert: true, ca: authority.ca };
    const url = elsewhere((await secureService(options)).url);
    const proxy = await proxyServer({ tls: options });
    const settings = { tls: { ca: authority.ca, ...authority.client }, proxy: { httpsProxy: proxy.url } };
    expect((await put(url, settings)).failure).toMatchObject({ kind: 'proxy', sent: false });
    expect(proxy.log).toEqual([]);
  });

  const says = (text: string): ProxyOptions => ({ onConnect: (socket) => void socket.end(text) });
  test.for<[string, ProxyOptions, RegExp]>([
    ['refuses the credentials', { credentials: 'some:other' }, /asks for other credentials.*\(407\)/],
    ['refuses the target', says('HTTP/1.1 403 Not that one\r\n\r\n'), /responded with 403 Not that one$/],
    ['breaks off', says(''), /broke off/],
    ['is none', says('hello\r\n\r\n'), /broke off \(Parse Error/],
  ])('that %s', async ([, options, message]) => {
    const { url: local, requests } = await secureService(authority.server);
    const url = elsewhere(local);
    const proxy = await proxyServer(options);
    const exchange = await put(url, { proxy: { httpsProxy: withCredentials(proxy.url) } });
    expect(exchange.failure).toMatchObject({ kind: 'proxy', sent: false });
    expect(exchange.failure?.message).toMatch(message);
    expect(requests).toEqual([]);
    for (const secret of ['p@ss-word-1', 'p%40ss-word-1', Buffer.from(credentials).toString('base64')])
      expect(JSON.stringify(exchange)).not.toContain(secret);
  });

  test('that refuses to hand on a request of http: is reported as what it is', async () => {
    const service = await httpService((_, response) => response.end('{}'));
    const proxy = await proxyServer({ credentials });
    const { failure } = await put(elsewhere(service.url), { proxy: { httpProxy: proxy.url } });
    expect(failure).toMatchObject({ kind: 'proxy', sent: true, head: { status: 407 } });
  });

  test('that never opens the way is waited for until the deadline', async () => {
    const proxy = await rawService(() => undefined);
    const way = { timeoutMs: 150, proxy: { httpsProxy: proxy.url.origin } };
    const { failure } = await put(new URL('https://service.test:9'), way);
    expect(failure).toEqual({
      kind: 'timeout',
      message: `no connection within 150 ms; it was still waiting for the proxy ${proxy.url.host} to open a connection to service.test:9`,
      sent: false,
    });
  });

  test('that nobody runs', async () => {
    const proxy = { httpProxy: 'http://127.0.0.1:1' };
    const { failure } = await put(new URL('http://service.test:9'), { proxy });
    expect(failure).toMatchObject({ kind: 'proxy', sent: false });
    expect(failure?.message).toMatch(/^the proxy cannot be used: nothing is listening at 127\.0\.0\.1:1/);
  });

  test('of SOCKS is connected to by nobody', async () => {
    const proxy = await rawService(() => undefined);
    const url = new URL('http://service.test');
    const { failure } = await put(url, { proxy: { allProxy: `socks5://${proxy.url.host}` } });
    expect(failure).toMatchObject({ kind: 'proxy', sent: false });
    expect(failure?.message).toMatch(/socks5: is not supported/);
    expect(proxy.connections()).toBe(0);
  });
});
