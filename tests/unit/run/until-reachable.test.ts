import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { untilReachable } from '../../../src/run/until-reachable.ts';
import { freePort } from '../../support/free-port.ts';
import { targetSettings } from '../../support/run-target.ts';

test('a service that comes later is waited for, and is sent nothing', async () => {
  const port = await freePort();
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', () => undefined);
  });
  const told: (readonly [string, number])[] = [];
  const settings = targetSettings(`http://127.0.0.1:${port}`, { waitSeconds: 3600 });
  const onUnreachable = (why: string, seconds: number) => {
    told.push([why, seconds]);
    server.listen(port, '127.0.0.1');
  };
  await untilReachable({ settings, events: { onUnreachable } });
  expect(told).toEqual([[expect.stringContaining('ECONNREFUSED'), 3600]]);
  expect(Buffer.concat(received).length).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});

test('time that is up, a signal and no time at all end the waiting', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const told: string[] = [];
  const interrupt = new AbortController();
  const events = { onUnreachable: (why: string) => void told.push(why) };
  await untilReachable({ settings: targetSettings(baseUrl, { waitSeconds: 1 }), events });
  expect(told).toHaveLength(1);
  await untilReachable({
    settings: targetSettings(baseUrl, { waitSeconds: 3600 }),
    events: { onUnreachable: () => interrupt.abort() },
    signal: interrupt.signal,
  });
  await untilReachable({ settings: targetSettings(baseUrl), events });
  expect(told).toHaveLength(1);
});
