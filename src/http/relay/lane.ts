import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ResponseHead } from '../../model/exchange.ts';
import { limits } from '../../model/limits.ts';
import type { Connect } from '../connect.ts';
import { ConnectionEnd } from '../connection-end.ts';
import { type Cause, ExchangeError } from '../failure.ts';
import {
  type AnswerHead,
  answers,
  FramedBody,
  Malformed,
  type RequestHead,
  requests,
  upgradeOf,
} from '../message.ts';

/**
 * Each connection of a client has its own connection to the service, not one of a pool: a pool uses connections that
 * the service has just closed, so requests are lost or sent twice. One exchange is in flight at a time; whatever
 * comes from the service outside of one ends the connection.
 */

/** How an exchange ended. `unreachable`: there was no response to pass on, and the client got our own 502. */
export type End = 'complete' | 'client-left' | 'dropped' | 'unreachable';

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
  /** Gets the bodies as they come, without chunks; the bytes are written over later. */
  readonly onRequestBody: (bytes: Buffer) => void;
  readonly onAnswerBody: (bytes: Buffer) => void;
  readonly onEnd: (passed: Passed) => void;
  readonly onUpgrade: () => void;
}

/** What is the same for all clients. */
export interface LaneOptions {
  readonly connect: Connect;
  /** The head of a request as the service gets it. */
  readonly onward: (request: RequestHead) => string;
  /** Why a request is not passed, as its host is none of ours; null for one that is. */
  readonly problemWith: (request: RequestHead, ownAddress: string) => string | null;
  readonly onMisdirected: () => void;
  readonly onRequest: (request: RequestHead) => Onlooker;
}

/** The service ended its connection before its response was complete. */
class Dropped extends Error {}

/** An exchange while it passes. */
type Passing = { -readonly [Name in keyof Passed]: Passed[Name] };

function notHttp(what: string, { message }: Malformed): string {
  return `${what} cannot be forwarded, as it is not HTTP/1.1 by RFC 9112: ${message}`;
}

/** Why there is nothing to pass on; null where the service ended its connection. */
function obstacleOf(error: unknown): Cause | null {
  if (error instanceof ExchangeError) return error.cause;
  if (error instanceof Malformed)
    return { kind: 'not-http', message: notHttp("the service's response", error) };
  if (error instanceof Dropped) return null;
  throw error;
}

function droppedCause(wasReset: boolean, hasBegun: boolean): Cause {
  const when = hasBegun ? 'before its response was complete' : 'without a response';
  if (wasReset) return { kind: 'reset', message: `the service reset the connection ${when}` };
  return { kind: hasBegun ? 'truncated' : 'closed', message: `the service closed the connection ${when}` };
}

/**
 * Passes what one client sends over one connection to the service, which ends with it. So a client finds its connection
 * closed where the service closed it, and none of its requests meets a connection that another one left. One exchange is
 * in flight at a time: what comes behind a request waits at its sender.
 */
export class Lane {
  readonly client: ConnectionEnd;
  private readonly options: LaneOptions;
  private service: ConnectionEnd | null = null;
  private readonly leaving = new AbortController();
  private isLast = false;
  private isTunnel = false;
  /** Whether an exchange is in flight. */
  isBusy = false;
  /** Resolves once the client's connection is closed. */
  readonly served: Promise<void>;

  constructor(socket: Socket, options: LaneOptions) {
    this.client = new ConnectionEnd(socket);
    this.options = options;
    socket.once('close', () => this.leave());
    socket.once('end', () => this.isTunnel || this.leave());
    // That a client has left may not be noticed while something that it sent waits to be read.
    socket.setTimeout(limits.relayedUnreadMs);
    socket.on('timeout', () => socket.readableLength > 0 && socket.destroy());
    this.served = this.serve();
  }

  private leave(): void {
    this.isLast = true;
    this.leaving.abort();
  }

  /** Ends the connection after the exchange in flight. */
  endWhenIdle(): void {
    this.isLast = true;
    if (!this.isBusy) this.client.socket.destroySoon();
  }

  private async serve(): Promise<void> {
    while (!this.isLast) {
      const request = await this.nextRequest();
      if (request === null || this.isLast) break;
      this.isBusy = true;
      await this.pass(request);
      this.isBusy = false;
    }
    const { socket } = this.client;
    socket.destroySoon();
    this.leaving.abort();
    if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  }

