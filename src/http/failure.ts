import type { FailureKind } from '../model/exchange.ts';

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
  /** In words that an operator understands; may quote the service. */
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

export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Why there is no TCP connection. @param peer host and port */
export function connectionCause(error: unknown, peer: string): Cause {
  const code = codeOf(error) || String(error);
  const isLookup = error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';
  const cause = (kind: FailureKind, what: string) => ({ kind, message: `${what} (${code})` });
  if (isLookup) return cause('dns', `the host name ${peer.replace(/:\d+$/, '')} cannot be resolved`);
  if (code === 'ECONNREFUSED') return cause('refused', `nothing is listening at ${peer}`);
  if (code === 'ECONNRESET') return cause('reset', `${peer} reset the connection while it was being made`);
  return cause('unreachable', `${peer} cannot be reached`);
}
