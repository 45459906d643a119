import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { authority } from '../support/certificates.ts';
import { clientOf, put, putProbe } from '../support/clients.ts';
import { type Answer, startRaw, whole } from '../support/raw-service.ts';
import { goodToken as token } from '../support/service.ts';
import { type Header, limits } from '../support/subject.ts';

const masked = '[masked: access token]';
const gateway: Header = ['X-Gateway-Key', 'k-7781-secret'];
const hex = Buffer.from(token).toString('hex');
const nothing = { id: 'delete-authorised', method: 'DELETE', path: '/api/x' } as const;

test('a request is the probe, byte for byte, on a connection of its own', async () => {
  await using service = await startRaw({
    sends: 'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\ncontent-length: 2\r\n\r\n{}',
    ends: 'open',
  });
  const client = clientOf(service.baseUrl, { extraHeaders: [gateway] });
  const { body: _, ...probe } = putProbe;
  await client.send('x1', putProbe, `Bearer ${token}`);
  await client.send('x2', { ...probe, ...nothing }, null);
  const host = `host: 127.0.0.1:${service.port}\r\nconnection: close\r\n`;
  const usual = `${host}accept: application/json\r\naccept-encoding: identity\r\nuser-agent: suite/1 (run r)\r\n`;
  expect(service.requests).toEqual([
    `PUT ${putProbe.path} HTTP/1.1\r\n${usual}content-type: application/json\r\nauthorization: Bearer ${token}\r\n` +
      'X-Gateway-Key: k-7781-secret\r\ncontent-length: 12\r\n\r\n{"name":"n"}',
    `DELETE /api/x HTTP/1.1\r\n${usual}X-Gateway-Key: k-7781-secret\r\n\r\n`,
  ]);
  expect(service.connections()).toBe(2);
});

test('a complete response is kept, with names of headers as they came', async () => {
  const head = 'HTTP/1.1 201 Made it\r\nContent-TYPE: application/json\r\nX-Request-Id: 7\r\n\r\n';
  await using service = await startRaw({ sends: `${head}\xef\xbb\xbf{"a":"\xc3\xa9"}` });
  const { request, response, timings, ...rest } = await put(service.baseUrl);
  const { path, method, body: sent, addressed, id: probe, ...same } = putProbe;
  const part = 'request-header';
  expect(rest).toEqual({
    ...same,
    id: 'x1',
    probe,
    masked: [{ part, at: 'authorization', what: 'access token' }],
  });
  expect(request).toMatchObject({ method, url: service.baseUrl + path, addressed, body: sent });
  expect(request.headers.at(-1)).toEqual(['authorization', `Bearer ${masked}`]);
  expect(response).toEqual({
    status: 201,
    reason: 'Made it',
    headers: [
      ['Content-TYPE', 'application/json'],
      ['X-Request-Id', '7'],
    ],
    body: { encoding: 'utf8', text: '\ufeff{"a":"é"}', bytes: 13 },
    decoded: [],
  });
  const { connectMs, firstByteMs, totalMs, startedAt } = timings;
  expect(Math.abs(Date.parse(startedAt) - Date.now())).toBeLessThan(600_000);
  expect([connectMs, firstByteMs, totalMs].toSorted((a, b) => Number(a) - Number(b))).toEqual([
    connectMs,
    firstByteMs,
    totalMs,
  ]);
});

describe('what is secret is masked', () => {
  const body = JSON.stringify({ error: `no ${token}`, [token]: [hex], key: gateway[1] });
  const head = `HTTP/1.1 200 ${token}\r\nServer: s ${token}\r\nX-Odd: ${gateway[1]}\r\nSet-Cookie: a=b\r\nX-Other: o\r\n`;
  const places: readonly (readonly [name: string, answer: Answer, secrets: number])[] = [
    ['in a response', { sends: `${head}\r\n${body}` }, 10],
    ['in the head of one that failed', { sends: `${head}Content-Length: 9\r\n\r\n{` }, 6],
    ['in what a failure quotes', { sends: `HTTP/1.1 200 OK\r\nContent-Encoding: ${token}\r\n\r\n{` }, 3],
    ['in bytes that are no UTF-8', whole(Buffer.concat([Buffer.from([0xff]), Buffer.from(token)])), 3],
  ];
  test.for(places)('%s', async ([, answer, count]) => {
    await using service = await startRaw(answer);
    const exchange = await put(service.baseUrl, { extraHeaders: [gateway] });
    const bytes = Buffer.from(exchange.response?.body.text ?? '', 'base64').toString('latin1');
    for (const secret of [token, gateway[1], 'a=b', hex])
      expect(JSON.stringify(exchange) + bytes).not.toContain(secret);
    expect(exchange.masked).toHaveLength(count);
    expect(new Set(exchange.masked.map(({ what }) => what)).size).toBeGreaterThan(1);
  });

  test('in a body that the operator wrote; the made-up token is none', async () => {
    await using service = await startRaw(whole('{}'));
    const probe = { ...putProbe, body: JSON.stringify({ name: token }) };
    const exchange = await clientOf(service.baseUrl).send('x', probe, 'Bearer made-up');
    expect(exchange.request.body).toBe(`{"name":"${masked}"}`);
    expect(exchange.request.headers.at(-1)).toEqual(['authorization', 'Bearer made-up']);
    expect(exchange.masked).toEqual([{ part: 'request-body', at: '/name', what: 'access token' }]);
  });
});

