import type { Header } from '../../model/exchange.ts';
import type { Cause } from '../failure.ts';
import type { Copied } from './copy.ts';

/** How an exchange ended. `unreachable`: there was no answer to pass on, and the client got our own 502. */
export type End = 'complete' | 'client-left' | 'dropped' | 'unreachable';

/** One exchange as it passed: not judged, not redacted. */
export interface Passed {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly method: string;
  /** The request target as the client sent it. */
  readonly path: string;
  /** As the client sent them, with those about its connection. */
  readonly requestHeaders: readonly Header[];
  readonly requestBody: Copied;
  /** Null where none began. */
  readonly answer: {
    readonly status: number;
    readonly reason: string;
    readonly headers: readonly Header[];
    readonly body: Copied;
  } | null;
  readonly end: End;
  /** Why it is not complete; null when it is. The message may hold text of the service. */
  readonly cause: Cause | null;
  /** Milliseconds from the request's head; null where no answer began. */
  readonly firstByteMs: number | null;
  readonly totalMs: number;
  /** Takes room for the heads, which the copies do not count. @returns false where they are too long, or there is no room */
  readonly keep: () => boolean;
  /** Frees the copies, and the room of the heads. To be called once, when they are no longer needed. */
  readonly release: () => void;
}
