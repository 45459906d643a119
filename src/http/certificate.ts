import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

/** What a server's certificate says. Names are the service's own words. */
export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  /** Hosts it is for, as it lists them. */
  readonly names: string;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** The parts of a name, such as CN and O, on one line. */
function oneLine(name: object): string {
  return Object.entries(name)
    .map(([part, value]) => `${part}=${String(value)}`)
    .join(', ');
}

/** @returns null before the handshake has shown one */
export function certificateOf(socket: TLSSocket): Certificate | null {
  const { subject, issuer, subjectaltname, valid_from, valid_to } = socket.getPeerCertificate();
  if (valid_to === undefined) return null;
  return {
    subject: oneLine(subject),
    issuer: oneLine(issuer),
    names: subjectaltname ?? '',
    notBefore: Date.parse(valid_from),
    notAfter: Date.parse(valid_to),
  };
}

/**
 * Reads the certificate of a server that is not trusted, to be able to say what is wrong with it. The handshake is all
 * that happens: no client certificate is shown, nothing is sent over the connection, and it is closed at once.
 */
export async function untrustedCertificate(socket: Socket, host: string): Promise<Certificate | null> {
  const looking = connect({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: false,
  });
  try {
    await once(looking, 'secureConnect');
    return certificateOf(looking);
  } catch {
    return null;
  } finally {
    looking.on('error', () => undefined).destroy();
  }
}
