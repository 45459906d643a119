import { Agent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { type ReferenceOptions, type ReferenceService, startReference } from '../../reference/service.ts';
import type { ReferenceCall } from '../cases/reference.ts';
import { integers, problems, put, refusals, remove, transformer } from '../cases/reference.ts';
import { ruleIdsOf } from '../support/reference-run.ts';

/** The embedded service, as somebody meets it who builds a client. That it conforms, a run of the suite says. */

const running: ReferenceService[] = [];
const agent = new Agent({ keepAliveTimeout: 1 });
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

async function start(options?: ReferenceOptions): Promise<ReferenceService> {
  const service = await startReference(options);
  running.push(service);
  return service;
}

async function send(service: ReferenceService, { method = 'PUT', path = '/', headers, body }: ReferenceCall) {
  const { origin, pathname } = new URL(service.baseUrl);
  const own = path
    .replace('/E/', `/${service.entityId}/`)
    .replace(/\/R(?=$|\/|\?)/, `/${ruleIdsOf(service)[0]}`);
  const all = {
    authorization: `Bearer ${service.token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const response = await agent.request({
    origin,
    method: method as 'PUT',
    path: `${pathname.replace(/\/$/, '')}${own}`,
    headers: Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [name, value],
    ) as string[],
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.body.text();
  return { status: response.statusCode, headers: response.headers, text, json: () => JSON.parse(text) };
}

describe('refuses', () => {
  test.each(refusals)('%s (%i), and does nothing: %o', async (code, status, call) => {
    const service = await start();
    const refused = await send(service, call);
    expect([refused.status, refused.json().error.code]).toEqual([status, code]);
    if (status === 401) expect(refused.headers['www-authenticate']).toMatch(/^Bearer realm=/);
    expect((await send(service, remove)).status).toBe(200);
  });

  test.each(problems)('a transformer that is not valid at %j', async (pointer, body) => {
    const { status, json } = await send(await start(), { ...put, body });
    expect({ status, problems: json().error.problems }).toMatchObject({
      status: 422,
      problems: [{ pointer }],
    });
  });

  test('to start with a fault that does not exist', async () => {
    await expect(startReference({ faults: ['status-okay'] })).rejects.toThrow('status-okay');
  });
});

test.each(integers)('an amount of %s is an integer, and comes back as it is', async (amount) => {
  const body = JSON.stringify(transformer).replace('"amount":6', `"amount":${amount}`);
  expect((await send(await start(), { ...put, body })).text).toMatch(
    new RegExp(`"amount":${amount.replace(/[.+]/g, '\\$&')}[,}]`),
  );
});

test('the scheme in any case, a query: 200', async () => {
  const service = await start();
  const headers = { authorization: `bEARER ${service.token}` };
  expect((await send(service, { ...remove, path: `${remove.path}?a=b`, headers })).status).toBe(200);
});

test('a transformer is found by its name, and keeps its id and when it was created', async () => {
  const service = await start();
  const putOf = async (changes: object) =>
    (await send(service, { ...put, body: { ...transformer, ...changes } })).json();
  const first = await putOf({});
  const [second, other] = [await putOf({ derivativeType: 'OPTION' }), await putOf({ name: 'B' })];
  const { derivativeFactTransformerId, createdAt } = first.data;
  expect(second.data).toMatchObject({ derivativeFactTransformerId, createdAt, derivativeType: 'OPTION' });
  expect(other.data.derivativeFactTransformerId).not.toBe(derivativeFactTransformerId);
  expect(second.requestId).not.toBe(first.requestId);
});

test('a rule is deleted once; one without end, as often as one likes', async () => {
  const statuses = async (options: ReferenceOptions) => {
    const service = await start(options);
    return [await send(service, remove), await send(service, remove)].map(({ status }) => status);
  };
  expect(await statuses({ seedRules: 2 })).toEqual([200, 404]);
  expect(await statuses({ seedRules: 'unlimited' })).toEqual([200, 200]);
});

test('a page of another origin may ask and read where that is allowed', async () => {
  const service = await start({ cors: true });
  const headers = { origin: 'https://app.example', 'access-control-request-headers': 'traceparent' };
  const preflight = await send(service, { ...put, method: 'OPTIONS', headers });
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*, authorization',
  });
  expect((await send(service, { ...put, body: {} })).headers['access-control-allow-origin']).toBe('*');
  const plain = await send(await start(), { ...put, method: 'OPTIONS' });
  expect(plain.headers['allow']).toBe('PUT, OPTIONS');
  expect(plain.headers).not.toHaveProperty('access-control-allow-origin');
});

test('faults are switched off and on; what is edited is what faults left', async () => {
  const seen: string[] = [];
  const edit = (answer: string) => {
    seen.push(answer);
    return `${answer} more`;
  };
  const faults = ['byte-order-mark', 'status-ok'];
  const service = await start({ faults, edits: [{ operation: 'put', edit }] });
  const put200 = async () => (await send(service, { ...put, body: transformer })).text;
  // The byte order mark goes with decoding.
  expect(await put200()).toMatch(/^\{"status":"OK".* more$/);
  expect(seen[0]).toMatch(/^\{"status":"OK"/);
  service.setFaults(false);
  expect(await put200()).toMatch(/^\{"status":"success"/);
});

test('it listens on loopback below its path alone, with the same identifiers each time', async () => {
  const [one, other] = await Promise.all([start({ basePath: '/api' }), start({ seedRules: 3 })]);
  expect(one.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
  expect(ruleIdsOf(other)).toHaveLength(3);
  expect(ruleIdsOf(other)[0]).toBe(ruleIdsOf(one)[0]);
  const { origin } = new URL(one.baseUrl);
  expect((await send({ ...one, baseUrl: origin }, remove)).status).toBe(404);
  expect((await send(one, remove)).status).toBe(200);
  await expect(start({ port: Number(new URL(origin).port) })).rejects.toThrow(/EADDRINUSE/);
});

test('it says of each request what came of it', async () => {
  const told: unknown[] = [];
  const service = await start({ onAnswer: (answered) => void told.push(answered) });
  await send(service, { ...put, body: '{"a":"ü"}' });
  await send(service, { method: 'GET', path: '/%2e/..//x?y' });
  expect(told).toMatchObject([
    { method: 'PUT', status: 422, refusal: { code: 'transformer_not_valid' } },
    { method: 'GET', path: '/%2e/..//x?y', status: 404 },
  ]);
});
