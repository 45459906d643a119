import { once, setMaxListeners } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Header, ResponseHead } from '../../schemas/types.ts';
import { valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { createConnect, type TlsSettings } from './connect.ts';
import { type Cause, codeOf, ExchangeError } from './failure.ts';
import { hostnameOf, hostnameOfAddress, isLoopback } from './hosts.ts';
import { type HttpProxy, handedTo, hopTo, type ProxySettings } from './proxy.ts';

/**
 * Passes requests on by `node:http`, with headers in order, case and number, and bodies as streams. Not passed are
 * interim responses, trailers, and the wish for another protocol: a request that has one is an ordinary request.
 * Each connection of a client has one of its own to the service at a time, not one of a pool: a pool uses connections
 * that the service has just closed.
 */

/** What the judge sees of the head of a request. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
}

/** How an exchange ended. `unreachable`: there was no response to pass on, and the client got our own 502. */
type End = 'complete' | 'client-left' | 'dropped' | 'unreachable';

/** One exchange as it passed: not redacted, its bodies apart. */
export interface Passed {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Null where none began. */
  readonly answer: ResponseHead | null;
  readonly end: End;
  /** Why it is not complete; null when it is. The message may hold text of the service. */
  readonly cause: Cause | null;
  /** Milliseconds from the request's head; null where no response began. */
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

/** Who looks at an exchange as it passes. */
export interface Onlooker {
  readonly onRequestBody: (bytes: Buffer) => void;
  readonly onAnswerBody: (bytes: Buffer) => void;
  readonly onEnd: (passed: Passed) => void;
}

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
  /** Called with the head of each request that is passed. */
  readonly onRequest: (request: RequestHead) => Onlooker;
}

export type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Characters of a host name in a message; DNS allows fewer. */
const longestName = 253;

/**
 * Refuses requests for other hosts: the page of a stranger whose host name was changed to lead here could otherwise use
 * the service, with our client certificate.
 * @param names host names and addresses besides those of loopback, and of the address that the client connected to
 * @returns why a request is not passed; null for one that is
 */
function hostCheck(names: readonly string[]) {
  const allowed = new Set(names.map((name) => hostnameOf(name) ?? hostnameOfAddress(name)));
  return ({ target, headers }: RequestHead, ownAddress: string): string | null => {
    const own = hostnameOfAddress(ownAddress);
    const [, inTarget] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target) ?? [];
    const authorities = [...(inTarget === undefined ? [] : [inTarget]), ...valuesOf(headers, 'host')];
    const isAllowed = (name: string | null) =>
      name !== null && (isLoopback(name) || name === own || allowed.has(name));
    const refused = authorities.map(hostnameOf).find((name) => !isAllowed(name));
    if (refused === undefined) return null;
    if (refused === null) return 'the Host field or the target of the request names no host';
    const name = refused.slice(0, longestName);
    return `the request is for the host ${name}, which is not a name of this proxy. Use the address that it printed, or start it with --allow-host ${name}`;
  };
}

function headersIn(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? '']);
}

function headOf({ method = '', url: target = '', rawHeaders }: IncomingMessage): RequestHead {
  return { method, target, headers: headersIn(rawHeaders) };
}

/** The headers that ask for another protocol: Java's client asks for HTTP/2 with its first request. */
const ofUpgrade = /^(?:connection|upgrade|http2-settings)$/i;

