import { known } from '../model/known.ts';
import { type Cause, codeOf, type Reason } from './failure.ts';

const caHint = 'CONFORMANCE_CA_FILE can add trusted authorities';
const certHint = 'CONFORMANCE_CLIENT_CERT_FILE can name one';

/** What OpenSSL and Node.js call a problem, and what it means; the first that fits is taken. */
const problems: readonly (readonly [code: RegExp, meaning: string, reason?: Reason])[] = [
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, `its certificate is self-signed; ${caHint}`, 'self-signed'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired', 'expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet', 'not-yet-valid'],
  [/^CERT_REVOKED$/, 'its certificate was revoked'],
  [/^INVALID_PURPOSE$/, 'its certificate is not one for servers'],
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

/** Names in a certificate are listed up to this length, characters. */
const namesShown = 200;

/** @param error of Node.js's own check of the host, which carries the certificate */
function namesIn(error: unknown): string {
  const names = (error as { cert?: { subjectaltname?: string } }).cert?.subjectaltname ?? 'no host';
  return names.length > namesShown ? `${names.slice(0, namesShown)}…` : names;
}

function meaningOf(error: unknown): readonly [meaning: string, reason?: Reason] {
  const code = codeOf(error);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return [`its certificate is for another host; it names ${namesIn(error)}`, 'other-host'];
  const [, meaning = 'the handshake failed', reason] = problems.find(([known]) => known.test(code)) ?? [];
  return reason === undefined ? [meaning] : [meaning, reason];
}

/** Why TLS with a peer could not be set up. @param peer host and port */
export function tlsCause(error: unknown, peer: string): Cause {
  const [meaning, reason] = meaningOf(error);
  const message = `no secure connection to ${peer}: ${meaning} (${codeOf(error)})`;
  return { kind: 'tls', message, ...known({ reason }) };
}

/** Whether an error of a connection that was up is TLS's: with 1.3 a client certificate is refused only then. */
export function isTlsError(error: unknown): boolean {
  return /^ERR_SSL_/.test(codeOf(error));
}
