import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Client, type ClientSettings, clientSecrets, createClient } from '../../../src/http/client.ts';
import type { Exchange, Header, Probe } from '../../../src/model/exchange.ts';
import { createRedactor } from '../../../src/secrets/redaction.ts';
import { listening } from '../../support/free-port.ts';

export const token = 'tok-5f3b9c.A~z+/=Q';

export const putProbe: Probe = {
  id: 'put-authorised',
  operation: 'put',
  credentials: 'authorised',
  method: 'PUT',
  path: '/api/entity/e1/valuation/derivative/fact/transformer/',
  purpose: 'PUT with the access token',
  addressed: { entityId: 'e1' },
  body: '{"name":"n"}',
};

export const deleteProbe: Probe = {
  id: 'delete-authorised',
  operation: 'delete',
  credentials: 'authorised',
  method: 'DELETE',
  path: '/api/entity/e1/automationRule/r1',
  purpose: 'DELETE with the access token',
  addressed: { entityId: 'e1', automationRuleId: 'r1' },
};

/** Listens on a free port of loopback until the test is over, connections included. */
export function listen(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return listening(server);
}

export interface Service {
  readonly url: URL;
  readonly server: Server;
}

export async function httpService(listener: RequestListener): Promise<Service & { server: HttpServer }> {
  const server = createServer(listener);
  return { server, url: new URL(`http://127.0.0.1:${await listen(server)}/api`) };
}

/** Hands each connection over once a whole request head has arrived; `connections` counts them. */
export async function rawService(
  answer: (socket: Socket, head: string) => void,
): Promise<Service & { connections: () => number }> {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    let received = '';
    socket.on('data', (chunk) => {
      const before = received.includes('\r\n\r\n');
      received += chunk.toString('latin1');
      if (!before && received.includes('\r\n\r\n')) answer(socket, received);
    });
  });
  return {
    server,
    url: new URL(`http://127.0.0.1:${await listen(server)}/api`),
    connections: () => connections,
  };
}

type Overrides = Partial<Omit<ClientSettings, 'baseUrl' | 'redactor'>>;

export function clientFor(baseUrl: URL, overrides: Overrides = {}): Client {
  const rest = { timeoutMs: 5000, extraHeaders: [], tls: {}, proxy: {}, ...overrides };
  const redactor = createRedactor([{ name: 'access token', value: token }, ...clientSecrets(rest)]);
  const client = createClient({ baseUrl, userAgent: 'suite/1 (run r)', redactor, ...rest });
  onTestFinished(() => client.close());
  return client;
}

/** Sends the PUT with the token. */
export function put(baseUrl: URL, overrides: Overrides = {}): Promise<Exchange> {
  return clientFor(baseUrl, overrides).send('x1', putProbe, `Bearer ${token}`);
}

export function headerOf(headers: readonly Header[] | undefined, name: string): string | undefined {
  return headers?.find(([candidate]) => candidate === name)?.[1];
}
