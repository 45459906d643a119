import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../src/http/client.ts';
import { createRedactor } from '../../../src/secrets/redaction.ts';
import {
  clientFor,
  deleteProbe,
  headerOf,
  httpService,
  put,
  putProbe,
  rawService,
  token,
} from './services.ts';

describe('what is sent', () => {
  test("method, path, headers and body are the probe's, on a connection of its own", async () => {
    const heads: string[] = [];
    const service = await rawService((socket, head) => {
      heads.push(head);
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
    const client = clientFor(service.url, { extraHeaders: [['X-Gateway-Key', 'k-7781-secret']] });
    await client.send('x1', putProbe, `Bearer ${token}`);
    await client.send('x2', deleteProbe, null);
    expect(heads[0]?.split('\r\n')).toEqual([
      `PUT ${putProbe.path} HTTP/1.1`,
      `host: ${service.url.host}`,
      'connection: close',
      'accept: application/json',
      'accept-encoding: identity',
      'user-agent: suite/1 (run r)',
      'content-type: application/json',
      `authorization: Bearer ${token}`,
      'X-Gateway-Key: k-7781-secret',
      'content-length: 12',
      '',
      '{"name":"n"}',
    ]);
    expect(heads[1]).toContain(`DELETE ${deleteProbe.path} HTTP/1.1\r\n`);
    expect(heads[1]).not.toMatch(/authorization|content-type|content-length/);
    expect(service.connections()).toBe(2);
  });

  test('a connection is not used again, even where the service would keep it', async () => {
    const ports = new Set<number | undefined>();
    const service = await httpService((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=60' }).end('{}');
    });
    const client = clientFor(service.url);
    for (const id of ['a', 'b', 'c']) await client.send(id, putProbe, null);
    expect(ports.size).toBe(3);
  });

  test('a redirect is reported, and nobody asks where it leads', async () => {
    const asked: string[] = [];
    const other = await httpService((request, response) => {
      asked.push(request.url ?? '');
      response.end('{}');
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const service = await httpService((_, response) => {
        response.writeHead(status, { Location: `${other.url.href}/elsewhere` }).end();
      });
      const { response } = await put(service.url);
      expect(response?.status).toBe(status);
      expect(headerOf(response?.headers, 'Location')).toBe(`${other.url.href}/elsewhere`);
    }
    expect(asked).toEqual([]);
  });

  test('nothing is sent a second time for 429, 503 or a lost connection', async () => {
    let requests = 0;
    const busy = await httpService((_, response) => {
      requests += 1;
      response.writeHead(requests === 1 ? 429 : 503, { 'retry-after': '0' }).end('{}');
    });
    expect((await put(busy.url)).response?.status).toBe(429);
    expect((await put(busy.url)).response?.status).toBe(503);
    expect(requests).toBe(2);
    const lost = await rawService((socket) => socket.destroy());
    await put(lost.url);
    expect(lost.connections()).toBe(1);
  });
});

describe('what is kept', () => {
  test('a complete response, with names of headers as they came', async () => {
    const service = await rawService((socket) =>
      socket.end('HTTP/1.1 201 Made it\r\nContent-TYPE: application/json\r\nX-Request-Id: 7\r\n\r\n{"a":1}'),
    );
    const exchange = await put(service.url);
    expect(exchange).toEqual({
      id: 'x1',
      probe: 'put-authorised',
      operation: 'put',
      credentials: 'authorised',
      purpose: 'PUT with the access token',
      request: {
        method: 'PUT',
        url: service.url.origin + putProbe.path,
        headers: [
          ['accept', 'application/json'],
          ['accept-encoding', 'identity'],
          ['user-agent', 'suite/1 (run r)'],
          ['content-type', 'application/json'],
          ['authorization', 'Bearer [masked: access token]'],
        ],
        addressed: { entityId: 'e1' },
        body: '{"name":"n"}',
      },
      response: {
        status: 201,
        reason: 'Made it',
        headers: [
          ['Content-TYPE', 'application/json'],
          ['X-Request-Id', '7'],
        ],
        body: { encoding: 'utf8', text: '{"a":1}', bytes: 7 },
        decoded: [],
      },
      masked: [{ part: 'request-header', at: 'authorization', what: 'access token' }],
      timings: expect.any(Object),
    });
    const { connectMs, firstByteMs, totalMs, startedAt } = exchange.timings;
    expect(Date.parse(startedAt)).toBeGreaterThan(0);
    expect(connectMs).toBeLessThanOrEqual(firstByteMs ?? Number.NaN);
    expect(firstByteMs).toBeLessThanOrEqual(totalMs);
    expect(JSON.parse(JSON.stringify(exchange))).toEqual(exchange);
  });

  test('a body in chunks that come slowly', async () => {
    const service = await httpService(async (_, response) => {
      for (const part of ['{"a', '":', '"é"', '}']) {
        response.write(part);
        await sleep(10);
      }
      response.end();
    });
    expect((await put(service.url)).response?.body).toEqual({
      encoding: 'utf8',
      text: '{"a":"é"}',
      bytes: 10,
    });
  });

  test('a body compressed although that was not asked for', async () => {
    const service = await httpService((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}'));
    });
    const { response } = await put(service.url);
    expect(response?.decoded).toEqual(['gzip']);
    expect(response?.body.text).toBe('{"a":1}');
  });

  test('no body, and a body after 204 that HTTP does not allow', async () => {
    for (const extra of ['', '{"a":1}']) {
      const service = await rawService((socket) => socket.end(`HTTP/1.1 204 No Content\r\n\r\n${extra}`));
      const { response } = await put(service.url);
      expect(response?.status).toBe(204);
      expect(response?.body).toEqual({ encoding: 'utf8', text: '', bytes: 0 });
    }
  });

  test('bytes that are no UTF-8, as Base64; a byte order mark, as it is', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    const invalid = await httpService((_, response) => response.end(bytes));
    expect((await put(invalid.url)).response?.body).toEqual({
      encoding: 'base64',
      text: bytes.toString('base64'),
      bytes: 4,
    });
    const marked = await httpService((_, response) => response.end('\ufeff{}'));
    expect((await put(marked.url)).response?.body).toEqual({ encoding: 'utf8', text: '\ufeff{}', bytes: 5 });
  });

  test('the body of a refusal, and interim responses before it passed over', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    const refusal = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 12\r\n\r\n{"error":"x"}';
    const service = await rawService((socket) => socket.end(hint + refusal));
    const { response } = await put(service.url);
    expect(response?.status).toBe(401);
    expect(response?.body.text).toBe('{"error":"x"');
  });

  test('the made-up token, which is no secret', async () => {
    const service = await httpService((_, response) => response.writeHead(401).end());
    const exchange = await clientFor(service.url).send('x', putProbe, 'Bearer made-up');
    expect(headerOf(exchange.request.headers, 'authorization')).toBe('Bearer made-up');
    expect(exchange.masked).toEqual([]);
  });
});

