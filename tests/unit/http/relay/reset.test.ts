import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { reset } from '../../../../src/http/connection-end.ts';
import { listening } from '../../../support/free-port.ts';

/** Both ends of a connection: that of the server, and that of its client. */
async function connection(): Promise<readonly [Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true });
  const port = await listening(server);
  const other = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
  onTestFinished(() => {
    other.destroy();
    server.close();
  });
  const [socket] = (await once(server, 'connection')) as [Socket];
  return [socket.on('error', () => undefined), other];
}

test('a connection that is reset right behind its end is closed, so the end of all waits for none', async () => {
  const [client] = await connection();
  const closed = once(client, 'close');
  client.destroySoon();
  reset(client);
  await closed;
  expect(client.closed).toBe(true);
});

test('a connection that is not being ended is reset', async () => {
  const [client, other] = await connection();
  const failed = once(other, 'error');
  reset(client);
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
});