/** A request as the service gets it: its target and Host name the service. */
function onwardTo({ origin, host, pathname }: URL, handed: HttpProxy | null) {
  const prefix = (handed === null ? '' : origin) + pathname.replace(/\/+$/, '');
  const { authorization = null } = handed ?? {};
  return ({ method, target, headers }: RequestHead) => {
    const wantsUpgrade = valuesOf(headers, 'upgrade').length > 0;
    const kept = headers.filter(([name]) => !wantsUpgrade || !ofUpgrade.test(name));
    const fields: Header[] = kept.map(([name, value]) => [name, /^host$/i.test(name) ? host : value]);
    if (valuesOf(headers, 'host').length === 0) fields.unshift(['Host', host]);
    if (authorization !== null) fields.push(['Proxy-Authorization', authorization]);
    // Without a host that it may name.
    const path = target.replace(/^(?:[a-z][\w+.-]*:\/\/[^/?#]*)?\/?/i, `${prefix}/`);
    return { method, path, headers: fields.flat() };
  };
}

function refused(what: string): ExchangeError {
  const message = `the service's response cannot be forwarded: ${what}`;
  return new ExchangeError({ kind: 'not-http', message });
}

const switched = 'it switched to another protocol (101), which was not asked for';

/** What Node.js decides itself: how a body is framed, and that no trailers follow it. */
const ofFraming = /^(?:trailer|transfer-encoding)$/i;

/** Writes the head at once, in Latin-1; `flushHeaders` would write it in UTF-8. */
const nothing = Buffer.alloc(0);

/** Writes the head of a response with nothing added but its framing. @throws ExchangeError */
function writeHead(
  response: ServerResponse,
  { statusCode: status = 0, statusMessage: reason = '', rawHeaders, headers: read }: IncomingMessage,
): ResponseHead {
  if (status === 101) throw refused(switched);
  if ((read['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked')
    throw refused('its Transfer-Encoding is not chunked');
  const headers = headersIn(rawHeaders);
  response.sendDate = false;
  response.removeHeader('connection');
  response.writeHead(status, reason, headers.filter(([name]) => !ofFraming.test(name)).flat());
  response.write(nothing);
  return { status, reason, headers };
}

/** Responds in the service's place. @param problem may hold text of the service */
function answerInstead(response: ServerResponse, status: number, problem: string): void {
  const text = `conformance watch sent this response in place of the service: ${problem}.\n`;
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text);
}

type Ended = Pick<Passed, 'end' | 'cause'>;

const complete: Ended = { end: 'complete', cause: null };
const clientLeft: Ended = {
  end: 'client-left',
  cause: { kind: 'interrupted', message: 'the client disconnected before the response was complete' },
};

/** How an exchange ends that the service leaves incomplete. @param hasBegun whether its response has */
function endOf(error: unknown, hasBegun: boolean): Ended {
  const dropped = (kind: Cause['kind'], when: string): Ended => ({
    end: 'dropped',
    cause: { kind, message: `the service closed the connection ${when}` },
  });
  if (hasBegun) return dropped('truncated', 'before its response was complete');
  const isUnread = /^(?:HPE_|ERR_)/.test(codeOf(error));
  const known = isUnread ? refused(`Node.js cannot read it (${(error as Error).message})`) : error;
  return known instanceof ExchangeError
    ? { end: 'unreachable', cause: known.cause }
    : dropped('closed', 'without a response');
}

/** What a connection of a client has for itself. */
interface Lane {
  readonly agent: Agent;
  /** Aborted when the client's connection ends. */
  readonly signal: AbortSignal;
  /** Resolves when what was asked so far has ended: pipelined requests reach the service one by one. */
  tail: Promise<void>;
  /** Requests that have not ended. While there are several, no more of them are read. */
  waiting: number;
}

/** @throws Error of Node.js where it cannot listen on the address */
export async function startRelay(settings: RelaySettings) {
  const { upstream, tls, host, port, onRequest } = settings;
  const { proxy } = hopTo(upstream, settings.proxy);
  const connect = createConnect(upstream, proxy, tls);
  const onward = onwardTo(upstream, handedTo(upstream, proxy));
  const problemWith = hostCheck([host, ...settings.allowedHosts]);
  const reading = { maxHeaderSize: limits.headerBytes };
  const server = createServer({ ...reading, requestTimeout: 0, keepAliveTimeout: 0 });
  server.maxHeadersCount = 0;
  const lanes = new WeakMap<Socket, Lane>();
  const passing = new Set<Promise<void>>();

  function laneOf(socket: Socket): Lane {
    const leaving = new AbortController();
    const { signal } = leaving;
    setMaxListeners(0, signal);
    socket.once('close', () => leaving.abort());
    const agent = new Agent({ keepAlive: true });
    agent.createConnection = (_, opened) => {
      connect({ signal, onStage: () => undefined }).then(
        (service) => opened?.(null, service),
        (error: Error) => opened?.(error, socket),
      );
      return undefined;
    };
    const lane = { agent, signal, tail: Promise.resolve(), waiting: 0 };
    lanes.set(socket, lane);
    return lane;
  }

  /** Resolves when the exchange has ended. */
  function pass(
    incoming: IncomingMessage,
    response: ServerResponse,
    request: RequestHead,
    { agent, signal }: Lane,
  ): Promise<void> {
    const onlooker = onRequest(request);
    const [startedAt, began] = [Date.now(), performance.now()];
    let begun: Pick<Passed, 'answer' | 'firstByteMs'> = { answer: null, firstByteMs: null };
    const outgoing = httpRequest({ ...onward(request), ...reading, agent, signal });
    outgoing.maxHeadersCount = 0;
    return new Promise((resolve) => {
      let isOver = false;
      const end = (ended: Ended) => {
        if (isOver) return;
        isOver = true;
        onlooker.onEnd({ startedAt, ...begun, ...ended, totalMs: performance.now() - began });
        resolve();
      };
      const fail = (error: unknown) => {
        if (isOver) return;
        const ended = signal.aborted ? clientLeft : endOf(error, begun.answer !== null);
        end(ended);
        outgoing.destroy();
        if (ended.end === 'unreachable') answerInstead(response, 502, ended.cause?.message ?? '');
        else incoming.socket.destroySoon();
      };
      response
        .on('error', () => undefined)
        .on('finish', () => end(complete))
        .on('close', () => end(clientLeft));
      let received: IncomingMessage | null = null;
      // What is wrong behind a response is no part of it.
      outgoing.on('error', (error) => received?.complete || fail(error));
      outgoing.on('upgrade', () => fail(refused(switched)));
      outgoing.on('response', (answer) => {
        received = answer.on('error', fail);
        try {
          begun = { answer: writeHead(response, answer), firstByteMs: performance.now() - began };
        } catch (error) {
          return fail(error);
        }
        answer.on('data', onlooker.onAnswerBody).pipe(response);
      });
      outgoing.write(nothing);
      incoming.on('data', onlooker.onRequestBody).pipe(outgoing);
    });
  }

  server.on('request', (incoming, response) => {
    const { socket } = incoming;
    const request = headOf(incoming);
    const problem = problemWith(request, socket.localAddress ?? '');
    if (problem !== null) return answerInstead(response, 421, problem);
    const lane = lanes.get(socket) ?? laneOf(socket);
    lane.waiting += 1;
    if (lane.waiting > 1) setImmediate(() => lane.waiting > 1 && socket.pause());
    const tail = lane.tail.then(async () => {
      if (!lane.signal.aborted) await pass(incoming, response, request, lane);
      lane.waiting -= 1;
      if (lane.waiting <= 1) socket.resume();
      passing.delete(tail);
    });
    lane.tail = tail;
    passing.add(tail);
    // Node.js keeps a connection open that was in use when the server was closed.
    response.on('close', () => server.listening || server.closeIdleConnections());
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    address: server.address() as AddressInfo,
    /** Whether no exchange is in flight. */
    isQuiet: () => passing.size === 0,
    /** Takes no more connections; resolves when all have ended. After `patienceMs` milliseconds they are cut off. */
    close: async (patienceMs: number) => {
      const closed = new Promise((resolve) => server.close(resolve));
      const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearTimeout(cut);
      await Promise.all(passing);
    },
  };
}