  /** A request that is to be passed; null where there will be none. */
  private async nextRequest(): Promise<RequestHead | null> {
    const { problemWith, onMisdirected } = this.options;
    try {
      const request = await this.client.readHead(requests);
      const problem = request && problemWith(request, this.client.socket.localAddress ?? '');
      if (problem === null) return request;
      onMisdirected();
      this.answerInstead(421, problem);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.answerInstead(error.isTooLong ? 431 : 400, notHttp('the request', error));
    }
    return null;
  }

  /** Responses in the service's place. @param problem may hold text of the service */
  private answerInstead(status: number, problem: string): void {
    const text = `conformance watch sent this response in place of the service:  ${problem}.\n`;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: text/plain; charset=utf-8\r\n`;
    const end = `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n`;
    void this.client.write(Buffer.from(head + end + text));
  }

  private async pass(request: RequestHead): Promise<void> {
    const onlooker = this.options.onRequest(request);
    const began = performance.now();
    const passing: Passing = {
      startedAt: Date.now(),
      answer: null,
      end: 'complete',
      cause: null,
      firstByteMs: null,
      totalMs: 0,
    };
    try {
      await this.exchange(request, onlooker, (answer) => {
        passing.answer = answer;
        passing.firstByteMs = performance.now() - began;
      });
    } catch (error) {
      Object.assign(passing, this.failed(error, passing.answer !== null));
    }
    passing.totalMs = performance.now() - began;
    if (!this.isTunnel) onlooker.onEnd(passing);
  }

  private async exchange(
    request: RequestHead,
    { onRequestBody, onAnswerBody, onUpgrade }: Onlooker,
    onAnswer: (answer: ResponseHead) => void,
  ): Promise<void> {
    const { client } = this;
    const service = await this.toService();
    await service.write(this.options.onward(request));
    const sent = client.passBody(new FramedBody(request.framing, onRequestBody), service).catch(() => false);
    void sent.then((isWhole) => isWhole || client.socket.destroy());
    const { status, reason, headers, text, framing, isLast } = await this.nextAnswer(service, request);
    if (status === 101) {
      onUpgrade();
      return this.tunnel(service, text);
    }
    const hasNone = request.method === 'HEAD' || status === 204 || status === 304;
    const body = new FramedBody(hasNone ? 0 : framing, onAnswerBody);
    onAnswer({ status, reason, headers });
    await client.write(text);
    if (!(await service.passBody(body, client)) || client.socket.destroyed) throw new Dropped();
    this.isLast ||= request.isLast || isLast || body.isEndless;
    if (!this.isLast) await sent;
    this.isLast ||= service.isOver || service.isUnread;
  }

  private async toService(): Promise<ConnectionEnd> {
    if (this.service !== null) return this.service;
    const socket = await this.options.connect({ signal: this.leaving.signal, onStage: () => undefined });
    // It has ended, or sends what nobody asked for.
    const onIdle = () => this.isBusy || this.endWhenIdle();
    for (const event of ['readable', 'end', 'close']) socket.on(event, onIdle);
    this.service = new ConnectionEnd(socket);
    return this.service;
  }

  /** The head of the response, once interim ones before it have passed. */
  private async nextAnswer(service: ConnectionEnd, request: RequestHead): Promise<AnswerHead> {
    for (;;) {
      const answer = await service.readHead(answers);
      if (answer === null) throw new Dropped();
      const { status, text } = answer;
      if (status === 101 && upgradeOf(request) !== 'other')
        throw new Malformed('it switched protocols, which was not asked for');
      if (status === 101 || status > 199) return answer;
      await this.client.write(text);
    }
  }

  /** Bytes of another protocol pass both ways. */
  private async tunnel(service: ConnectionEnd, answer: string): Promise<void> {
    this.isTunnel = true;
    this.isLast = true;
    await this.client.write(answer);
    const bytes = () => new FramedBody('end', () => undefined);
    void this.client.passBody(bytes(), service).then(() => service.socket.end());
    await service.passBody(bytes(), this.client);
    this.client.endLike(service);
  }

  /** Ends the connection of the client as the service ended its own, or says why there is no response. */
  private failed(error: unknown, hasBegun: boolean): Pick<Passed, 'end' | 'cause'> {
    const { service, leaving } = this;
    this.isLast = true;
    const left = 'the client disconnected before the response was complete';
    if (leaving.signal.aborted) return { end: 'client-left', cause: { kind: 'interrupted', message: left } };
    const obstacle = obstacleOf(error);
    if (obstacle !== null && !hasBegun) {
      this.answerInstead(502, obstacle.message);
      return { end: 'unreachable', cause: obstacle };
    }
    if (service !== null) this.client.endLike(service);
    return { end: 'dropped', cause: droppedCause(service?.wasReset ?? false, hasBegun) };
  }
}
