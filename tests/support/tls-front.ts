import { connect, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { listening } from './free-port.ts';

export interface TlsFront extends AsyncDisposable {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Puts TLS in front of a service of http: on loopback. What does not come through the handshake does not reach it. */
export async function startTlsFront(serviceUrl: string, options: TlsOptions): Promise<TlsFront> {
  const { port: behind } = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  const server = createServer(options, (socket) => {
    const inner = connect(Number(behind), '127.0.0.1');
    socket.pipe(inner).pipe(socket);
    socket.on('error', () => inner.destroy()).on('close', () => inner.destroy());
    inner.on('error', () => socket.destroy());
  });
  // Handshakes that never come to an end are connections too.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  const port = await listening(server);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, close, [Symbol.asyncDispose]: close };
}
