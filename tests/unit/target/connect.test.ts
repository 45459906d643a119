import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { connect as connectTcp, createServer as createTcpServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAuthority } from './certificates.ts';
import { httpService, listen, put, rawService, token } from './services.ts';

const authority = createAuthority();
const stranger = createAuthority();

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

interface ProxyOptions {
  readonly tls?: ServerOptions;
  /** Value that Proxy-Authorization must have. */
  readonly authorization?: string;
  /** Answered to every CONNECT instead of a tunnel. */
  readonly answer?: string;
}

/** A proxy that opens tunnels and hands on plain requests; `log` has what it was asked. */
async function proxyServer({ tls, authorization, answer }: ProxyOptions = {}) {
  const log: string[] = [];
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    authorization === undefined || headers['proxy-authorization'] === authorization;
  const server = tls === undefined ? createHttpServer() : createHttpsServer(tls);
  server.on('tlsClientError', () => undefined);
  server.on('request', (request: IncomingMessage, response) => {
    log.push(`${request.method} ${request.url}`);
    if (!isAllowed(request)) return response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
    const { 'proxy-authorization': _, ...headers } = request.headers;
    const onward = httpRequest(request.url ?? '', { method: request.method ?? '', headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    });
    return request.pipe(onward);
  });
  server.on('connect', (request: IncomingMessage, socket) => {
    log.push(`CONNECT ${request.url}`);
    if (!isAllowed(request)) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (answer !== undefined) return socket.end(answer);
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const onward = connectTcp(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    return socket.on('error', () => onward.destroy());
  });
  const scheme = tls === undefined ? 'http' : 'https';
  return { url: `${scheme}://127.0.0.1:${await listen(server)}`, log };
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

  test.for([
    [
      'an authority that nobody named',
      authority.server,
      {},
      /authority that is not trusted.*CONFORMANCE_CA_FILE/,
    ],
    ['another authority', authority.server, { ca: stranger.ca }, /authority that is not trusted/],
    [
      'a certificate that has expired',
      authority.expired,
      { ca: authority.ca },
      /has expired \(CERT_HAS_EXPIRED\)/,
    ],
    [
      'a certificate for another host',
      authority.elsewhere,
      { ca: authority.ca },
      /for another host.*elsewhere\.test/,
    ],
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
    ['speaks HTTP without TLS', 'HTTP/1.1 400 Bad Request\r\n\r\n', /does not speak TLS on this port/],
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
  const credentials = `Basic ${Buffer.from('user:p@ss-word-1').toString('base64')}`;
  const withCredentials = (url: string): string => url.replace('//', '//user:p%40ss-word-1@');

  test('opens a tunnel to a service of https:, and the authority still counts', async () => {
    const { url, requests } = await secureService(authority.server);
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
    const proxy = await proxyServer({ authorization: credentials });
    const exchange = await put(service.url, { proxy: { httpProxy: withCredentials(proxy.url) } });
    const path = '/api/entity/e1/valuation/derivative/fact/transformer/';
    expect(exchange.response?.status).toBe(200);
    expect(exchange.request.url).toBe(`${service.url.origin}${path}`);
    expect(proxy.log).toEqual([`PUT ${service.url.origin}${path}`]);
    expect(asked).toEqual([[path, service.url.host, undefined]]);
  });

  test('of https: is verified with the same authority, and shown the credentials in its URL', async () => {
    const { url } = await secureService(authority.server);
    const proxy = await proxyServer({ tls: authority.server, authorization: credentials });
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
    const { url } = await secureService(options);
    const proxy = await proxyServer({ tls: options });
    const settings = { tls: { ca: authority.ca, ...authority.client }, proxy: { httpsProxy: proxy.url } };
    expect((await put(url, settings)).failure).toMatchObject({ kind: 'proxy', sent: false });
    expect(proxy.log).toEqual([]);
  });

  test.for([
    ['refuses the credentials', { authorization: 'Basic other' }, /asks for other credentials.*\(407\)/],
    ['refuses the target', { answer: 'HTTP/1.1 403 Not that one\r\n\r\n' }, /it answered 403 Not that one$/],
    ['breaks off', { answer: '' }, /broke off/],
    ['is none', { answer: 'hello\r\n\r\n' }, /broke off \(Parse Error/],
  ] as const)('that %s', async ([, options, message]) => {
    const { url, requests } = await secureService(authority.server);
    const proxy = await proxyServer(options);
    const exchange = await put(url, { proxy: { httpsProxy: withCredentials(proxy.url) } });
    expect(exchange.failure).toMatchObject({ kind: 'proxy', sent: false });
    expect(exchange.failure?.message).toMatch(message);
    expect(requests).toEqual([]);
    for (const secret of ['p@ss-word-1', 'p%40ss-word-1', credentials.slice(6)])
      expect(JSON.stringify(exchange)).not.toContain(secret);
  });

  test('that refuses to hand on a request of http: is reported as what it is', async () => {
    const service = await httpService((_, response) => response.end('{}'));
    const proxy = await proxyServer({ authorization: credentials });
    const { failure } = await put(service.url, { proxy: { httpProxy: proxy.url } });
    expect(failure).toMatchObject({ kind: 'proxy', sent: true, head: { status: 407 } });
  });

  test('that never opens the way is waited for until the deadline', async () => {
    const proxy = await rawService(() => undefined);
    const { failure } = await put(new URL('https://127.0.0.1:9'), {
      timeoutMs: 150,
      proxy: { httpsProxy: proxy.url.origin },
    });
    expect(failure).toEqual({
      kind: 'timeout',
      message: `no connection within 150 ms; it was still waiting for the proxy ${proxy.url.host} to open a way to 127.0.0.1:9`,
      sent: false,
    });
  });

  test('that nobody runs', async () => {
    const { failure } = await put(new URL('http://127.0.0.1:9'), {
      proxy: { httpProxy: 'http://127.0.0.1:1' },
    });
    expect(failure).toMatchObject({ kind: 'proxy', sent: false });
    expect(failure?.message).toMatch(/^the proxy cannot be used: nobody listens at 127\.0\.0\.1:1/);
  });

  test('is passed by for a host that NO_PROXY names', async () => {
    const service = await httpService((_, response) => response.end('{}'));
    const proxy = await proxyServer();
    const settings = { httpProxy: proxy.url, noProxy: 'example.org, 127.0.0.1' };
    expect((await put(service.url, { proxy: settings })).response?.status).toBe(200);
    expect(proxy.log).toEqual([]);
  });
});
