import type { Socket } from 'node:net';
// undici's low level gives bytes, raw headers and timings, without redirects or retries.
import { Client, type Dispatcher } from 'undici';
import { type Header, type ResponseHead, valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { tooLarge } from './decode.ts';
import { type Cause, codeOf, ExchangeError } from './failure.ts';
import { peerOf } from './proxy.ts';
import { type Progress, replyCause, switchedProtocols, timeoutCause } from './reply-failure.ts';
import type { DispatchOptions, Reply, WireRequest } from './wire.ts';

/** Header bytes are taken as Latin-1: every byte is kept, and nothing is guessed. */
function readHeaders(raw: unknown): readonly Header[] {
  const fields = (raw ?? []) as readonly (Buffer | string)[];
  const text = fields.map((field) => (typeof field === 'string' ? field : field.toString('latin1')));
  return Array.from({ length: text.length / 2 }, (_, at) => [text[2 * at] ?? '', text[2 * at + 1] ?? '']);
}

function declaredLength(headers: readonly Header[]): number {
  return Number(valuesOf(headers, 'content-length')[0] ?? 0);
}

/** 204 and 304 have no content (RFC 9112 section 6.3): what a service sends behind their head is not part of it. */
function endsWithItsHead(status: number): boolean {
  return status === 204 || status === 304;
}

/** Milliseconds with one decimal. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/**
 * Bytes in the order in which they came. Grows as needed: a service may send its body in chunks of one byte, and
 * millions of them.
 */
class ByteSink {
  private buffer = Buffer.alloc(0);
  length = 0;

  push(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (needed > this.buffer.length) {
      const grown = Buffer.alloc(Math.max(needed, 2 * this.buffer.length));
      this.buffer.copy(grown, 0, 0, this.length);
      this.buffer = grown;
    }
    chunk.copy(this.buffer, this.length);
    this.length = needed;
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}

/** One request, on a connection of its own that is used once, and everything that comes back. */
class Exchanging implements Dispatcher.DispatchHandler {
  private readonly options: DispatchOptions;
  private readonly peer: string;
  private readonly settle: (reply: Reply) => void;
  private readonly reject: (error: Error) => void;
  private readonly client: Client;
  private readonly connection = new AbortController();
  private readonly deadline: NodeJS.Timeout;
  private readonly startedAt = new Date().toISOString();
  private readonly start = performance.now();
  private readonly body = new ByteSink();
  private controller: Dispatcher.DispatchController | null = null;
  /** What is being done while there is no connection; null from then on. */
  private stage: string | null = 'starting';
  private socketError: Error | null = null;
  /** A byte of the final response, or of a further interim one, has arrived. */
  private begun = false;
  private interimResponses = 0;
  private head: ResponseHead | null = null;
  private connectMs: number | null = null;
  private firstByteMs: number | null = null;
  private isOver = false;

  constructor(
    origin: string,
    options: DispatchOptions,
    settle: (reply: Reply) => void,
    reject: (error: Error) => void,
  ) {
    this.peer = peerOf(new URL(origin)).name;
    this.options = options;
    this.settle = settle;
    this.reject = reject;
    this.client = new Client(origin, {
      connect: (_, callback) =>
        void this.open().then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        ),
      pipelining: 0,
      maxHeaderSize: limits.headerBytes,
      // The deadline is ours: undici's own timeouts are coarse, and start again with each byte.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.deadline = setTimeout(() => this.timeOut(), options.timeoutMs);
    options.signal.addEventListener('abort', this.interrupt);
  }

  dispatch({ method, path, headers, body }: WireRequest): void {
    if (this.options.signal.aborted) this.interrupt();
    else this.client.dispatch({ method, path, headers: headers.flat(), body, reset: true }, this);
  }

  /** undici connects anew when a connection is lost before the request was written; that would be a retry. */
  private async open(): Promise<Socket> {
    if (this.connectMs !== null) {
      throw new ExchangeError({ kind: 'closed', message: 'the service closed the connection at once' });
    }
    const onStage = (stage: string): void => {
      this.stage = stage;
    };
    const socket = await this.options.connect({ signal: this.connection.signal, onStage });
    this.stage = null;
    this.connectMs = this.elapsed();
    socket.on('error', (error) => {
      this.socketError ??= error;
    });
    return socket;
  }

  private elapsed(): number {
    return rounded(performance.now() - this.start);
  }

  private get progress(): Progress {
    const { begun, interimResponses, head } = this;
    return { begun, interimResponses, head, bodyBytes: this.body.length };
  }

  private readonly interrupt = (): void => {
    this.end({ kind: 'interrupted', message: 'the run was ended before the response was complete' });
  };

  private timeOut(): void {
    this.end(timeoutCause(this.options.timeoutMs, this.stage, this.progress));
  }

  /** Settles once; whatever is still open is closed, and its later events are ignored. */
  private end(cause: Cause | null): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.deadline);
    this.options.signal.removeEventListener('abort', this.interrupt);
    const { startedAt, connectMs, firstByteMs } = this;
    this.settle({
      sent: this.controller !== null,
      head: this.head,
      body: this.body.bytes(),
      bodyBytes: this.options.bodyBytes,
      cause,
      timings: { startedAt, connectMs, firstByteMs, totalMs: this.elapsed() },
    });
    // Not at once: undici may be in the middle of reading, and calls us from there.
    queueMicrotask(() => {
      this.connection.abort();
      this.client.destroy().catch(() => undefined);
    });
  }

  /** undici is about to write the request. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
  }

  /** Called for interim responses (1xx) too, as the next one is. */
  onResponseStarted(): void {
    this.begun = true;
    this.firstByteMs ??= this.elapsed();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, _: unknown, reason = ''): void {
    if (status < 200) this.passOver(status);
    else this.startBody({ status, reason, headers: readHeaders(controller.rawHeaders) });
  }

  private startBody(head: ResponseHead): void {
    this.head = head;
    if (endsWithItsHead(head.status)) this.end(null);
    else if (declaredLength(head.headers) > this.options.bodyBytes) this.endAsTooLarge();
  }

  private passOver(status: number): void {
    this.begun = false;
    this.interimResponses += 1;
    const message = `more than ${limits.interimResponses} interim responses (1xx) came before a final one`;
    if (status === 101) this.end(switchedProtocols);
    else if (this.interimResponses > limits.interimResponses) this.end({ kind: 'too-many-headers', message });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.body.length + chunk.length > this.options.bodyBytes) this.endAsTooLarge();
    else if (!this.isOver) this.body.push(chunk);
  }

  private endAsTooLarge(): void {
    this.end(tooLarge('the body', this.options.bodyBytes));
  }

  onResponseEnd(): void {
    // A body without a declared length ends with the connection, but a reset is not such an end.
    const { socketError } = this;
    this.end(socketError === null ? null : this.causeOf(socketError));
  }

  onResponseError(_: unknown, error: Error): void {
    if (codeOf(error) === 'UND_ERR_INVALID_ARG') this.reject(error);
    this.end(this.causeOf(this.socketError ?? error));
  }

  private causeOf(error: Error): Cause {
    return replyCause(error, this.progress, this.peer);
  }
}

/**
 * Sends a request once and waits for the response, which may be anything. Nothing is followed, sent again, reused or
 * taken from a cache.
 * @throws Error for a request that HTTP cannot express: a fault of the caller
 */
export function dispatch(request: WireRequest, options: DispatchOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    new Exchanging(request.origin, options, resolve, reject).dispatch(request);
  });
}
