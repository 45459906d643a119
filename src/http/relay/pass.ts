import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { limits } from '../../model/limits.ts';
import { type Cause, codeOf, ExchangeError } from '../failure.ts';
import { Copy, type Room } from './copy.ts';
import { forwardedRequest, forwardedResponse, headBytes, memoryOf, pairs, toWrite } from './headers.ts';
import { type Lane, reset } from './lane.ts';
import { answerInstead, notHttp } from './own-answer.ts';
import type { End, Passed } from './passed.ts';

/** Where requests are passed to. */
export interface Onward {
  /** The authority of the service. */
  readonly host: string;
  /** The request target for the service, or for a proxy in front of it. */
  readonly target: (path: string) => string;
  /** Further fields, for a proxy in front of the service. */
  readonly headers: readonly (readonly [string, string])[];
}

export interface PassOptions {
  readonly onward: Onward;
  readonly room: Room;
  /** Whether bodies are to be copied. */
  readonly isWatched: (method: string, path: string) => boolean;
  readonly onPassed: (passed: Passed) => void;
}

/** The request to the service for one of a client; the caller writes its body. */
export function onwardRequest(
  incoming: IncomingMessage,
  lane: Lane,
  { host, target, headers: further }: Onward,
  more: readonly (readonly [string, string])[] = [],
): ClientRequest {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = incoming;
  const headers = forwardedRequest(pairs(rawHeaders), { host, method, httpVersion });
  const outgoing = request({
    agent: lane,
    method,
    path: target(url),
    headers: toWrite([...headers, ...further, ...more]),
    maxHeaderSize: limits.headerBytes,
  });
  // Otherwise Node.js silently keeps only the first thousand fields of the answer.
  outgoing.maxHeadersCount = 0;
  return outgoing;
}

/** Whether the service reset its connection, rather than ending it. */
export function isReset(error: Error): boolean {
  return codeOf(error) === 'ECONNRESET' && 'errno' in error;
}

/** Why there is nothing to pass on, for our own answer to the client; null where the service dropped the connection. */
export function obstacleOf(error: Error): Cause | null {
  if (error instanceof ExchangeError) return error.cause;
  const code = codeOf(error);
  if (!code.startsWith('HPE_') && !code.startsWith('ERR_')) return null;
  return { kind: 'not-http', message: notHttp("the service's answer", code) };
}

/** Sends the head before any of the body. Not by flushHeaders, which writes bytes beyond ASCII as UTF-8. */
function leave(message: ClientRequest | ServerResponse): void {
  message.write(Buffer.alloc(0));
}

function dropped(wasReset: boolean, hasBegun: boolean): Cause {
  const when = hasBegun ? 'before its answer was complete' : 'without an answer';
  if (wasReset) return { kind: 'reset', message: `the service reset the connection ${when}` };
  return { kind: hasBegun ? 'truncated' : 'closed', message: `the service closed the connection ${when}` };
}

/** Passes one exchange in both directions, and copies the bodies that are watched. */
export class Passing {
  private readonly incoming: IncomingMessage;
  private readonly outgoing: ServerResponse;
  private readonly lane: Lane;
  private readonly options: PassOptions;
  private readonly onward: ClientRequest;
  private readonly startedAt = Date.now();
  private readonly began = performance.now();
  private readonly requestCopy: Copy;
  private readonly answerCopy: Copy;
  private answer: IncomingMessage | null = null;
  private firstByteMs: number | null = null;
  private end: End | null = null;
  private cause: Cause | null = null;
  private wasReset = false;
  private isHeld = false;

