import type { Exchange } from '../../../schemas/types.ts';
import type { Passed, RequestHead } from '../../http/relay.ts';
import { known, pick } from '../../model/known.ts';
import { limits } from '../../model/limits.ts';
import type { Addressed } from '../addressed.ts';
import { recorded } from '../entry.ts';

/** Bytes that all copies may still take together, of exchanges in flight and of those that wait to be judged. */
export interface Room {
  left: number;
}

export type Copy = ReturnType<typeof copyInto>;

/** Copies a body as it passes, while there is room. @param most bytes; 0 to count only */
export function copyInto(room: Room, most: number) {
  let chunks: Buffer[] = [];
  let [held, total] = [0, 0];
  let isWhole = true;
  const hold = (bytes: number): boolean => {
    if (bytes > room.left) return false;
    room.left -= bytes;
    held += bytes;
    return true;
  };
  const release = (): void => {
    room.left += held;
    held = 0;
    chunks = [];
  };
  return {
    /** Takes room for the body, and for what is kept with it. @returns false where there is none */
    hold,
    /** Gives its room back. */
    release,
    add: (chunk: Buffer): void => {
      total += chunk.length;
      if (!isWhole) return;
      isWhole = total <= most && hold(chunk.length);
      if (isWhole) chunks.push(Buffer.from(chunk));
      else release();
    },
    /** How many bytes passed. */
    passed: () => total,
    /** The body as in recordings that hold bytes. */
    members: () => {
      if (!isWhole) return { body: '', truncated: true };
      return total === 0 ? {} : { body: Buffer.concat(chunks).toString('base64'), bodyEncoding: 'base64' };
    },
  };
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
  const request = { method, url, headers, ...passed.requestBody.members() };
  const sent = answer && { ...answer, ...passed.answerBody.members() };
  const whole = { startedDateTime: new Date(startedAt).toISOString(), time: totalMs };
  const entry = { whole, request, response: sent, method, url };
  const { response, ...exchange } = recorded(entry, addressed, id, true, null);
  const timings = { ...exchange.timings, firstByteMs };
  if (cause === null) return { ...exchange, ...known({ response }), timings };
  const head = response && pick(response, 'status', 'reason', 'headers');
  const { kind, message } = cause;
  const failure = { kind, message, sent: end !== 'unreachable', ...known({ head }) };
  return { ...exchange, failure, timings };
}
