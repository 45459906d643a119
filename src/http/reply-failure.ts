import { type ResponseHead, valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { type Cause, codeOf, ExchangeError } from './failure.ts';
import { isTlsError, tlsCause } from './tls-failure.ts';

/** How far a response had come when something went wrong. */
export interface Progress {
  /** A byte of the response had arrived; of what follows the last interim response, where there was one. */
  readonly begun: boolean;
  /** Interim responses (1xx) that had arrived. */
  readonly interimResponses: number;
  readonly head: ResponseHead | null;
  /** Bytes of the body that had arrived. */
  readonly bodyBytes: number;
}

/** Before a request has left. */
export const noProgress: Progress = { begun: false, interimResponses: 0, head: null, bodyBytes: 0 };

/** `80 bytes`, `80 of the 812 bytes of the body that Content-Length announces`. */
function arrived({ head, bodyBytes }: Progress): string {
  const [announced] = valuesOf(head?.headers ?? [], 'content-length');
  return announced !== undefined && /^\d{1,15}$/.test(announced) && Number(announced) > bodyBytes
    ? `${bodyBytes} of the ${Number(announced)} bytes of the body that Content-Length announces`
    : `${bodyBytes} bytes of the body`;
}

function soFar(progress: Progress): string {
  const { begun, head } = progress;
  if (head !== null) return `after status ${head.status}, its headers and ${arrived(progress)}`;
  return begun ? 'in the middle of the headers' : 'before it responded';
}

function cutShort(progress: Progress): Cause {
  if (!progress.begun) {
    const what =
      progress.interimResponses === 0 ? 'a response' : 'a final response, after an interim one (1xx)';
    return { kind: 'closed', message: `the service closed the connection without ${what}` };
  }
  const message = `the service closed the connection ${soFar(progress)}: the response is not complete`;
  return { kind: 'truncated', message };
}

const endsTooEarly = /\(Invalid EOF state\)/;
const expectsHttp = /expected HTTP\//i;

/** llhttp's reasons are fixed texts, none of them the service's. */
function brokenHttp(error: Error): string {
  const reason = /\((.*)\)$/.exec(error.message)?.[1] ?? error.message;
  if (!expectsHttp.test(reason)) return reason;
  return 'it does not begin with HTTP/; is this port one for https:, or for another protocol?';
}

function notHttp(message: string): Cause {
  return { kind: 'not-http', message: `the response breaks the rules of HTTP/1.1: ${message}` };
}

export const switchedProtocols = notHttp('it switched to another protocol (101), which was not asked for');

/** undici ends a connection where it reads one that it did not ask for. */
const unaskedContinue: Cause = {
  kind: 'not-http',
  message:
    'the service sent 100 Continue, which no request asked for (Expect: 100-continue); what follows it is not read',
};

/** What undici's own errors mean, which come as socket errors. */
function breachOf({ message }: Error, { begun }: Progress): Cause | null {
  if (message === 'bad upgrade') return switchedProtocols;
  if (message !== 'bad response') return null;
  return begun ? unaskedContinue : notHttp('it sent a response that no request was waiting for');
}

/** Why a response did not come to its end, once the connection was up. @param peer host and port of the service */
export function replyCause(error: Error, progress: Progress, peer: string): Cause {
  if (error instanceof ExchangeError) return error.cause;
  const code = codeOf(error);
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return { kind: 'reset', message: `the service reset the connection ${soFar(progress)} (${code})` };
  if (isTlsError(error)) return tlsCause(error, peer);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    const message = `the response's headers are larger than ${limits.headerBytes} bytes, the most that is read`;
    return { kind: 'too-many-headers', message };
  }
  const breach = breachOf(error, progress);
  if (breach !== null) return breach;
  if (error.name === 'HTTPParserError' && !endsTooEarly.test(error.message))
    return notHttp(brokenHttp(error));
  // With a content-length among them, undici says of any malformed headers that the length does not match.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && progress.head === null)
    return notHttp('its headers are malformed (a folded line, for example), or hold several content-lengths');
  return cutShort(progress);
}

/** The deadline has passed. @param stage what was being done, while there was no connection */
export function timeoutCause(timeoutMs: number, stage: string | null, progress: Progress): Cause {
  return { kind: 'timeout', message: timeoutWords(`within ${timeoutMs} ms`, stage, progress) };
}

function timeoutWords(within: string, stage: string | null, progress: Progress): string {
  const { head, begun, interimResponses } = progress;
  if (stage !== null) return `no connection ${within}; it was still ${stage}`;
  if (head !== null)
    return `the response began (status ${head.status}), but its body was not complete ${within}; ${arrived(progress)} had arrived`;
  if (begun) return `the response's headers were not complete ${within}`;
  return `connected and sent, but no ${interimResponses === 0 ? '' : 'final '}response ${within}`;
}
