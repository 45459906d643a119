import { describe, expect, test } from 'vitest';
import { between, endsWith } from '../support/wires.ts';

const upgrade =
  'GET /socket HTTP/1.1\r\nHost: p\r\nSec-WebSocket-Key: k\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nX-End: 1\r\n\r\n';
const switched =
  'HTTP/1.1 101 Switching Protocols\r\nsec-websocket-accept: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

describe('a connection that becomes another protocol', () => {
  test('carries bytes both ways, those that came with the heads included', async () => {
    const { client, service, world, host, answered } = await between(`${upgrade}early`);
    expect(await service.until(endsWith('\r\n\r\n'))).toBe(upgrade.replace('Host: p', `Host: ${host}`));
    expect(await answered(`${switched}\x00first`)).toBe(`${switched}\x00first`);
    await service.until(endsWith('early'));
    client.send('\xff\x00more');
    await service.until(endsWith('early\xff\x00more'));
    service.socket.end();
    await client.over();
    expect(world.upgrades()).toBe(1);
  });

  test('ends where the client ends it', async () => {
    const { client, service, answered } = await between(upgrade);
    await answered(switched);
    client.socket.end('bye');
    await service.until(endsWith('bye'));
    await service.over();
  });

  test('is dropped as the service drops it', async () => {
    const { client, service } = await between(upgrade);
    service.socket.end();
    await client.over();
    expect(client.text).toBe('');
  });
});

describe('behind a request that has no response yet', () => {
  const get = 'GET /first HTTP/1.1\r\nHost: p\r\n\r\n';
  const h2c = 'GET /h2c HTTP/1.1\r\nHost: p\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
  const last = 'GET /last HTTP/1.1\r\nHost: p\r\n\r\n';
  const large = 'x'.repeat(1_000_000);

  test.each([1, 2, 40])(
    '%i requests that would rather have HTTP/2 get their responses, in order',
    async (count) => {
      const { client, service, world, answered } = await between(get + h2c.repeat(count) + last);
      const paths = ['/first', ...Array<string>(count).fill('/h2c'), '/last'];
      for (const [at, path] of paths.entries()) {
        const received = await service.until(endsWith('\r\n\r\n'));
        expect(received.match(/GET \S+/g)).toEqual([`GET ${path}`]);
        expect(received).not.toMatch(/upgrade/i);
        service.clear();
        // Longer than what is written at once: the client has to be waited for.
        const body = (at === 0 ? large : '') + at;
        await answered(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
        client.clear();
      }
      await world.concluded(paths.length);
    },
  );

  test('a connection becomes another protocol once the response has passed', async () => {
    const { client, service, answered } = await between(get + upgrade);
    expect(await service.until(endsWith('\r\n\r\n'))).not.toContain('/socket');
    await answered('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    await service.until((text) => text.includes('/socket') && text.endsWith('X-End: 1\r\n\r\n'));
    await answered(switched);
    client.send('\xff');
    await service.until(endsWith('\xff'));
  });
});
