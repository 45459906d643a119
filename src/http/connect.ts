import { once } from 'node:events';
import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  type PeerCertificate,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { known } from '../model/known.ts';
import { limits } from '../model/limits.ts';
import { type Cause, codeOf, connectionCause, ExchangeError, tlsCause } from './failure.ts';
import { isLoopback, lookupLoopback } from './hosts.ts';
import { credentialsCause, type HttpProxy, isSupported, type Peer, peerOf, proxyCause } from './proxy.ts';

/**
 * Connections are made here, not by undici's ProxyAgent: otherwise it is not certain which phase failed, whether a
 * request left, and whether a CA file counts behind a proxy as well.
 */

/** PEM texts. The authorities are trusted in addition to those that Node.js knows; a certificate and its key go together. */
export interface TlsSettings {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface Connecting {
  /** An abort closes whatever is open, also a connection that was already made. */
  readonly signal: AbortSignal;
  /** Called with what is being done from now on, for the words of a timeout. */
  readonly onStage: (stage: string) => void;
}

/** Opens a new connection over which requests to the target can be sent. Rejects with ExchangeError only. */
export type Connect = (connecting: Connecting) => Promise<Socket>;

// Goes with Node.js 20: it can crash where a socket is destroyed before the TLS on top of it, so an abort destroys this one.
const uppermost = new WeakMap<AbortSignal, Socket>();

/** Whoever uses the socket waits for its errors; one that comes when nobody does is ignored. */
function guarded<Opened extends Socket>(socket: Opened, signal: AbortSignal): Opened {
  uppermost.set(
    signal,
    socket.on('error', () => undefined),
  );
  const end = () => {
    if (uppermost.get(signal) === socket) socket.destroy(signal.reason);
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return socket;
}

async function openTcp({ host, port, name }: Peer, { signal, onStage }: Connecting): Promise<Socket> {
  onStage(`connecting to ${name}`);
  const options = {
    host,
    port,
    noDelay: true,
    autoSelectFamilyAttemptTimeout: limits.addressAttemptMs,
    ...(isLoopback(host) ? { lookup: lookupLoopback } : {}),
  };
  const socket = guarded(connectTcp(options), signal);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    throw new ExchangeError(connectionCause(error, name));
  }
}

function secureContextOf({ ca, cert, key }: TlsSettings): SecureContext {
  return createSecureContext(known({ ca: ca && [...rootCertificates, ca], cert, key }));
}

/** Ends a handshake with a server that is not trusted. */
export class UntrustedError extends ExchangeError {
  readonly certificate: PeerCertificate;

  constructor(cause: Cause, certificate: PeerCertificate) {
    super(cause);
    this.certificate = certificate;
  }
}

async function secure(
  socket: Socket,
  { host, name }: Peer,
  secureContext: SecureContext,
  { signal, onStage }: Connecting,
): Promise<TLSSocket> {
  onStage(`setting up TLS with ${name}`);
  const options = {
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secureContext,
    ALPNProtocols: ['http/1.1'],
    // Refused below instead, whatever NODE_TLS_REJECT_UNAUTHORIZED says: here Node.js would drop the certificate.
    rejectUnauthorized: false,
  };
  const secured = guarded(connectTls(options), signal);
  try {
    await once(secured, 'secureConnect');
  } catch (error) {
    throw new ExchangeError(tlsCause(codeOf(error), name));
  }
  if (secured.authorized) return secured;
  const certificate = secured.getPeerCertificate();
  secured.destroy();
  const cause = tlsCause(`${secured.authorizationError}`, name, certificate.subjectaltname);
  throw new UntrustedError(cause, certificate);
}

/** Has an HTTP proxy open a tunnel (RFC 9110 section 9.3.6); resolves when the bytes that follow are the target's. */
function openTunnel(socket: Socket, proxy: HttpProxy, target: Peer, { onStage }: Connecting): Promise<void> {
  onStage(`waiting for the proxy ${peerOf(proxy.url).name} to open a connection to ${target.name}`);
  return new Promise((resolve, reject) => {
    const fail = (problem: string) => reject(new ExchangeError(proxyCause(proxy, problem)));
    const connecting = request({
      method: 'CONNECT',
      path: target.name,
      headers: known({ host: target.name, 'proxy-authorization': proxy.authorization }),
      createConnection: () => socket,
      maxHeaderSize: limits.headerBytes,
    });
    connecting.on('error', ({ message }) => fail(`broke off (${message})`));
    connecting.on('connect', ({ statusCode: status = 0, statusMessage: reason }) => {
      const refusal = `does not open a connection to ${target.name}: it responded with ${status} ${reason}`;
      if (status === 407) return reject(new ExchangeError(credentialsCause(proxy)));
      if (status < 200 || status > 299) return fail(refusal.trimEnd());
      resolve();
    });
    connecting.end();
  });
}

/** A proxy that cannot be reached is the proxy's failure, whatever the reason. It is sent no client certificate. */
async function openProxy(proxy: HttpProxy, { ca }: TlsSettings, connecting: Connecting): Promise<Socket> {
  const { url } = proxy;
  const peer = peerOf(url);
  if (!isSupported(proxy))
    throw new ExchangeError(proxyCause(proxy, `cannot be used: ${url.protocol} is not supported`));
  try {
    const socket = await openTcp(peer, connecting);
    if (url.protocol !== 'https:') return socket;
    return await secure(socket, peer, secureContextOf(known({ ca })), connecting);
  } catch (error) {
    const { message } = error as Error;
    throw new ExchangeError({ kind: 'proxy', message: `the proxy cannot be used: ${message}` });
  }
}

/**
 * How a target is reached, in its two parts: directly; through a tunnel, for https: behind a proxy; or by handing the
 * request to the proxy, for http:. The same authorities are trusted for the target and for a proxy of https:.
 */
export function createRoute(target: URL, proxy: HttpProxy | null, tls: TlsSettings) {
  const peer = peerOf(target);
  const context = target.protocol === 'https:' ? secureContextOf(tls) : null;
  return {
    /** Up to where the target's own bytes follow: a socket to it, through a tunnel where there is a proxy for https:. */
    open: async (connecting: Connecting): Promise<Socket> => {
      if (proxy === null) return openTcp(peer, connecting);
      const socket = await openProxy(proxy, tls, connecting);
      if (context !== null) await openTunnel(socket, proxy, peer, connecting);
      return socket;
    },
    /** TLS with the target on an open socket; null for http:. */
    secure:
      context && ((socket: Socket, connecting: Connecting) => secure(socket, peer, context, connecting)),
  };
}

/** A route as one step. */
export function createConnect(target: URL, proxy: HttpProxy | null, tls: TlsSettings): Connect {
  const { open, secure } = createRoute(target, proxy, tls);
  return async (connecting) => {
    const socket = await open(connecting);
    return secure === null ? socket : secure(socket, connecting);
  };
}
