import type { Passed, RequestHead } from '../../http/relay.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Members } from '../../model/json.ts';
import { known, pick } from '../../model/known.ts';
import { limits } from '../../model/limits.ts';
import type { Addressed } from '../addressed.ts';
import { recorded } from '../entry.ts';

/** Bytes that all copies may still take together, of exchanges in flight and of those that wait to be judged. */
export interface Room {
  left: number;
}

/** Copies a body as it passes, up to a bound, while there is room. */
export class Copy {
  private readonly room: Room;
  private readonly most: number;
  private chunks: Buffer[] = [];
  private held = 0;
  private isWhole = true;
  /** Bytes that passed. */
  total = 0;

  /** @param most bytes; 0 to count only */
  constructor(room: Room, most: number) {
    this.room = room;
    this.most = most;
  }

  add(chunk: Buffer): void {
    this.total += chunk.length;
    if (!this.isWhole) return;
    this.isWhole = this.total <= this.most && this.hold(chunk.length);
    if (this.isWhole) this.chunks.push(Buffer.from(chunk));
    else this.release();
  }

  /** Takes room for the body, and for what is kept with it. @returns false where there is none */
  hold(bytes: number): boolean {
    if (bytes > this.room.left) return false;
    this.room.left -= bytes;
    this.held += bytes;
    return true;
  }

  /** Gives its room back. */
  release(): void {
    this.room.left += this.held;
    this.held = 0;
    this.chunks = [];
  }

  /** A body as in recordings that hold bytes. */
  get members(): Members {
    if (!this.isWhole) return { body: '', truncated: true };
    return this.total === 0
      ? {}
      : { body: Buffer.concat(this.chunks).toString('base64'), bodyEncoding: 'base64' };
  }
}

/** An exchange as it passed, with copies of its bodies: not judged, not redacted. */
export interface CopiedExchange extends Passed {
  readonly addressed: Addressed;
  readonly request: RequestHead;
  readonly requestBody: Copy;
  readonly answerBody: Copy;
}

/** Bytes of memory that a text takes besides its characters, as sent and in the head. */
const perText = 64;

/** Takes room for the heads, which copies do not count. @returns false where they are too long, or there is none */
export function holdHeads({ request, requestBody, answer }: CopiedExchange): boolean {
  const texts = [request.target, ...request.headers.flat(), ...(answer?.headers ?? []).flat()];
  const bytes = texts.reduce((sum, { length }) => sum + length + perText, 0);
  return bytes <= limits.relayedKeptHeadBytes && requestBody.hold(bytes);
}

/**
 * An exchange that passed, not redacted: read as a line of NDJSON would be. All headers passed, so a missing one was not
 * sent; a body that was too long to copy was not recorded whole.
 * @param base the URL of the service
 */
export function exchangeOf(passed: CopiedExchange, id: string, base: string): Exchange {
  const { addressed, answer, startedAt, totalMs, firstByteMs, cause, end } = passed;
  const { method, target, headers } = passed.request;
  const url = base + target;
  const request = { method, url, headers, ...passed.requestBody.members };
  const sent = answer && { ...answer, ...passed.answerBody.members };
  const whole = {
    request,
    response: sent,
    startedDateTime: new Date(startedAt).toISOString(),
    time: totalMs,
  };
  const place = { id, headersComplete: true, json: null };
  const { response, ...exchange } = recorded(
    { whole, request, response: sent, method, url },
    addressed,
    place,
  );
  const timings = { ...exchange.timings, firstByteMs };
  if (cause === null) return { ...exchange, ...known({ response }), timings };
  const head = response && pick(response, 'status', 'reason', 'headers');
  return {
    ...exchange,
    failure: { ...pick(cause, 'kind', 'message'), sent: end !== 'unreachable', ...known({ head }) },
    timings,
  };
}