describe('a client', () => {
  test('that is closed ends what is in flight, and sends nothing more', async () => {
    await using service = await startRaw({ ends: 'open' });
    const client = clientOf(service.baseUrl);
    const pending = client.send('x', putProbe, null);
    while (service.requests.length === 0) await sleep(1);
    await client.close();
    expect((await pending).failure).toMatchObject({ kind: 'interrupted', sent: true });
    expect((await client.send('y', putProbe, null)).failure).toMatchObject({
      kind: 'interrupted',
      sent: false,
    });
    expect(service.connections()).toBe(1);
  });

  test('sends many at once without a warning of Node.js', async () => {
    const warning = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warning.mockRestore());
    await using service = await startRaw(whole('{}'));
    const client = clientOf(service.baseUrl);
    const ids = Array.from({ length: 20 }, (_, at) => `x${at}`);
    const exchanges = await Promise.all(ids.map((id) => client.send(id, putProbe, null)));
    expect(exchanges.map(({ id, response }) => [id, response?.status])).toEqual(ids.map((id) => [id, 200]));
    expect(warning).not.toHaveBeenCalled();
  });

  test('throws for a header value that HTTP cannot carry, which is no failure of the service', async () => {
    await using service = await startRaw(whole('{}'));
    await expect(clientOf(service.baseUrl).send('x', putProbe, 'Bearer a\nb')).rejects.toThrow(
      'authorization',
    );
  });

  test('verifies certificates also where the environment turns that off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const warning = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => {
      warning.mockRestore();
      vi.unstubAllEnvs();
    });
    await using service = await startRaw(whole('{}'), authority.selfSigned);
    expect((await put(service.baseUrl)).failure).toMatchObject({ kind: 'tls', sent: false });
    expect(service.heard()).toBe(0);
  });
});

describe('the room of a run', () => {
  const { runBytes, leastExchangeBytes, exchangeBytes } = limits;
  const kept = new Map<string, number>();

  test.for([
    ['control characters', whole(JSON.stringify('\u0001'.repeat(150_000)))],
    ['what cannot be seen', whole(JSON.stringify('\u200b'.repeat(300_000)))],
    ['JSON values', whole(JSON.stringify(Array(20_000).fill(0)))],
    ['bodies that are not kept', whole(JSON.stringify('\u007f'.repeat(1_000_000)))],
    ['bytes that are no text', whole(Buffer.alloc(1_000_000, 0xff))],
    ['headers', whole('{}', `${'x: y\r\n'.repeat(9_000)}server: s`)],
    ['records', whole(JSON.stringify(Array(100).fill({ id: 1, name: 'n'.repeat(90) })))],
  ] as const)('is kept to by %s', async ([name, answer]) => {
    await using service = await startRaw(answer);
    const client = clientOf(service.baseUrl);
    const sizes: number[] = [];
    let complete = 0;
    for (let at = 0; at < 20; at += 1) {
      const exchange = await client.send('x', putProbe, null);
      const { request: _, ...answered } = exchange;
      sizes.push(Buffer.byteLength(JSON.stringify(answered).replaceAll(/[\u007f-\u009f\u200b]/g, '\\u0000')));
      if (exchange.failure === undefined) complete += 1;
      else expect(exchange.failure.kind).toBe('too-large');
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(exchangeBytes);
    const sum = sizes.reduce((all, size) => all + size, 0);
    expect(sum).toBeLessThan(runBytes + exchangeBytes + sizes.length * leastExchangeBytes);
    kept.set(name, complete);
  });

  test('responses of twenty that are kept', async () => {
    const text = [...kept].map(([name, count]) => `${name}: ${count}\n`);
    await expect(text.join('')).toMatchFileSnapshot('../cases/golden/http/room.txt');
  });

  test('headers beyond are counted, and those that matter go first', async () => {
    await using service = await startRaw(whole('{}', `${'a: 1\r\n'.repeat(2_000)}server: s`));
    const headers = (await put(service.baseUrl)).response?.headers ?? [];
    expect(headers).toHaveLength(limits.headers + 1);
    expect(headers.at(-1)).toEqual(['…', `${2_002 - limits.headers} more headers`]);
    expect(headers.map(([name]) => name)).toContain('server');
  });

  test('masked places beyond are counted, and the body is open as a whole', async () => {
    await using service = await startRaw(
      whole(JSON.stringify({ ['k'.repeat(900)]: Array(200).fill(token) })),
    );
    const places = (await put(service.baseUrl)).masked.filter(({ part }) => part === 'body');
    expect(JSON.stringify(places).length).toBeLessThan(limits.maskedBytes + 300);
    expect(places.at(-2)).toEqual({ part: 'body', at: '', what: 'access token' });
    expect(places.at(-1)?.what).toBe(`${202 - places.length} more places`);
  });
});
