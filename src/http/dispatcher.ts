import type { Socket } from 'node:net';
// undici's low level gives bytes, raw headers and timings, without redirects or retries.
import { Client } from 'undici';
import type { Header, ResponseHead, Timings } from '../../schemas/types.ts';
import { valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { Connect } from './connect.ts';
import {
  begins,
  type Cause,
  codeOf,
  ExchangeError,
  replyCause,
  switchedProtocols,
  timeoutCause,
  tooLarge,
} from './failure.ts';
import { peerOf } from './proxy.ts';

/** One request as it goes out, and how. */
interface WireRequest {
  readonly connect: Connect;
  /** Milliseconds for the whole exchange, from before the name is resolved to the last byte of the body. */
  readonly timeoutMs: number;
  /** Ends the exchange from outside. */
  readonly signal: AbortSignal;
  readonly origin: string;
  readonly method: string;
  /** The target in the request line: a path, or a whole URL for a proxy. */
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Buffer | null;
  /** Bytes of the response's body that are read at most. */
  readonly bodyBytes: number;
}

/** What came of one request: not redacted, content codings not undone. */
export interface Reply {
  /** False when no byte of the request can have left. */
  readonly sent: boolean;
  readonly head: ResponseHead | null;
  readonly body: Buffer;
  /** Content codings that another HTTP client has undone, outermost last; absent where none was. */
  readonly undone?: readonly string[];
  /** Why the response is not complete; null when it is. */
  readonly cause: Cause | null;
  readonly timings: Timings;
}

/** Header bytes are taken as Latin-1: every byte is kept, and nothing is guessed. */
function readHeaders(raw: unknown): readonly Header[] {
  const fields = (raw ?? []) as readonly (Buffer | string)[];
  const text = fields.map((field) => (typeof field === 'string' ? field : field.toString('latin1')));
  return Array.from({ length: text.length / 2 }, (_, at) => [text[2 * at] ?? '', text[2 * at + 1] ?? '']);
}

const tooManyInterim: Cause = {
  kind: 'too-many-headers',
  message: `more than ${limits.interimResponses} interim responses (1xx) came before a final one`,
};

/** Why a response is over with its head; undefined where its body follows. @param most bytes of the body */
function endsWith({ status, headers }: ResponseHead, most: number): Cause | null | undefined {
  // 204 and 304 have no content (RFC 9112 section 6.3): what a service sends behind their head is not part of it.
  if (status === 204 || status === 304) return null;
  return Number(valuesOf(headers, 'content-length')[0]) > most ? tooLarge('the body', most) : undefined;
}

/**
 * Sends a request once, on a connection of its own, and waits for the response, which may be anything. Nothing is
 * followed, sent again, reused or taken from a cache.
 * @throws Error for a request that HTTP cannot express: a fault of the caller
 */
export function dispatch(request: WireRequest): Promise<Reply> {
  const { origin, method, path, headers, timeoutMs, signal, bodyBytes: most } = request;
  const startedAt = new Date().toISOString();
  const start = performance.now();
  // Milliseconds with one decimal.
  const elapsed = () => Math.round((performance.now() - start) * 10) / 10;
  const progress = begins();
  const times: { connectMs: number | null; firstByteMs: number | null } = {
    connectMs: null,
    firstByteMs: null,
  };
  /** With room behind the bytes that came. */
  let body: Buffer = Buffer.alloc(0);
  let sent = false;
  let interimResponses = 0;
  let socketError: Error | null = null;
  const causeOf = (error: Error) => replyCause(socketError ?? error, progress, peerOf(new URL(origin)).name);
  const connection = new AbortController();

  /** undici connects anew when a connection is lost before the request was written; that would be a retry. */
  async function open(): Promise<Socket> {
    if (times.connectMs !== null)
      throw new ExchangeError({ kind: 'closed', message: 'the service closed the connection at once' });
    const onStage = (stage: string): void => {
      progress.stage = stage;
    };
    const socket = await request.connect({ signal: connection.signal, onStage });
    progress.stage = null;
    times.connectMs = elapsed();
    return socket.on('error', (error) => {
      socketError ??= error;
    });
  }

  const client = new Client(origin, {
    connect: (_, callback) =>
      void open().then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      ),
    // The deadline is ours: undici's own timeouts are coarse, and start again with each byte.
    ...{ pipelining: 0, maxHeaderSize: limits.headerBytes, headersTimeout: 0, bodyTimeout: 0 },
  });

  return new Promise((resolve, reject) => {
    const interrupt = () =>
      end({ kind: 'interrupted', message: 'the run was ended before the response was complete' });
    const deadline = setTimeout(() => end(timeoutCause(timeoutMs, progress)), timeoutMs);
    /** Does something the first time that it is called. */
    const end = (cause: Cause | null | undefined) => {
      if (cause === undefined) return;
      clearTimeout(deadline);
      signal.removeEventListener('abort', interrupt);
      const timings = { startedAt, ...times, totalMs: elapsed() };
      const received = body.subarray(0, progress.bodyBytes);
      resolve({ sent, head: progress.head, body: received, cause, timings });
      // Not at once: undici may be in the middle of reading, and calls us from there.
      queueMicrotask(() => {
        connection.abort();
        client.destroy().catch(() => undefined);
      });
    };
    signal.addEventListener('abort', interrupt);
    if (signal.aborted) return interrupt();
    const sending = { method, path, headers: headers.flat(), body: request.body, reset: true };
    client.dispatch(sending, {
      onRequestStart: () => {
        sent = true;
      },
      // Called for interim responses too.
      onResponseStarted: () => {
        progress.begun = true;
        times.firstByteMs ??= elapsed();
      },
      onResponseStart: ({ rawHeaders }, status, _, reason = '') => {
        if (status >= 200) {
          progress.head = { status, reason, headers: readHeaders(rawHeaders) };
          return end(endsWith(progress.head, most));
        }
        progress.begun = false;
        interimResponses += 1;
        if (status === 101) end(switchedProtocols);
        else if (interimResponses > limits.interimResponses) end(tooManyInterim);
      },
      onResponseData: (_, chunk) => {
        const bytes = progress.bodyBytes + chunk.length;
        if (bytes > most) return end(tooLarge('the body', most));
        // Doubled, as there may be millions of chunks of one byte.
        if (bytes > body.length) body = Buffer.concat([body], 2 * bytes);
        chunk.copy(body, progress.bodyBytes);
        progress.bodyBytes = bytes;
      },
      // A body without a declared length ends with the connection, but a reset is not such an end.
      onResponseEnd: () => end(socketError && causeOf(socketError)),
      onResponseError: (_, error) => {
        if (codeOf(error) === 'UND_ERR_INVALID_ARG') reject(error);
        end(causeOf(error));
      },
    });
  });
}
