import type { ResponseHead } from '../../model/exchange.ts';
import type { Cause } from '../failure.ts';

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