describe('what is masked', () => {
  test("the token wherever a service echoes it, and the operator's own headers", async () => {
    const service = await rawService((socket, head) => {
      const key = /X-Gateway-Key: (.*)/.exec(head)?.[1] ?? '';
      const body = JSON.stringify({
        error: `no ${token}`,
        [token]: [Buffer.from(token).toString('hex')],
        key,
      });
      socket.end(
        `HTTP/1.1 200 ${token}\r\nServer: s ${token}\r\nX-Odd: ${key}\r\nSet-Cookie: a=b\r\nX-Other: o\r\n\r\n${body}`,
      );
    });
    const exchange = await put(service.url, { extraHeaders: [['X-Gateway-Key', 'k-7781-secret']] });
    const text = JSON.stringify(exchange);
    for (const secret of [token, 'k-7781-secret', 'a=b', Buffer.from(token).toString('hex')])
      expect(text).not.toContain(secret);
    expect(exchange.response?.reason).toBe('[masked: access token]');
    expect(exchange.response?.headers).toEqual([
      ['Server', 's [masked: access token]'],
      ['X-Odd', '[masked: header X-Gateway-Key]'],
      ['Set-Cookie', '[masked: set-cookie]'],
      ['X-Other', '[masked: not on the allow-list]'],
    ]);
    expect(JSON.parse(exchange.response?.body.text ?? '')).toEqual({
      error: 'no [masked: access token]',
      '[masked: access token]': ['[masked: access token]'],
      key: '[masked: header X-Gateway-Key]',
    });
    expect(exchange.masked).toEqual([
      { part: 'request-header', at: 'authorization', what: 'access token' },
      { part: 'request-header', at: 'X-Gateway-Key', what: 'header X-Gateway-Key' },
      { part: 'status-line', at: '', what: 'access token' },
      { part: 'header', at: 'Server', what: 'access token' },
      { part: 'header', at: 'X-Odd', what: 'header X-Gateway-Key' },
      { part: 'header', at: 'Set-Cookie', what: 'set-cookie' },
      { part: 'body', at: '/error', what: 'access token' },
      { part: 'body', at: '/[masked: access token]', what: 'access token' },
      { part: 'body', at: '/[masked: access token]/0', what: 'access token' },
      { part: 'body', at: '/key', what: 'header X-Gateway-Key' },
    ]);
  });

  test('the token in bytes that are no UTF-8', async () => {
    const service = await httpService((_, response) =>
      response.end(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(token)])),
    );
    const exchange = await put(service.url);
    const kept = Buffer.from(exchange.response?.body.text ?? '', 'base64');
    expect(kept.toString('latin1')).toBe('\xff\xfe[masked: access token]');
    expect(exchange.masked).toContainEqual({ part: 'body', at: '', what: 'access token' });
  });

  test('the token in a body that the operator wrote', async () => {
    const service = await httpService((_, response) => response.end('{}'));
    const probe = { ...putProbe, body: JSON.stringify({ name: token }) };
    const exchange = await clientFor(service.url).send('x', probe, null);
    expect(exchange.request.body).toBe('{"name":"[masked: access token]"}');
    expect(exchange.masked).toEqual([{ part: 'request-body', at: '/name', what: 'access token' }]);
  });
});

