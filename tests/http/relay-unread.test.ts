import { afterEach, expect, test } from 'vitest';
import { limits } from '../support/subject.ts';
import { between, endsWith } from '../support/wires.ts';

const usual = { ...limits };
afterEach(() => void Object.assign(limits, usual));

const get = 'GET / HTTP/1.1\r\nHost: p\r\n\r\n';
const upgrade = (protocol: string) =>
  `GET / HTTP/1.1\r\nHost: p\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

test.each([
  ['many requests behind the first', get.repeat(3_000)],
  ['h2c behind a request', get + upgrade('h2c')],
  ['another protocol', upgrade('x')],
])(
  'a client that left while it was not read is noticed behind a service that is silent: %s',
  async (_, sent) => {
    Object.assign(limits, { relayedUnreadMs: 50 });
    const { client, service, world } = await between(sent);
    client.socket.end();
    await service.over();
    await client.over();
    await world.close(60_000);
  },
);

test('a client whose body the service does not read may not wait for ever', async () => {
  Object.assign(limits, { relayedUnreadMs: 50 });
  const { client, service, world } = await between(
    'PUT / HTTP/1.1\r\nHost: p\r\nContent-Length: 50000000\r\n\r\n',
  );
  service.socket.pause();
  client.send(Buffer.alloc(50_000_000));
  await client.over();
  expect(await world.concluded()).toMatchObject([{ end: 'client-left' }]);
});

test('a client that is read, again too, may wait for a response longer', async () => {
  Object.assign(limits, { relayedUnreadMs: 200 });
  const { client, service, answered } = await between(get.repeat(3));
  for (const ms of [0, 0, 0, 400]) {
    if (ms > 0) client.send(get);
    await service.until(endsWith('\r\n\r\n'));
    service.clear();
    await new Promise((resolve) => setTimeout(resolve, ms));
    client.clear();
    await answered('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  }
});
