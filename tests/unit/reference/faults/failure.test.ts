import { describe, expect, it } from 'vitest';
import { failures, faults } from '../../../../reference/faults.ts';
import { put, remove, send, start } from '../client.ts';

/** What a client gets; tests/commands/faults.test.ts has what a run says of each failure. */

describe('the list of failures', () => {
  it('has names in kebab-case, none of which is a fault or another failure', () => {
    const names = [...failures, ...faults].map(({ name }) => name);
    for (const { name } of failures) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(failures)('describes $name in one sentence', ({ description }) =>
    expect(description).toMatch(/^[A-Z].*\.$/),
  );
});

it.each([
  ['internal-error', 500, 'application/json', undefined, 'internal'],
  ['too-many-requests', 429, 'application/json', '1', 'too_many_requests'],
  ['bad-gateway', 502, 'text/html; charset=utf-8', undefined, '<h1>502 Bad Gateway</h1>'],
])('%s: status %i as %s, Retry-After %s', async (fault, status, type, retryAfter, text) => {
  const service = await start({ faults: [fault] });
  for (const reply of [await put(service), await remove(service, undefined, 'none')]) {
    expect([reply.status, reply.headers['content-type'], reply.headers['retry-after']]).toEqual([
      status,
      type,
      retryAfter,
    ]);
    expect(reply.text).toContain(text);
  }
});

it('dropped-connection: closed once the whole request was taken, without a byte', async () => {
  const service = await start({ faults: ['dropped-connection'] });
  await expect(put(service, 'x'.repeat(500_000))).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it('no-response: it lasts until the service closes, which waits for nothing', async () => {
  let seen: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    seen = resolve;
  });
  const service = await start({ faults: ['no-response'], onAnswer: () => seen() });
  let state = 'open';
  const ended = put(service).catch(({ code }) => {
    state = code;
  });
  await arrived;
  expect(state).toBe('open');
  await service.close();
  await ended;
  expect(state).toBe('ECONNRESET');
});

it('a failure carries nothing out, and leaves OPTIONS and unknown paths alone', async () => {
  const service = await start({ faults: ['not-json', 'internal-error', 'bad-gateway'] });
  expect((await remove(service)).status).toBe(500);
  expect((await send(service, { method: 'OPTIONS', path: '/entity/e/automationRule/r' })).status).toBe(204);
  expect((await send(service, { method: 'PUT', path: '/nothing' })).status).toBe(404);
  service.setFaults(false);
  expect((await remove(service)).status).toBe(200);
});