describe('a client', () => {
  test('is not made with a header that would replace one of its own', () => {
    for (const name of ['Authorization', 'content-type', 'Host', 'Content-Length', 'Proxy-Authorization'])
      expect(() => clientFor(new URL('http://127.0.0.1'), { extraHeaders: [[name, 'value']] })).toThrow(name);
  });

  test('is not made with a redactor that does not know its secrets', () => {
    const baseUrl = new URL('http://127.0.0.1');
    const settings = { baseUrl, timeoutMs: 1, userAgent: 'u', tls: {}, redactor: createRedactor([]) };
    const withHeader = { ...settings, extraHeaders: [['X-Key', 'abcdefgh'] as const], proxy: {} };
    expect(() => createClient(withHeader)).toThrow('header X-Key');
    const proxy = { httpProxy: 'http://user:password@127.0.0.1:1' };
    expect(() => createClient({ ...settings, extraHeaders: [], proxy })).toThrow('proxy credentials');
  });

  test('that is closed ends what is in flight, and sends nothing more', async () => {
    const service = await rawService(() => undefined);
    const client = clientFor(service.url);
    const pending = client.send('x', putProbe, null);
    while (service.connections() === 0) await sleep(5);
    await client.close();
    expect((await pending).failure).toMatchObject({ kind: 'interrupted', sent: true });
    const { failure } = await client.send('y', putProbe, null);
    expect(failure).toMatchObject({ kind: 'interrupted', sent: false });
    expect(service.connections()).toBe(1);
  });

  test('sends many at once without a warning of Node.js', async () => {
    const warnings: unknown[] = [];
    const listener = (warning: unknown) => warnings.push(warning);
    process.on('warning', listener);
    const service = await httpService((_, response) => response.end('{}'));
    const client = clientFor(service.url);
    const ids = Array.from({ length: 20 }, (_, at) => `x${at}`);
    const exchanges = await Promise.all(ids.map((id) => client.send(id, putProbe, null)));
    await sleep(10);
    process.off('warning', listener);
    expect(exchanges.map(({ id, response }) => [id, response?.status])).toEqual(ids.map((id) => [id, 200]));
    expect(warnings).toEqual([]);
  });

  test('throws for a header value that HTTP cannot carry, which is no failure of the service', async () => {
    const service = await httpService((_, response) => response.end('{}'));
    await expect(clientFor(service.url).send('x', putProbe, 'Bearer a\nb')).rejects.toThrow('authorization');
  });
});
