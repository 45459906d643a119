import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** The port of 127.0.0.1 on which a server listens from now on. @param port a free one by default */
export async function listening(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

export interface Opened extends AsyncDisposable {
  readonly port: number;
  /** Cuts every connection, those in a handshake too. */
  readonly close: () => Promise<void>;
}

/** Listens, and minds no connection that breaks. */
export async function opened(server: Server): Promise<Opened> {
  const sockets = new Set<Socket>();
  server
    .on('tlsClientError', () => undefined)
    .on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    });
  const port = await listening(server);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, close, [Symbol.asyncDispose]: close };
}

/** A port on 127.0.0.1 that was free a moment ago. Another process may take it. */
export async function freePort(): Promise<number> {
  await using server = await opened(createServer());
  return server.port;
}
