import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { hopTo } from '../../../src/http/proxy.ts';
import { type Reachability, type ReachOptions, reach, speaksTls } from '../../../src/http/reachability.ts';
import { startProxy } from '../../support/proxy.ts';
import { authority } from './certificates.ts';
import { listen } from './services.ts';

/** How far the way to a target goes, and that not one byte of a request goes with it. */

function look(target: string, changes: Partial<ReachOptions> = {}): Promise<Reachability> {
  return reach({ target: new URL(target), proxy: null, tls: {}, timeoutMs: 5_000, ...changes });
}

const outcome = ({ steps }: Reachability) =>
  steps.map(({ step, cause }) => (cause === null ? step : `${step}: ${cause.kind}`));

/** Collects what clients say once they are connected, after TLS where there is any. */
async function listener(options?: Parameters<typeof createTlsServer>[0]) {
  const heard: Buffer[] = [];
  const hear = (socket: NodeJS.ReadableStream) => {
    socket.on('data', (chunk: Buffer) => heard.push(chunk)).on('error', () => undefined);
  };
  const server = options === undefined ? createServer(hear) : createTlsServer(options, hear);
  server.on('tlsClientError', () => undefined);
  return { port: await listen(server), heard };
}

describe('the way to a target', () => {
  test('http: a name and a connection; nothing is said', async () => {
    const { port, heard } = await listener();
    const reached = await look(`http://localhost:${port}`);
    expect(outcome(reached)).toEqual(['name', 'connection']);
    expect(reached.steps[0]?.found).toMatch(/127\.0\.0\.1|::1/);
    expect(reached.certificate).toBeNull();
    expect(heard).toEqual([]);
  });

  test('https: TLS and the certificate; nothing is said', async () => {
    const { port, heard } = await listener(authority.server);
    const reached = await look(`https://127.0.0.1:${port}`, { tls: { ca: authority.ca } });
    expect(outcome(reached)).toEqual(['name', 'connection', 'tls']);
    expect(reached.steps[2]?.found).toBe('TLSv1.3');
    expect(reached.certificate).toMatchObject({ subject: 'CN=server', issuer: 'CN=test authority' });
    expect(heard).toEqual([]);
  });

  test('a certificate that is refused is told of, and still nothing is said', async () => {
    const { port, heard } = await listener(authority.expired);
    const reached = await look(`https://127.0.0.1:${port}`, { tls: { ca: authority.ca } });
    expect(outcome(reached)).toEqual(['name', 'connection', 'tls: tls']);
    expect(reached.certificate?.notAfter).toBeLessThan(Date.now());
    expect(heard).toEqual([]);
  });

  test('through a proxy of https:, with credentials', async () => {
    const { port } = await listener(authority.server);
    await using proxy = await startProxy({ tls: authority.server, credentials: 'a:b' });
    const target = new URL(`https://service.test:${port}`);
    const through = (url: string) => hopTo(target, { httpsProxy: url }).proxy;
    const tls = { ca: authority.ca };
    const good = await look(target.href, { tls, proxy: through(proxy.url.replace('//', '//a:b@')) });
    expect(outcome(good)).toEqual(['name', 'proxy', 'tls']);
    const bad = await look(target.href, { tls, proxy: through(proxy.url.replace('//', '//a:c@')) });
    expect(outcome(bad)).toEqual(['name', 'proxy: proxy']);
  });

  test('a server that says nothing: the deadline, and where it was', async () => {
    const { port } = await listener();
    const { steps } = await look(`https://127.0.0.1:${port}`, { timeoutMs: 200 });
    expect(steps.at(-1)?.cause).toEqual({
      kind: 'timeout',
      message: `no connection within 200 ms; it was still setting up TLS with 127.0.0.1:${port}`,
    });
  });

  test('a name of loopback leads to this machine, whatever a name server says', async () => {
    const { port, heard } = await listener();
    const reached = await look(`http://any.name.localhost:${port}`);
    expect(reached.steps[0]?.found).toBe('has the addresses 127.0.0.1, ::1');
    expect(outcome(reached)).toEqual(['name', 'connection']);
    expect(heard).toEqual([]);
  });

  test('a proxy of SOCKS: nobody is connected to', async () => {
    const { port, heard } = await listener();
    const target = new URL('https://service.test');
    const { proxy } = hopTo(target, { allProxy: `socks5://127.0.0.1:${port}` });
    expect(outcome(await look(target.href, { proxy }))).toEqual(['name', 'proxy: proxy']);
    expect(heard).toEqual([]);
  });

  test('a name that there is not', async () => {
    const { steps } = await look('https://nowhere.invalid');
    expect(steps).toMatchObject([{ step: 'name', peer: 'nowhere.invalid:443', cause: { kind: 'dns' } }]);
  });
});

describe('a port for http:', () => {
  const asked = (port: number, timeoutMs = 5_000) =>
    speaksTls({ target: new URL(`http://127.0.0.1:${port}`), proxy: null, tls: {}, timeoutMs });

  test('that speaks TLS is noticed, whoever issued its certificate; nothing is said', async () => {
    const { port, heard } = await listener(authority.expired);
    expect(await asked(port)).toBe(true);
    expect(heard).toEqual([]);
  });

  test('that speaks HTTP, or nothing, is not taken for one', async () => {
    const http = createHttpServer().on('clientError', (_, socket) => socket.destroy());
    expect(await asked(await listen(http))).toBe(false);
    const { port } = await listener();
    expect(await asked(port, 50)).toBe(false);
  });
});
