import type { Header, ResponseHead, Timings } from '../model/exchange.ts';
import type { Connect } from './connect.ts';
import type { Cause } from './failure.ts';

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
