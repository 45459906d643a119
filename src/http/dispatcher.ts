// undici's low level gives bytes, raw headers and timings, without redirects or retries.
import { Client, type Dispatcher } from 'undici';
import { type Header, type ResponseHead, type Timings, valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { Connect } from './connect.ts';
import {
  type Cause,
  codeOf,
  ExchangeError,
  nothingArrived,
  type Progress,
  replyCause,
  switchedProtocols,
  timeoutCause,
  tooLarge,
} from './failure.ts';
import { peerOf } from './proxy.ts';

/** One request as it goes out. */
export interface WireRequest {
  readonly origin: string;
  readonly method: string;
  /** The target in the request line: a path, or a whole URL for a proxy. */
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Buffer | null;
}

/** What came of one request: not redacted, content codings not undone. */
export interface Reply {
  /** False when no byte of the request can have left. */
  readonly sent: boolean;
  readonly head: ResponseHead | null;
  readonly body: Buffer;
  /** Bytes that the body may have once its codings are undone; `limits.bodyBytes` without it. */
  readonly bodyBytes?: number;
  /** Content codings that another HTTP client has undone, outermost last; absent where none was. */
  readonly undone?: readonly string[];
  /** Why the response is not complete; null when it is. */
  readonly cause: Cause | null;
  readonly timings: Timings;
}

export interface DispatchOptions {
  readonly connect: Connect;
  /** Milliseconds for the whole exchange, from before the name is resolved to the last byte of the body. */
  readonly timeoutMs: number;
  /** Bytes of the body that are read at most, on the wire and once its codings are undone. */
  readonly bodyBytes: number;
  /** Ends the exchange from outside. */
  readonly signal: AbortSignal;
}

/** What has happened so far, and how it ends. */
type Exchanging = { -readonly [Name in keyof Progress]: Progress[Name] } & {
  /** undici was about to write the request. */
  sent: boolean;
  socketError: Error | null;
  /** With room behind the first `bodyBytes`, as a service may send millions of chunks of one byte. */
  body: Buffer;
  connectMs: number | null;
  firstByteMs: number | null;
  readonly elapsed: () => number;
  /** Does something the first time that it is called. */
  readonly end: (cause: Cause | null) => void;
};

/** Header bytes are taken as Latin-1: every byte is kept, and nothing is guessed. */
function readHeaders(raw: unknown): readonly Header[] {
  const fields = (raw ?? []) as readonly (Buffer | string)[];
  const text = fields.map((field) => (typeof field === 'string' ? field : field.toString('latin1')));
  return Array.from({ length: text.length / 2 }, (_, at) => [text[2 * at] ?? '', text[2 * at + 1] ?? '']);
}

/** undici connects anew when a connection is lost before the request was written; that would be a retry. */
async function open(state: Exchanging, connect: Connect, signal: AbortSignal) {
  if (state.stage === null)
    throw new ExchangeError({ kind: 'closed', message: 'the service closed the connection at once' });
  const onStage = (stage: string): void => {
    state.stage = stage;
  };
  const socket = await connect({ signal, onStage });
  state.stage = null;
  state.connectMs = state.elapsed();
  return socket.on('error', (error) => {
    state.socketError ??= error;
  });
}

function append(state: Exchanging, chunk: Buffer): void {
  const bytes = state.bodyBytes + chunk.length;
  if (bytes > state.body.length) state.body = Buffer.concat([state.body], 2 * bytes);
  chunk.copy(state.body, state.bodyBytes);
  state.bodyBytes = bytes;
}

/** An interim response (1xx). */
function passOver(state: Exchanging, status: number): void {
  state.begun = false;
  state.interimResponses += 1;
  const message = `more than ${limits.interimResponses} interim responses (1xx) came before a final one`;
  if (status === 101) state.end(switchedProtocols);
  else if (state.interimResponses > limits.interimResponses) state.end({ kind: 'too-many-headers', message });
}

/** @param most bytes of the body */
function startBody(state: Exchanging, head: ResponseHead, most: number): void {
  state.head = head;
  // 204 and 304 have no content (RFC 9112 section 6.3): what a service sends behind their head is not part of it.
  if (head.status === 204 || head.status === 304) state.end(null);
  else if (Number(valuesOf(head.headers, 'content-length')[0]) > most) state.end(tooLarge('the body', most));
}

/** @param onMisuse called for a request that HTTP cannot express */
function handlerFor(
  state: Exchanging,
  { origin }: WireRequest,
  most: number,
  onMisuse: (error: Error) => void,
): Dispatcher.DispatchHandler {
  const causeOf = (error: Error) => replyCause(error, state, peerOf(new URL(origin)).name);
  return {
    onRequestStart: () => {
      state.sent = true;
    },
    // Called for interim responses too.
    onResponseStarted: () => {
      state.begun = true;
      state.firstByteMs ??= state.elapsed();
    },
    onResponseStart: ({ rawHeaders }, status, _, reason = '') => {
      if (status < 200) passOver(state, status);
      else startBody(state, { status, reason, headers: readHeaders(rawHeaders) }, most);
    },
    onResponseData: (_, chunk) => {
      if (state.bodyBytes + chunk.length > most) state.end(tooLarge('the body', most));
      else append(state, chunk);
    },
    // A body without a declared length ends with the connection, but a reset is not such an end.
    onResponseEnd: () => state.end(state.socketError && causeOf(state.socketError)),
    onResponseError: (_, error) => {
      if (codeOf(error) === 'UND_ERR_INVALID_ARG') onMisuse(error);
      state.end(causeOf(state.socketError ?? error));
    },
  };
}

/** A client of one request. The deadline is ours: undici's own timeouts are coarse, and start again with each byte. */
function clientFor(state: Exchanging, origin: string, connect: Connect, signal: AbortSignal): Client {
  return new Client(origin, {
    connect: (_, callback) =>
      void open(state, connect, signal).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      ),
    ...{ pipelining: 0, maxHeaderSize: limits.headerBytes, headersTimeout: 0, bodyTimeout: 0 },
  });
}

