import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** The port of 127.0.0.1 on which a server listens from now on. @param port a free one by default */
export async function listening(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port on 127.0.0.1 that was free a moment ago. Another process may take it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
