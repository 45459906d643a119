import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { between, rawUpstream, relayTo } from '../support/wires.ts';

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

  test('for any other name', async () => {
    const upstream = await rawUpstream();
    const world = await relayTo(`http://127.0.0.1:${upstream.port}`, { allowedHosts: ['build-7.example'] });
    const names = fc.domain().filter((name) => name !== 'build-7.example' && !name.endsWith('.localhost'));
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const client = world.client(`GET / HTTP/1.1\r\nHost: ${name}\r\n\r\n`);
        await client.over();
        expect(client.text).toMatch(/^HTTP\/1\.1 421 /);
      }),
      { numRuns: 50, seed: 27 },
    );
    expect(upstream.connections()).toBe(0);
  });
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