const interrupted: Cause = {
  kind: 'interrupted',
  message: 'the run was ended before the response was complete',
};

/**
 * Sends a request once, on a connection of its own, and waits for the response, which may be anything. Nothing is
 * followed, sent again, reused or taken from a cache.
 * @throws Error for a request that HTTP cannot express: a fault of the caller
 */
export function dispatch(
  request: WireRequest,
  { connect, timeoutMs, bodyBytes, signal }: DispatchOptions,
): Promise<Reply> {
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const connection = new AbortController();
  return new Promise((resolve, reject) => {
    const state: Exchanging = {
      ...{ ...nothingArrived, sent: false, socketError: null, body: Buffer.alloc(0) },
      ...{ connectMs: null, firstByteMs: null },
      // Milliseconds with one decimal.
      elapsed: () => Math.round((performance.now() - start) * 10) / 10,
      end: (cause) => {
        clearTimeout(deadline);
        signal.removeEventListener('abort', interrupt);
        const { sent, head, connectMs, firstByteMs } = state;
        const timings = { startedAt, connectMs, firstByteMs, totalMs: state.elapsed() };
        resolve({ sent, head, body: state.body.subarray(0, state.bodyBytes), bodyBytes, cause, timings });
        // Not at once: undici may be in the middle of reading, and calls us from there.
        queueMicrotask(() => {
          connection.abort();
          client.destroy().catch(() => undefined);
        });
      },
    };
    const client = clientFor(state, request.origin, connect, connection.signal);
    const interrupt = () => state.end(interrupted);
    const deadline = setTimeout(() => state.end(timeoutCause(timeoutMs, state)), timeoutMs);
    signal.addEventListener('abort', interrupt);
    if (signal.aborted) return interrupt();
    const { method, path, headers, body } = request;
    const sending = { method, path, headers: headers.flat(), body, reset: true };
    client.dispatch(sending, handlerFor(state, request, bodyBytes, reject));
  });
}
