import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingMessage,
  type RequestListener,
  ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { attempt } from '../model/attempt.ts';
import { type Header, type ResponseHead, valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { type Connect, createConnect, type TlsSettings } from './connect.ts';
import { type Cause, codeOf, ExchangeError } from './failure.ts';
import { isLoopback } from './loopback.ts';
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

/** The host name of an authority as URLs have it, without its port; null for what is no authority. */
export function hostnameOf(authority: string): string | null {
  if (/[\s/?#@\\]/.test(authority)) return null;
  return attempt(() => new URL(`http://${authority}`).hostname.replace(/\.$/, ''), null);
}

/** The host name of an address; IPv4 is written as such where a socket has it as IPv6. */
function hostnameOfAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return hostnameOf(plain.includes(':') ? `[${plain}]` : plain);
}

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
    const refused = authorities.find((authority) => {
      const name = hostnameOf(authority);
      return name === null || !(isLoopback(name) || name === own || allowed.has(name));
    });
    if (refused === undefined) return null;
    const name = hostnameOf(refused)?.slice(0, longestName);
    if (name === undefined) return 'the Host field or the target of the request names no host';
    return `the request is for the host ${name}, which is not a name of this proxy. Use the address that it printed, or start it with --allow-host ${name}`;
  };
}

function headersIn(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? '']);
}

function written(line: string, headers: readonly Header[]): Buffer {
  const lines = [line, ...headers.map(([name, value]) => `${name}: ${value}`), '\r\n'];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/** Whether a request asks for HTTP/2 alone, which any server may ignore. */
function wantsHttp2(headers: readonly Header[]): boolean {
  const protocols = valuesOf(headers, 'upgrade').flatMap((value) => value.split(','));
  return protocols.length > 0 && protocols.every((protocol) => protocol.trim().toLowerCase() === 'h2c');
}

/** The fields by which a connection becomes one of HTTP/2. */
const ofHttp2 = /^(?:connection|upgrade|http2-settings)$/i;

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
  return new ExchangeError({
    kind: 'not-http',
    message: `the service's response cannot be forwarded: ${what}`,
  });
}

/** The headers of a response as the client gets them, which Node.js frames by. @throws ExchangeError */
function framedFor({ httpVersion }: IncomingMessage, { rawHeaders, headers }: IncomingMessage): string[] {
  const coding = headers['transfer-encoding']?.toLowerCase();
  if (coding !== undefined && coding !== 'chunked') throw refused('its Transfer-Encoding is not chunked');
  const isChunked = httpVersion === '1.1' && coding === 'chunked';
  const kept = headersIn(rawHeaders).filter(
    ([name]) => isChunked || !/^(?:trailer|transfer-encoding)$/i.test(name),
  );
  return kept.flat();
}

/** Why there is nothing to pass on; null where the service ended its connection. */
function obstacleOf(error: unknown): Cause | null {
  if (error instanceof ExchangeError) return error.cause;
  const { message } = error as Error;
  if (!/^(?:HPE_|ERR_)/.test(codeOf(error))) return null;
  return refused(`Node.js cannot read it (${message})`).cause;
}

function droppedCause(wasReset: boolean, hasBegun: boolean): Cause {
  const when = hasBegun ? 'before its response was complete' : 'without a response';
  if (wasReset) return { kind: 'reset', message: `the service reset the connection ${when}` };
  return { kind: hasBegun ? 'truncated' : 'closed', message: `the service closed the connection ${when}` };
}

/** Resets a connection. One that is being ended cannot be: Node.js would never say that it is closed. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** An exchange while it passes. */
type Passing = { -readonly [Name in keyof Passed]: Passed[Name] };

/**
 * Passes a body as it comes, no faster than the other end reads, and its trailers.
 * @param isCut whether it ended because its connection broke, which Node.js takes for the end of a body without a length
 */
function passBody(from: IncomingMessage, to: OutgoingMessage, isCut = () => false): void {
  from.on('end', () => {
    if (isCut()) return;
    to.addTrailers(headersIn(from.rawTrailers));
    to.end();
  });
  from.pipe(to, { end: false });
}