  /** @throws Error for a request that Node.js reads but refuses to write, such as one with a tab in its target */
  constructor(incoming: IncomingMessage, outgoing: ServerResponse, lane: Lane, options: PassOptions) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.lane = lane;
    this.options = options;
    const most = options.isWatched(incoming.method ?? '', incoming.url ?? '') ? limits.relayedBodyBytes : 0;
    this.requestCopy = new Copy(options.room, most);
    this.answerCopy = new Copy(options.room, most);
    outgoing.sendDate = false;
    this.onward = onwardRequest(incoming, lane, options.onward);
    this.followService();
    this.sendRequest();
    outgoing.on('error', () => undefined);
    outgoing.once('close', () => this.conclude());
  }

  private followService(): void {
    this.onward.on('information', (interim) => this.passInterim(interim));
    this.onward.on('response', (answer) => this.passAnswer(answer));
    this.onward.on('error', (error) => this.failed(error));
    // An unrequested 101 ends the connection without an error.
    this.onward.on('close', () => this.answer === null && this.drop());
  }

  private sendRequest(): void {
    const { incoming, onward } = this;
    incoming.on('error', () => undefined);
    incoming.on('data', (chunk: Buffer) => this.requestCopy.add(chunk));
    leave(onward);
    incoming.pipe(onward, { end: false });
    incoming.on('end', () => {
      if (incoming.rawTrailers.length > 0)
        onward.addTrailers([...pairs(incoming.rawTrailers)] as [string, string][]);
      onward.end();
    });
  }

  private passInterim({
    statusCode,
    statusMessage,
    rawHeaders,
  }: {
    statusCode: number;
    statusMessage: string;
    rawHeaders: readonly string[];
  }): void {
    const { incoming, outgoing, lane } = this;
    if (incoming.httpVersion === '1.0' || outgoing.headersSent) return;
    if (statusCode === 100 && rawHeaders.length === 0) outgoing.writeContinue();
    else lane.client.write(headBytes(`HTTP/1.1 ${statusCode} ${statusMessage}`, pairs(rawHeaders)));
    if (!this.isHeld && lane.client.writableNeedDrain) this.holdService();
  }

  /** Reads the service no further until the client has read. Node.js resumes it behind each message, so not at once. */
  private holdService(): void {
    const { socket } = this.onward;
    this.isHeld = true;
    queueMicrotask(() => socket?.pause());
    this.lane.client.once('drain', () => {
      this.isHeld = false;
      queueMicrotask(() => socket?.resume());
    });
  }

  private passAnswer(answer: IncomingMessage): void {
    const { incoming, outgoing, onward } = this;
    this.answer = answer;
    this.firstByteMs = performance.now() - this.began;
    const { statusCode: status = 0, statusMessage = '', rawHeaders } = answer;
    const headers = forwardedResponse(pairs(rawHeaders), { status, httpVersion: incoming.httpVersion });
    if (!onward.shouldKeepAlive) outgoing.shouldKeepAlive = false;
    try {
      outgoing.writeHead(status, statusMessage, toWrite(headers));
    } catch (error) {
      this.failed(error as Error);
      return;
    }
    leave(outgoing);
    answer.on('error', () => this.drop());
    answer.on('data', (chunk: Buffer) => this.answerCopy.add(chunk));
    answer.pipe(outgoing, { end: false });
    answer.on('end', () => {
      if (!answer.complete) return this.drop();
      if (answer.rawTrailers.length > 0)
        outgoing.addTrailers([...pairs(answer.rawTrailers)] as [string, string][]);
      outgoing.end();
    });
  }

  private failed(error: Error): void {
    this.wasReset ||= isReset(error);
    // Writing a body that the service no longer reads may fail while its answer still arrives whole.
    if (this.answer !== null && this.outgoing.headersSent) {
      this.incoming.resume();
      return;
    }
    const obstacle = obstacleOf(error);
    if (obstacle === null || this.outgoing.headersSent) this.drop();
    else this.refuse(obstacle);
  }

  private refuse(obstacle: Cause): void {
    if (this.end !== null) return;
    this.end = 'unreachable';
    this.cause = obstacle;
    answerInstead(this.outgoing, 502, obstacle.message);
    this.incoming.unpipe(this.onward);
    this.incoming.resume();
    this.onward.destroy();
  }

  /** Ends the client's connection as the service ended its own: with a reset, or after all that was passed. */
  private drop(): void {
    if (this.end !== null || this.outgoing.writableFinished) return;
    this.end = 'dropped';
    this.cause = dropped(this.wasReset, this.answer !== null);
    const { client } = this.lane;
    if (this.wasReset) reset(client);
    else client.destroySoon();
  }

  private conclude(): void {
    const { outgoing, onward, answer } = this;
    if (!outgoing.writableFinished && this.end === null) {
      this.end = 'client-left';
      this.cause = { kind: 'interrupted', message: 'the client left before the answer was complete' };
      onward.destroy();
    }
    const { incoming, startedAt, cause, firstByteMs, requestCopy, answerCopy } = this;
    const heads = memoryOf([incoming.url ?? '', ...incoming.rawHeaders, ...(answer?.rawHeaders ?? [])]);
    this.options.onPassed({
      startedAt,
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      requestHeaders: pairs(incoming.rawHeaders),
      requestBody: requestCopy.copied(),
      answer: answer && {
        status: answer.statusCode ?? 0,
        reason: answer.statusMessage ?? '',
        headers: pairs(answer.rawHeaders),
        body: answerCopy.copied(),
      },
      end: this.end ?? 'complete',
      cause,
      firstByteMs,
      totalMs: performance.now() - this.began,
      keep: () => heads <= limits.relayedKeptHeadBytes && requestCopy.hold(heads),
      release: () => {
        requestCopy.release();
        answerCopy.release();
      },
    });
  }
}
