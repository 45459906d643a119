import { describe, expect, test } from 'vitest';
import { contract } from '../../support/engine.ts';
import { ruleIdsOf } from '../../support/reference-run.ts';
import { put, remove, send, start } from './client.ts';

/** Features for people who write clients. */

const transformer = (entityId: string) => `/entity/${entityId}/valuation/derivative/fact/transformer/`;

describe('methods that the document does not have', () => {
  test('OPTIONS tells what a path allows, without credentials', async () => {
    const service = await start();
    const { status, headers, text } = await send(service, {
      method: 'OPTIONS',
      path: transformer(service.entityId),
    });
    expect([status, headers['allow'], text]).toEqual([204, 'PUT, OPTIONS', '']);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const rule = await send(service, { method: 'OPTIONS', path: '/entity/e/automationRule/r' });
    expect(rule.headers['allow']).toBe('DELETE, OPTIONS');
    expect((await send(service, { method: 'OPTIONS', path: '/nothing' })).status).toBe(404);
  });

  test('HEAD and GET are refused with what is allowed, HEAD without a body', async () => {
    const service = await start();
    for (const [method, hasBody] of [
      ['HEAD', false],
      ['GET', true],
    ] as const) {
      const { status, headers, text } = await send(service, { method, path: transformer(service.entityId) });
      expect([status, headers['allow'], text !== '']).toEqual([405, 'PUT, OPTIONS', hasBody]);
    }
  });
});

test('with cors, a page of another origin may ask and read', async () => {
  const service = await start({ cors: true });
  const preflight = await send(service, {
    method: 'OPTIONS',
    path: transformer(service.entityId),
    headers: { origin: 'https://app.example', 'access-control-request-method': 'PUT' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': contract.operations.map(({ method }) => method).join(', '),
    'access-control-allow-headers': 'authorization, content-type',
  });
  expect((await put(service)).headers['access-control-allow-origin']).toBe('*');
  expect((await put(service, {}, 'none')).headers['access-control-allow-origin']).toBe('*');
});

test('a preflight allows each header that is asked for, and nothing that is no name of one', async () => {
  const service = await start({ cors: true });
  const path = transformer(service.entityId);
  const asked = 'X-Request-Id, traceparent,Authorization,, b@d, two words,x-request-id';
  const { status, headers } = await send(service, {
    method: 'OPTIONS',
    path,
    headers: { origin: 'https://app.example', 'access-control-request-headers': asked },
  });
  expect(status).toBe(204);
  expect(headers).toMatchObject({
    'access-control-allow-headers': 'authorization, content-type, x-request-id, traceparent',
    'access-control-expose-headers': 'www-authenticate, allow, retry-after',
    'access-control-max-age': '600',
  });
});

test('a failure can be read by a page of another origin', async () => {
  const service = await start({ cors: true, faults: ['too-many-requests'] });
  const { headers } = await put(service);
  expect([headers['access-control-allow-origin'], headers['retry-after']]).toEqual(['*', '1']);
});

test('a rule that does not run out', async () => {
  const service = await start({ seedRules: 'unlimited' });
  expect(ruleIdsOf(service)).toHaveLength(1);
  for (let time = 0; time < 3; time += 1) expect((await remove(service)).status).toBe(200);
  expect((await remove(service, 'f'.repeat(32))).status).toBe(404);
});

test('faults are switched off and on while it serves', async () => {
  const service = await start({ faults: ['not-json'] });
  const isJson = async () => (await put(service)).text.startsWith('{');
  expect(await isJson()).toBe(false);
  service.setFaults(false);
  expect(await isJson()).toBe(true);
  service.setFaults(true);
  expect(await isJson()).toBe(false);
});

test('tells of each response before it is sent, and why it is a refusal', async () => {
  const told: unknown[] = [];
  const service = await start({ onAnswer: (answered) => void told.push(answered), latencyMs: 1 });
  await put(service);
  await put(service, {}, 'none');
  await put(service, {});
  expect(told).toMatchObject([
    { method: 'PUT', status: 200, refusal: null },
    { method: 'PUT', status: 401, refusal: { code: 'credentials_missing' } },
    { method: 'PUT', status: 422, refusal: { code: 'transformer_not_valid', problems: { length: 5 } } },
  ]);
});
