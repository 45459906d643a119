import type { ResponseHead } from '../../schemas/types.ts';
import { type FailureKind, valuesOf } from '../model/exchange.ts';
import { known } from '../model/known.ts';
import { limits } from '../model/limits.ts';

/**
 * Why an exchange failed, by the codes of Node.js, OpenSSL and undici, in words for an operator. The kind is kept in the
 * exchange; the reason is for `doctor` alone.
 */

/** What an operator can fix, where more is known than the kind of failure. */
export type Reason =
  | 'proxy-credentials'
  | 'expired'
  | 'not-yet-valid'
  | 'other-host'
  | 'self-signed'
  | 'authority'
  | 'no-tls'
  | 'client-certificate';

/** Why an exchange ended without a complete response. */
export interface Cause {
  readonly kind: FailureKind;
  readonly reason?: Reason;
  /** May quote the service. */
  readonly message: string;
}

/** Ends an exchange where the cause is known. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  override readonly cause: Cause;

  constructor(cause: Cause) {
    super(cause.message);
    this.cause = cause;
  }
}

/** @throws whatever else the error is */
export function causeIn(error: unknown): Cause {
  if (error instanceof ExchangeError) return error.cause;
  throw error;
}

export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Why there is no TCP connection. @param peer `host:port` */
export function connectionCause(error: unknown, peer: string): Cause {
  const code = codeOf(error) || String(error);
  const isLookup = error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';
  const cause = (kind: FailureKind, what: string) => ({ kind, message: `${what} (${code})` });
  if (isLookup) return cause('dns', `the host name ${peer.replace(/:\d+$/, '')} cannot be resolved`);
  if (code === 'ECONNREFUSED') return cause('refused', `nothing is listening at ${peer}`);
  return cause('unreachable', `${peer} cannot be reached`);
}

const caHint = 'CONFORMANCE_CA_FILE can add trusted authorities';
const certHint = 'CONFORMANCE_CLIENT_CERT_FILE can name one';

/** The first row that fits the code of an error of TLS. */
const tlsProblems: readonly (readonly [code: RegExp, meaning: string, reason?: Reason])[] = [
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host', 'other-host'],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, `its certificate is self-signed; ${caHint}`, 'self-signed'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired', 'expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet', 'not-yet-valid'],
  [
    /^(?:SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_UNTRUSTED)/,
    `its certificate comes from an authority that is not trusted, or its chain is not complete; ${caHint}`,
    'authority',
  ],
  [
    /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    'this port does not use TLS; if it is for http, write http:// in the base URL',
    'no-tls',
  ],
  [/ALERT_NO_APPLICATION_PROTOCOL$/, 'it does not offer HTTP/1.1'],
  [/ALERT_PROTOCOL_VERSION$|UNSUPPORTED_PROTOCOL$/, 'it does not offer TLS 1.2 or newer'],
  [/ALERT_CERTIFICATE_REQUIRED$/, `it asks for a client certificate; ${certHint}`, 'client-certificate'],
  [
    /ALERT_(?:BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_\w+|ACCESS_DENIED)$/,
    'it does not accept the client certificate',
    'client-certificate',
  ],
  [
    /ALERT_HANDSHAKE_FAILURE$/,
    `it ended the handshake; some services do this when the client sends no certificate (${certHint})`,
    'client-certificate',
  ],
  [/^ECONNRESET$/, 'it closed the connection in the handshake'],
];

/**
 * Why TLS with a peer could not be set up.
 * @param code of the error
 * @param peer `host:port`
 * @param hosts for which the certificate is
 */
export function tlsCause(code: string, peer: string, hosts = 'no host'): Cause {
  const [, meaning = 'the handshake failed', reason] = tlsProblems.find(([known]) => known.test(code)) ?? [];
  const named = reason === 'other-host' ? `; it names ${hosts}` : '';
  const message = `no secure connection to ${peer}: ${meaning}${named} (${code})`;
  return { kind: 'tls', message, ...known({ reason }) };
}

