import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { limits } from '../../model/limits.ts';
import { createConnect, type TlsSettings } from '../connect.ts';
import { codeOf } from '../failure.ts';
import { type HttpProxy, hopTo, type ProxySettings } from '../proxy.ts';
import { Room } from './copy.ts';
import { headBytes, isUpgrade, pairs, withoutUpgrade } from './headers.ts';
import { AllowedHosts } from './host.ts';
import { type Lane, Lanes } from './lane.ts';
import { answerInstead, notHttp, ownAnswerBytes } from './own-answer.ts';
import { type Onward, Passing, type PassOptions } from './pass.ts';
import type { Passed } from './passed.ts';
import { passUpgrade } from './upgrade.ts';

export interface RelaySettings {
  /** The service. The path of each request is appended to its path. */
  readonly upstream: URL;
  readonly tls: TlsSettings;
  readonly proxy: ProxySettings;
  /** The address to listen on. */
  readonly host: string;
  /** Host names that requests may be for, besides those of loopback and of the address. */
  readonly allowedHosts: readonly string[];
  /** 0 takes any free port. */
  readonly port: number;
  /** Whether the bodies of a request and its answer are to be copied. */
  readonly isWatched: PassOptions['isWatched'];
  /** Called with each exchange once it has ended. */
  readonly onPassed: (passed: Passed) => void;
  /** Called with each connection that becomes another protocol. */
  readonly onUpgrade: () => void;
  /** Called with each request that is not passed, as it is for another host. */
  readonly onMisdirected: () => void;
}

/** What is the same for all requests. */
interface Passage {
  readonly lanes: Lanes;
  readonly options: PassOptions;
  /** Why a request is not passed; null for one that is. */
  readonly problemWith: (incoming: IncomingMessage) => string | null;
  readonly onUpgrade: () => void;
}

/** Passes everything between clients and a service unchanged, and gives copies of what is watched to `onPassed`. */
export interface Relay {
  readonly address: AddressInfo;
  /** Whether no exchange is in flight. */
  readonly isQuiet: () => boolean;
  /** Takes no more connections; resolves when all have ended. After `patienceMs` milliseconds they are cut off. */
  close(patienceMs: number): Promise<void>;
}

/** The path of a request target, without a host that it may name: requests go to the service only. */
function pathOf(target: string): string {
  return target.startsWith('/') || target === '*'
    ? target
    : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
}

/** A proxy for plain http gets the whole URL (RFC 9112, section 3.2.2). */
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

/** Answers a request that is not HTTP, where no other exchange is in flight on the connection. */
function refuseMalformed(error: Error, client: Socket, lane: Lane): void {
  const code = codeOf(error);
  if (!client.writable || code === 'ECONNRESET' || !lane.isIdle) client.destroy();
  else client.end(malformed(code));
}

function malformed(code: string): Buffer {
  return ownAnswerBytes(code === 'HPE_HEADER_OVERFLOW' ? 431 : 400, notHttp('the request', code));
}

/** A server without time limits: those are for the service to set. */
function createUnhurriedServer(): Server {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    requireHostHeader: false,
    requestTimeout: 0,
    headersTimeout: 0,
    keepAliveTimeout: 0,
  });
  server.maxHeadersCount = 0;
  server.timeout = 0;
  return server;
}

/** Passes each request of a client. */
function passing({ lanes, options, problemWith }: Passage) {
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const lane = lanes.of(incoming.socket);
    lane.inTurn(incoming, outgoing, () => {
      const problem = problemWith(incoming);
      if (problem !== null) {
        answerInstead(outgoing, 421, problem);
        incoming.resume();
        return;
      }
      try {
        new Passing(incoming, outgoing, lane, options);
      } catch (error) {
        lane.client.end(malformed(codeOf(error)));
      }
    });
  };
}

/** Passes each request for an upgrade. Node.js no longer handles its connection. */
function upgrading(server: Server, { lanes, options, problemWith, onUpgrade }: Passage) {
  return (incoming: IncomingMessage, client: Socket, head: Buffer): void => {
    const lane = lanes.of(client);
    const headers = pairs(incoming.rawHeaders);
    const giveBack = () => {
      // With the request without its upgrade.
      const line = `${incoming.method} ${incoming.url} HTTP/${incoming.httpVersion}`;
      client.unshift(Buffer.concat([headBytes(line, withoutUpgrade(headers)), head]));
      server.emit('connection', client);
      lane.giveBack();
    };
    const upgrade = () => {
      const problem = problemWith(incoming);
      if (problem !== null) return void client.end(ownAnswerBytes(421, problem));
      onUpgrade();
      try {
        passUpgrade(incoming, lane, head, options.onward);
      } catch (error) {
        client.end(malformed(codeOf(error)));
      }
    };
    lane.takeOver(isUpgrade(headers) ? upgrade : giveBack);
  };
}

async function close(server: Server, lanes: Lanes, patienceMs: number): Promise<void> {
  server.close();
  const cut = setTimeout(() => lanes.cutOff(), patienceMs);
  await lanes.end();
  clearTimeout(cut);
}

function passageOf({
  upstream,
  tls,
  proxy: proxies,
  host,
  allowedHosts,
  isWatched,
  onPassed,
  onUpgrade,
  onMisdirected,
}: RelaySettings): Passage {
  const { proxy } = hopTo(upstream, proxies);
  const hosts = new AllowedHosts([host, ...allowedHosts]);
  const room = new Room(limits.relayedBytes);
  return {
    lanes: new Lanes(createConnect(upstream, proxy, tls)),
    options: { onward: onwardOf(upstream, proxy), room, isWatched, onPassed },
    problemWith: (incoming) => {
      const problem = hosts.problemWith(incoming);
      if (problem !== null) onMisdirected();
      return problem;
    },
    onUpgrade,
  };
}

/** @throws Error of Node.js where it cannot listen on the address */
export async function startRelay(settings: RelaySettings): Promise<Relay> {
  const { host, port } = settings;
  const passage = passageOf(settings);
  const { lanes } = passage;
  const server = createUnhurriedServer();
  const pass = passing(passage);
  server.on('connection', (client: Socket) => lanes.of(client));
  server.on('request', pass).on('checkContinue', pass).on('checkExpectation', pass);
  server.on('clientError', (error, client) =>
    refuseMalformed(error, client as Socket, lanes.of(client as Socket)),
  );
  server.on('upgrade', upgrading(server, passage));
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