interface LaneOptions extends Pick<RelaySettings, 'onRequest'> {
  readonly connect: Connect;
  readonly onward: ReturnType<typeof onwardTo>;
  readonly problemWith: ReturnType<typeof hostCheck>;
}

/** Writes the head at once, in Latin-1; `flushHeaders` would write it in UTF-8. */
const nothing = Buffer.alloc(0);

/** A connection of a client, and its own connection to the service. */
class Lane {
  readonly socket: Socket;
  private readonly options: LaneOptions;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private service: Socket | null = null;
  private response: ServerResponse | null = null;
  /** Resolves once all that was asked so far has its response. */
  tail = Promise.resolve();
  private wasReset = false;
  private isLast = false;
  /** Whether the client's connection is no longer read as HTTP. */
  private isUpgraded = false;
  private isTunnel = false;
  /** Requests that have no response yet. */
  waiting = 0;

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
  private take(serve: () => Promise<void>): void {
    this.waiting += 1;
    if (this.waiting > 1) setImmediate(() => this.waiting > 1 && this.socket.pause());
    this.tail = this.tail.then(async () => {
      if (!this.isLast && !this.socket.destroyed) await serve();
      this.waiting -= 1;
      if (this.isTunnel) return;
      this.isLast ||= this.service?.destroyed === true;
      if (this.isLast && this.socket.writable) this.socket.destroySoon();
      if (!this.isLast && this.waiting <= 1 && !this.isUpgraded) this.socket.resume();
    });
  }

  request(request: IncomingMessage, response: ServerResponse): void {
    this.take(() => this.pass(request, response, null));
  }

  /** @param early what came behind the request @param readAgain reads requests from the connection, as of a new one */
  upgrade(request: IncomingMessage, early: Buffer, readAgain: () => void): void {
    this.isUpgraded = true;
    this.take(async () => {
      const { method, url, rawHeaders, httpVersion } = request;
      const headers = headersIn(rawHeaders);
      if (wantsHttp2(headers)) {
        // As any server may, this one stays at HTTP/1.1, where the body is read.
        const kept = headers.filter(([name]) => !ofHttp2.test(name));
        this.socket.removeAllListeners('pause').removeAllListeners('resume');
        this.socket.unshift(Buffer.concat([written(`${method} ${url} HTTP/${httpVersion}`, kept), early]));
        this.isUpgraded = false;
        return readAgain();
      }
      const response = new ServerResponse(request);
      response.assignSocket(this.socket);
      this.isLast = true;
      await this.pass(request, response, early);
    });
  }

  /** @param early what came behind a request for another protocol; null for one that asks for none */
  private async pass(incoming: IncomingMessage, response: ServerResponse, early: Buffer | null) {
    const { method = '', url: target = '', rawHeaders } = incoming;
    const request = { method, target, headers: headersIn(rawHeaders) };
    for (const stream of [incoming, response]) stream.on('error', () => undefined);
    const problem = this.options.problemWith(request, this.socket.localAddress ?? '');
    if (problem !== null) return this.answerInstead(response, 421, problem);
    this.response = response;
    const onlooker = this.options.onRequest(request);
    const began = performance.now();
    const passing: Passing = {
      ...{ startedAt: Date.now(), answer: null, end: 'complete', cause: null, firstByteMs: null, totalMs: 0 },
    };
    const onAnswer = (answer: ResponseHead) => {
      passing.answer = answer;
      passing.firstByteMs = performance.now() - began;
    };
    try {
      const became = await this.exchange(incoming, response, request, early, onlooker, onAnswer);
      if (became === 'another protocol') return;
    } catch (error) {
      Object.assign(passing, await this.failed(error, response));
    }
    passing.totalMs = performance.now() - began;
    onlooker.onEnd(passing);
  }