/** How far a response had come when something went wrong. */
export interface Progress {
  /** What is being done while there is no connection; null from then on. */
  stage: string | null;
  /** A byte of the response had arrived; an interim one (1xx) is none. */
  begun: boolean;
  head: ResponseHead | null;
  /** Bytes of the body that had arrived. */
  bodyBytes: number;
}

export function begins(): Progress {
  return { stage: 'starting', begun: false, head: null, bodyBytes: 0 };
}

/** `80 bytes`, `80 of the 812 bytes of the body that Content-Length announces`. */
function arrived({ head, bodyBytes }: Progress): string {
  const [announced] = valuesOf(head?.headers ?? [], 'content-length');
  return announced === undefined
    ? `${bodyBytes} bytes of the body`
    : `${bodyBytes} of the ${announced} bytes of the body that Content-Length announces`;
}

function soFar(progress: Progress): string {
  const { begun, head } = progress;
  if (head !== null) return `after status ${head.status}, its headers and ${arrived(progress)}`;
  return begun ? 'in the middle of the headers' : 'before it responded';
}

function notHttp(message: string): Cause {
  return { kind: 'not-http', message: `the response breaks the rules of HTTP/1.1: ${message}` };
}

export const switchedProtocols = notHttp('it switched to another protocol (101), which was not asked for');

/** llhttp's reasons are fixed texts, none of them the service's. */
function parserCause({ message }: Error): Cause {
  const reason = /\((.*)\)$/.exec(message)?.[1] ?? message;
  return /expected HTTP\//i.test(reason)
    ? notHttp('it does not begin with HTTP/; is this port one for https:, or for another protocol?')
    : notHttp(reason);
}

/** undici ends the connection where it reads one. */
const unasked: Cause = {
  kind: 'not-http',
  message:
    'the service sent 100 Continue, which no request asked for (Expect: 100-continue); what follows it is not read',
};

function closedCause(progress: Progress): Cause {
  const closed = 'the service closed the connection';
  if (!progress.begun) return { kind: 'closed', message: `${closed} without a response` };
  return { kind: 'truncated', message: `${closed} ${soFar(progress)}: the response is not complete` };
}

/** Why a response did not come to its end, once the connection was up. @param peer `host:port` of the service */
export function replyCause(error: Error, progress: Progress, peer: string): Cause {
  const code = codeOf(error);
  if (error instanceof ExchangeError) return error.cause;
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return { kind: 'reset', message: `the service reset the connection ${soFar(progress)} (${code})` };
  // With TLS 1.3 a client certificate is refused only once the connection is up.
  if (code.startsWith('ERR_SSL_')) return tlsCause(code, peer);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    const message = `the response's headers are larger than ${limits.headerBytes} bytes, the most that is read`;
    return { kind: 'too-many-headers', message };
  }
  if (error.message === 'bad upgrade') return switchedProtocols;
  if (error.message === 'bad response') return unasked;
  if (error.name === 'HTTPParserError' && !/\(Invalid EOF state\)/.test(error.message))
    return parserCause(error);
  // With a content-length among them, undici says of any malformed headers that the length does not match.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && progress.head === null)
    return notHttp('its headers are malformed (a folded line, for example), or hold several content-lengths');
  return closedCause(progress);
}

/** The deadline has passed. */
export function timeoutCause(timeoutMs: number, progress: Progress): Cause {
  const { stage, head, begun } = progress;
  const within = `within ${timeoutMs} ms`;
  const cause = (message: string): Cause => ({ kind: 'timeout', message });
  if (stage !== null) return cause(`no connection ${within}; it was still ${stage}`);
  if (head !== null)
    return cause(
      `the response began (status ${head.status}), but its body was not complete ${within}; ${arrived(progress)} had arrived`,
    );
  if (begun) return cause(`the response's headers were not complete ${within}`);
  return cause(`connected and sent, but no response ${within}`);
}

/** @param most bytes; fewer than usual once the responses of a run are many */
export function tooLarge(what: string, most: number): Cause {
  const isLess = most < limits.bodyBytes;
  const why = isLess
    ? `the most that is left of ${limits.runBytes} for all of a run`
    : 'the most that is read';
  return { kind: 'too-large', message: `${what} is larger than ${most} bytes, ${why}` };
}
