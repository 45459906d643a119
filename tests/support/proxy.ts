import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { type Opened, opened } from './free-port.ts';

export interface ProxyOptions {
  /** Speak TLS with this certificate and key. */
  readonly tls?: ServerOptions;
  /** `user:password` that the proxy asks for. */
  readonly credentials?: string;
  /** What it does with every CONNECT instead of opening a tunnel. */
  readonly onConnect?: (socket: Duplex) => void;
}

export interface TestProxy extends Omit<Opened, 'port'> {
  /** Without credentials. */
  readonly url: string;
  /** What it was asked, in order: `CONNECT host:port`, `PUT http://…`. */
  readonly log: readonly string[];
}

/** Hands a request on as it is, without what was for the proxy. */
function handOn(request: IncomingMessage, answer: (reply: IncomingMessage | null) => void): void {
  const { 'proxy-authorization': _, ...headers } = request.headers;
  const { port, pathname } = new URL(request.url ?? '');
  const there = { host: '127.0.0.1', port, path: pathname, method: request.method ?? '', headers };
  const onward = httpRequest(there, answer);
  onward.on('error', () => answer(null));
  request.pipe(onward);
}

function openTunnel(target: string, socket: Duplex): void {
  const port = target.split(':').at(-1);
  const onward = connect(Number(port), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
}

/** A proxy on loopback: tunnels for CONNECT, and plain requests handed on. Every host name is this machine to it. */
export async function startProxy({ tls, credentials, onConnect }: ProxyOptions = {}): Promise<TestProxy> {
  const log: string[] = [];
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const mayPass = ({ headers }: IncomingMessage) =>
    wanted === undefined || headers['proxy-authorization'] === wanted;
  const server = tls === undefined ? createHttpServer() : createHttpsServer(tls);
  server.on('request', (request: IncomingMessage, response) => {
    log.push(`${request.method} ${request.url}`);
    if (!mayPass(request)) return response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
    return handOn(request, (reply) => {
      if (reply === null) response.writeHead(502).end();
      else reply.pipe(response.writeHead(reply.statusCode ?? 0, reply.statusMessage, reply.rawHeaders));
    });
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    log.push(`CONNECT ${request.url}`);
    socket.on('error', () => undefined);
    if (onConnect !== undefined) return onConnect(socket);
    if (!mayPass(request)) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    return openTunnel(request.url ?? '', socket);
  });
  const { port, ...closing } = await opened(server);
  return { url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, log, ...closing };
}

/** Puts TLS in front of a service of http: on loopback. What does not come through the handshake does not reach it. */
export function startTlsFront(serviceUrl: string, options: TlsOptions): Promise<Opened> {
  const { port: behind } = new URL(serviceUrl);
  const server = createTlsServer(options, (socket) => {
    const inner = connect(Number(behind), '127.0.0.1');
    socket.pipe(inner).pipe(socket);
    socket.on('error', () => inner.destroy()).on('close', () => inner.destroy());
    inner.on('error', () => socket.destroy());
  });
  return opened(server);
}
