import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { limits } from '../../model/limits.ts';
import { createConnect, type TlsSettings } from '../connect.ts';
import { codeOf } from '../failure.ts';
import { type HttpProxy, hopTo, type ProxySettings } from '../proxy.ts';
import { Room } from './copy.ts';
import { headBytes, isUpgrade, pairs, withoutUpgrade } from './headers.ts';
import { type Lane, Lanes } from './lane.ts';
import { notHttp, ownAnswerBytes } from './own-answer.ts';
import { type Onward, Passing, type PassOptions } from './pass.ts';
import type { Passed } from './passed.ts';
import { passUpgrade } from './upgrade.ts';

export interface RelaySettings {
  /** Where everything goes; the path that clients ask for is put behind its own. */
  readonly upstream: URL;
  readonly tls: TlsSettings;
  readonly proxy: ProxySettings;
  /** The address to listen on. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Whether the bodies of a request and its answer are to be copied. */
  readonly isWatched: PassOptions['isWatched'];
  /** Called with each exchange once it has ended. */
  readonly onPassed: (passed: Passed) => void;
  /** Called with each connection that becomes another protocol. */
  readonly onUpgrade: () => void;
}

/** Hands everything on between clients and a service, unchanged, and copies of what is watched to whoever asked for it. */
export interface Relay {
  readonly address: AddressInfo;
  /** Whether no exchange is under way. */
  readonly isQuiet: () => boolean;
  /** Takes no more connections; resolves when all have ended, which are cut off after so many milliseconds. */
  close(patienceMs: number): Promise<void>;
}

/** Of a request target that names a host as well, what stands behind the host: requests go to the service only. */
function pathOf(target: string): string {
  return target.startsWith('/') || target === '*'
    ? target
    : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
}

/** For plain http, a proxy on the way is told the whole URL (RFC 9112 section 3.2.2). */
function onwardOf({ origin, host, pathname, protocol }: URL, proxy: HttpProxy | null): Onward {
  const prefix = pathname.replace(/\/+$/, '');
  const isHandedOn = proxy !== null && protocol === 'http:';
  const target = (given: string): string => {
    const path = pathOf(given);
    if (path === '*') return path;
    return (isHandedOn ? origin : '') + prefix + (path.startsWith('/') ? path : `/${path}`);
  };
  const headers =
    isHandedOn && proxy.authorization !== null ? [['Proxy-Authorization', proxy.authorization] as const] : [];
  return { host, target, headers };
}

/** Answers what is no HTTP, where nothing else stands on the connection; the service could not be asked. */
function refuseMalformed(error: Error, client: Socket, lane: Lane): void {
  const code = codeOf(error);
  if (!client.writable || code === 'ECONNRESET' || !lane.isIdle) client.destroy();
  else client.end(malformed(code));
}

function malformed(code: string): Buffer {
  const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  return ownAnswerBytes(status, notHttp('the request', code));
}

/** Nothing of this server's own decides how long anything may take, or how much of it there may be. */
function createUnhurriedServer(): Server {
  const server = createServer({
    maxHeaderSize: limits.relayedHeaderBytes,
    requireHostHeader: false,
    requestTimeout: 0,
    headersTimeout: 0,
    keepAliveTimeout: 0,
  });
  server.maxHeadersCount = 0;
  server.timeout = 0;
  return server;
}

/** Hands on each request of a client. */
function passing(lanes: Lanes, options: PassOptions) {
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const lane = lanes.of(incoming.socket);
    lane.inTurn(outgoing, () => {
      try {
        new Passing(incoming, outgoing, lane, options);
      } catch (error) {
        lane.client.end(malformed(codeOf(error)));
      }
    });
  };
}

/** Hands on each request that wants to upgrade its connection, which Node.js has let go of. */
function upgrading(server: Server, lanes: Lanes, onward: Onward, onUpgrade: () => void) {
  return (incoming: IncomingMessage, client: Socket, head: Buffer): void => {
    const headers = pairs(incoming.rawHeaders);
    if (isUpgrade(headers)) {
      onUpgrade();
      try {
        passUpgrade(incoming, lanes.of(client), head, onward);
      } catch (error) {
        client.end(malformed(codeOf(error)));
      }
      return;
    }
    // The server is given the connection once more, with a request that has no such wish.
    const line = `${incoming.method} ${incoming.url} HTTP/${incoming.httpVersion}`;
    client.unshift(Buffer.concat([headBytes(line, withoutUpgrade(headers)), head]));
    server.emit('connection', client);
  };
}

async function close(server: Server, lanes: Lanes, patienceMs: number): Promise<void> {
  server.close();
  const cut = setTimeout(() => lanes.cutOff(), patienceMs);
  await lanes.end();
  clearTimeout(cut);
}

/** @throws Error of the network where the address cannot be listened on */
export async function startRelay(settings: RelaySettings): Promise<Relay> {
  const { upstream, tls, host, port, isWatched, onPassed, onUpgrade } = settings;
  const { proxy } = hopTo(upstream, settings.proxy);
  const lanes = new Lanes(createConnect(upstream, proxy, tls));
  const onward = onwardOf(upstream, proxy);
  const server = createUnhurriedServer();
  const room = new Room(limits.relayedBytes);
  const pass = passing(lanes, { onward, room, isWatched, onPassed });
  server.on('connection', (client: Socket) => lanes.of(client));
  server.on('request', pass).on('checkContinue', pass).on('checkExpectation', pass);
  server.on('clientError', (error, client) =>
    refuseMalformed(error, client as Socket, lanes.of(client as Socket)),
  );
  server.on('upgrade', upgrading(server, lanes, onward, onUpgrade));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return {
    address: server.address() as AddressInfo,
    isQuiet: () => lanes.isQuiet,
    close: (patienceMs) => close(server, lanes, patienceMs),
  };
}