  private exchange(
    incoming: IncomingMessage,
    response: ServerResponse,
    request: RequestHead,
    early: Buffer | null,
    { onRequestBody, onAnswerBody, onUpgrade }: Onlooker,
    onAnswer: (answer: ResponseHead) => void,
  ): Promise<'complete' | 'another protocol'> {
    return new Promise((resolve, reject) => {
      response
        .on('finish', () => resolve('complete'))
        .on('close', () => reject(new Error('the client left')));
      const outgoing = httpRequest({
        ...{ ...this.options.onward(request), agent: this.agent, maxHeaderSize: limits.headerBytes },
      });
      outgoing.maxHeadersCount = 0;
      const fail = (error: unknown) => {
        reject(error);
        outgoing.destroy();
      };
      let interims = 0;
      outgoing.on('error', reject).on('information', ({ statusCode, statusMessage, rawHeaders }) => {
        interims += 1;
        if (interims > limits.interimResponses)
          return fail(refused(`more than ${limits.interimResponses} interim ones (1xx) came before it`));
        if (statusCode === 100) response.writeContinue();
        else this.socket.write(written(`HTTP/1.1 ${statusCode} ${statusMessage}`, headersIn(rawHeaders)));
      });
      outgoing.on('upgrade', (answer, service: Socket, first) => {
        if (early === null)
          return fail(refused('it switched to another protocol (101), which was not asked for'));
        onUpgrade();
        this.isTunnel = true;
        response.detachSocket(this.socket);
        const head = written(`HTTP/1.1 101 ${answer.statusMessage}`, headersIn(answer.rawHeaders));
        this.socket.write(Buffer.concat([head, first]));
        service.write(early);
        this.socket.pipe(service).pipe(this.socket, { end: false });
        resolve('another protocol');
      });
      outgoing.on('response', (answer) => {
        const { statusCode: status = 0, statusMessage: reason = '', rawHeaders } = answer.on('error', reject);
        try {
          // Nothing is added.
          response.sendDate = false;
          response.removeHeader('connection');
          response.writeHead(status, reason, framedFor(incoming, answer));
        } catch (error) {
          return fail(error);
        }
        onAnswer({ status, reason, headers: headersIn(rawHeaders) });
        response.write(nothing);
        passBody(answer.on('data', onAnswerBody), response, () => this.wasReset);
      });
      outgoing.write(nothing);
      if (early === null) passBody(incoming.on('data', onRequestBody), outgoing);
      else outgoing.end();
    });
  }

  /** Responds in the service's place. @param problem may hold text of the service */
  private async answerInstead(response: ServerResponse, status: number, problem: string): Promise<void> {
    this.isLast = true;
    const text = `conformance watch sent this response in place of the service:  ${problem}.\n`;
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
    await new Promise<void>((resolve) => response.on('close', resolve).end(text, resolve));
  }

  /** Ends the connection of the client as the service ended its own, or says why there is no response. */
  private async failed(error: unknown, response: ServerResponse): Promise<Pick<Passed, 'end' | 'cause'>> {
    const left = 'the client disconnected before the response was complete';
    if (this.socket.destroyed) return { end: 'client-left', cause: { kind: 'interrupted', message: left } };
    this.isLast = true;
    const hasBegun = response.headersSent;
    const obstacle = obstacleOf(error);
    if (obstacle !== null && !hasBegun) {
      await this.answerInstead(response, 502, obstacle.message);
      return { end: 'unreachable', cause: obstacle };
    }
    if (this.wasReset) reset(this.socket);
    else this.socket.destroySoon();
    return { end: 'dropped', cause: droppedCause(this.wasReset, hasBegun) };
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
  const listener: RequestListener = (incoming, response) =>
    lanes.get(incoming.socket)?.request(incoming, response);
  server.on('request', listener).on('checkContinue', listener);
  server.on('upgrade', (incoming, socket, early) =>
    lanes.get(socket)?.upgrade(incoming, early, () => server.emit('connection', socket)),
  );
  server.on('connection', (socket: Socket) => {
    if (lanes.has(socket)) return;
    lanes.set(socket, new Lane(socket, options));
    socket.once('close', () => lanes.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
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
