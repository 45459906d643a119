import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingMessage,
  ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Header, type ResponseHead, valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { type Connect, createConnect, type TlsSettings } from './connect.ts';
import { type Cause, codeOf, ExchangeError } from './failure.ts';
import { hostnameOf, hostnameOfAddress, isLoopback } from './hosts.ts';
import { type HttpProxy, handedTo, hopTo, type ProxySettings } from './proxy.ts';

/**
 * Passes requests on by `node:http`, with headers in order, case and number, and bodies as streams. Each connection of a
 * client has one of its own to the service, not one of a pool: a pool uses connections that the service has just
 * closed. One exchange is in flight at a time; what comes behind it waits.
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

/** Who looks at an exchange as it passes. Its end is told, or that it became another protocol. */
export interface Onlooker {
  readonly onRequestBody: (bytes: Buffer) => void;
  readonly onAnswerBody: (bytes: Buffer) => void;
  readonly onEnd: (passed: Passed) => void;
  readonly onUpgrade: () => void;
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

export interface Relay {
  readonly address: AddressInfo;
  /** Whether no exchange is in flight. */
  readonly isQuiet: () => boolean;
  /** Takes no more connections; resolves when all have ended. After `patienceMs` milliseconds they are cut off. */
  close(patienceMs: number): Promise<void>;
}

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

function written(line: string, headers: readonly Header[]): Buffer {
  const lines = [line, ...headers.map(([name, value]) => `${name}: ${value}`), '\r\n'];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/**
 * Whether a wish for another protocol is ignored, as any server may: for HTTP/2 alone, or by a request that is no GET,
 * which a WebSocket begins with (RFC 6455 section 4.1), and may have a body.
 */
function isIgnored(method: string, headers: readonly Header[]): boolean {
  const protocols = valuesOf(headers, 'upgrade').flatMap((value) => value.split(','));
  return method !== 'GET' || protocols.every((protocol) => protocol.trim().toLowerCase() === 'h2c');
}

/** The fields by which a connection becomes one of another protocol. */
const ofUpgrade = /^(?:connection|upgrade|http2-settings)$/i;

/** A request as the service gets it: its target and Host name the service. */
function onwardTo({ origin, host, pathname }: URL, handed: HttpProxy | null) {
  const prefix = (handed === null ? '' : origin) + pathname.replace(/\/+$/, '');
  const { authorization = null } = handed ?? {};
  return ({ method, target, headers }: RequestHead) => {
    const fields: Header[] = headers.map(([name, value]) => [name, /^host$/i.test(name) ? host : value]);
    if (valuesOf(headers, 'host').length === 0) fields.unshift(['Host', host]);
    if (authorization !== null) fields.push(['Proxy-Authorization', authorization]);
    // Without a host that it may name.
    const path = target.replace(/^(?:[a-z][\w+.-]*:\/\/[^/?#]*)?\/?/i, `${prefix}/`);
    return { method, path: target === '*' ? target : path, headers: fields.flat() };
  };
}

function refused(what: string): ExchangeError {
  const message = `the service's response cannot be forwarded: ${what}`;
  return new ExchangeError({ kind: 'not-http', message });
}

const switched = 'it switched to another protocol (101), which was not asked for';

/** Writes the head at once, in Latin-1; `flushHeaders` would write it in UTF-8. */
const nothing = Buffer.alloc(0);

/** Writes the head of a response with nothing added, framed as Node.js frames it. @throws ExchangeError */
function writeHead(
  response: ServerResponse,
  { httpVersion }: IncomingMessage,
  { statusCode: status = 0, statusMessage: reason = '', rawHeaders, headers }: IncomingMessage,
): ResponseHead {
  const coding = headers['transfer-encoding']?.toLowerCase();
  if (status === 101) throw refused(switched);
  if (coding !== undefined && coding !== 'chunked') throw refused('its Transfer-Encoding is not chunked');
  const isChunked = httpVersion === '1.1' && coding === 'chunked';
  const all = headersIn(rawHeaders);
  const kept = all.filter(([name]) => isChunked || !/^(?:trailer|transfer-encoding)$/i.test(name));
  response.sendDate = false;
  response.removeHeader('connection');
  response.writeHead(status, reason, kept.flat()).write(nothing);
  return { status, reason, headers: all };
}

/** Why there is nothing to pass on; null where the service ended its connection. */
function obstacleOf(error: unknown): Cause | null {
  if (error instanceof ExchangeError) return error.cause;
  const isUnread = /^(?:HPE_|ERR_)/.test(codeOf(error));
  return isUnread ? refused(`Node.js cannot read it (${(error as Error).message})`).cause : null;
}

/**
 * Passes a body as it comes, no faster than the other end reads, and its trailers.
 * @param isCut whether its connection was reset before, which Node.js takes for the end of a body without a length
 */
function passBody(from: IncomingMessage, to: OutgoingMessage, isCut = () => false): void {
  from.on('end', () => {
    if (isCut()) return;
    to.addTrailers(headersIn(from.rawTrailers));
    to.end();
  });
  from.pipe(to, { end: false });
}

const complete = { end: 'complete', cause: null } as const;

interface LaneOptions extends Pick<RelaySettings, 'onRequest'> {
  readonly connect: Connect;
  readonly onward: ReturnType<typeof onwardTo>;
  readonly problemWith: ReturnType<typeof hostCheck>;
}

/** A connection of a client, and its own connection to the service. */
class Lane {
  readonly socket: Socket;
  private readonly options: LaneOptions;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private service: Socket | null = null;
  private response: ServerResponse | null = null;
  /** Resolves once all that was asked so far has its response. */
  tail = Promise.resolve();
  /** Requests that have no response yet. */
  waiting = 0;
  private wasReset = false;
  /** Whether the connection ends behind the exchange in flight. */
  private isLast = false;
  /** Whether the client's connection is no longer read as HTTP. */
  private isUpgraded = false;

  constructor(socket: Socket, options: LaneOptions) {
    this.socket = socket;
    this.options = options;
    const leaving = new AbortController();
    this.agent.createConnection = (_, opened) => {
      this.open(leaving.signal).then(
        (service) => opened?.(null, service),
        (error: Error) => opened?.(error, socket),
      );
      return undefined;
    };
    socket.on('error', () => undefined);
    // Node.js stops to tell it once the connection is upgraded.
    socket.on('drain', () => this.response?.emit('drain'));
    socket.once('close', () => leaving.abort());
    // That a client has left may not be noticed while something that it sent waits to be read.
    socket.on('timeout', () => socket.readableFlowing || socket.destroy());
  }

  private async open(signal: AbortSignal): Promise<Socket> {
    const service = await this.options.connect({ signal, onStage: () => undefined });
    service.on('error', (error) => {
      this.wasReset ||= codeOf(error) === 'ECONNRESET';
    });
    this.service = service.once('close', () => this.endWhenIdle());
    return service;
  }

  /** Ends the connection after the exchange in flight. */
  endWhenIdle(): void {
    this.isLast = true;
    if (this.waiting === 0) this.socket.destroySoon();
  }

  /** Serves a request once those before it have their responses. Meanwhile no more than was read is taken. */
  private take(serve: () => Promise<void> | void): void {
    this.waiting += 1;
    if (this.waiting > 1) setImmediate(() => this.waiting > 1 && this.socket.pause());
    this.tail = this.tail.then(async () => {
      if (!this.isLast && !this.socket.destroyed) await serve();
      this.waiting -= 1;
      this.isLast ||= this.service?.destroyed === true;
      if (this.isLast) this.socket.destroySoon();
      else if (this.waiting <= 1 && !this.isUpgraded) this.socket.resume();
    });
  }

  request(incoming: IncomingMessage, response: ServerResponse): void {
    this.take(() => this.pass(incoming, response, null));
  }

  /** @param early what came behind the request @param readAgain reads requests from the connection, as of a new one */
  upgrade(incoming: IncomingMessage, early: Buffer, readAgain: () => void): void {
    this.isUpgraded = true;
    this.take(() => {
      const { method, target, headers } = headOf(incoming);
      if (isIgnored(method, headers)) {
        const line = `${method} ${target} HTTP/${incoming.httpVersion}`;
        const kept = headers.filter(([name]) => !ofUpgrade.test(name));
        this.socket.removeAllListeners('pause').removeAllListeners('resume');
        this.socket.unshift(Buffer.concat([written(line, kept), early]));
        this.isUpgraded = false;
        return readAgain();
      }
      const response = new ServerResponse(incoming);
      response.assignSocket(this.socket);
      return this.pass(incoming, response, early);
    });
  }

  /** @param early what came behind a request for another protocol; null for one that asks for none */
  private pass(incoming: IncomingMessage, response: ServerResponse, early: Buffer | null) {
    const { socket, agent } = this;
    const request = headOf(incoming);
    for (const stream of [incoming, response]) stream.on('error', () => undefined);
    const problem = this.options.problemWith(request, socket.localAddress ?? '');
    if (problem !== null) return this.answerInstead(response, 421, problem);
    this.response = response;
    const onlooker = this.options.onRequest(request);
    const [startedAt, began] = [Date.now(), performance.now()];
    let begun: Pick<Passed, 'answer' | 'firstByteMs'> = { answer: null, firstByteMs: null };
    const outgoing = httpRequest({
      ...{ ...this.options.onward(request), agent, maxHeaderSize: limits.headerBytes },
    });
    outgoing.maxHeadersCount = 0;
    return new Promise<void>((resolve) => {
      let isOver = false;
      /** @param error null where all has passed */
      const end = (error: unknown) => {
        if (isOver) return;
        isOver = true;
        if (error !== null) outgoing.destroy();
        this.isLast ||= early !== null;
        const ended = error === null ? complete : this.failed(error, response);
        onlooker.onEnd({ startedAt, ...begun, ...ended, totalMs: performance.now() - began });
        resolve();
      };
      response.on('finish', () => end(null)).on('close', () => end(new Error('the client left')));
      let interims = 0;
      outgoing.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
        interims += 1;
        if (interims > limits.interimResponses)
          end(refused(`more than ${limits.interimResponses} interim ones (1xx) came before it`));
        else if (statusCode === 100) response.writeContinue();
        else socket.write(written(`HTTP/1.1 ${statusCode} ${statusMessage}`, headersIn(rawHeaders)));
      });
      outgoing.on('upgrade', ({ statusMessage, rawHeaders }, service: Socket, first) => {
        if (early === null) return end(refused(switched));
        onlooker.onUpgrade();
        response.detachSocket(socket);
        socket.write(written(`HTTP/1.1 101 ${statusMessage}`, headersIn(rawHeaders)));
        socket.write(first);
        service.write(early);
        socket.pipe(service).pipe(socket, { end: false });
        resolve();
      });
      let answer: IncomingMessage | null = null;
      // What is wrong behind a response is no part of it.
      outgoing.on('error', (error) => answer?.complete || end(error));
      outgoing.on('response', (received) => {
        if (isOver) return;
        answer = received.on('error', end);
        try {
          begun = { answer: writeHead(response, incoming, received), firstByteMs: performance.now() - began };
        } catch (error) {
          return end(error);
        }
        passBody(received.on('data', onlooker.onAnswerBody), response, () => isOver);
      });
      outgoing.write(nothing);
      if (early === null) passBody(incoming.on('data', onlooker.onRequestBody), outgoing);
      else outgoing.end();
    });
  }

  /** Responds in the service's place. @param problem may hold text of the service */
  private answerInstead(response: ServerResponse, status: number, problem: string): void {
    this.isLast = true;
    const text = `conformance watch sent this response in place of the service:  ${problem}.\n`;
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text);
  }

  /** Ends the connection of the client as the service ended its own, or says why there is no response. */
  private failed(error: unknown, response: ServerResponse): Pick<Passed, 'end' | 'cause'> {
    const { socket, wasReset } = this;
    const left = 'the client disconnected before the response was complete';
    if (socket.destroyed) return { end: 'client-left', cause: { kind: 'interrupted', message: left } };
    this.isLast = true;
    const hasBegun = response.headersSent;
    const obstacle = obstacleOf(error);
    if (obstacle !== null && !hasBegun) {
      this.answerInstead(response, 502, obstacle.message);
      return { end: 'unreachable', cause: obstacle };
    }
    // One that is being ended cannot be reset: Node.js would never say that it is closed.
    if (wasReset && !socket.writableEnded) socket.resetAndDestroy();
    const kind = wasReset ? 'reset' : hasBegun ? 'truncated' : 'closed';
    const when = hasBegun ? 'before its response was complete' : 'without a response';
    const message = `the service ${wasReset ? 'reset' : 'closed'} the connection ${when}`;
    return { end: 'dropped', cause: { kind, message } };
  }
}

/** @throws Error of Node.js where it cannot listen on the address */
export async function startRelay(settings: RelaySettings): Promise<Relay> {
  const { upstream, tls, host, port, onRequest } = settings;
  const { proxy } = hopTo(upstream, settings.proxy);
  const options: LaneOptions = {
    onRequest,
    connect: createConnect(upstream, proxy, tls),
    onward: onwardTo(upstream, handedTo(upstream, proxy)),
    problemWith: hostCheck([host, ...settings.allowedHosts]),
  };
  const lanes = new Map<Duplex, Lane>();
  const reading = { maxHeaderSize: limits.headerBytes, requestTimeout: 0, keepAliveTimeout: 0 };
  const server = createServer({ ...reading, noDelay: true });
  server.maxHeadersCount = 0;
  server.timeout = limits.relayedUnreadMs;
  server.on('timeout', () => undefined);
  for (const event of ['request', 'checkContinue'])
    server.on(event, (incoming, response) => lanes.get(incoming.socket)?.request(incoming, response));
  server.on('upgrade', (incoming, socket, early) =>
    lanes.get(socket)?.upgrade(incoming, early, () => server.emit('connection', socket)),
  );
  server.on('connection', (socket: Socket) => {
    if (lanes.has(socket)) return;
    lanes.set(socket, new Lane(socket, options));
    socket.once('close', () => lanes.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    address: server.address() as AddressInfo,
    isQuiet: () => ![...lanes.values()].some(({ waiting }) => waiting > 0),
    close: async (patienceMs) => {
      const closed = new Promise((resolve) => server.close(resolve));
      const cut = setTimeout(() => {
        for (const { socket } of lanes.values()) socket.destroy();
      }, patienceMs);
      const ending = [...lanes.values()];
      for (const lane of ending) lane.endWhenIdle();
      await closed;
      await Promise.all(ending.map(({ tail }) => tail));
      clearTimeout(cut);
    },
  };
}
