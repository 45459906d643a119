import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { type Connecting, createRoute, type TlsSettings, UntrustedError } from './connect.ts';
import {
  begins,
  type Cause,
  causeIn,
  codeOf,
  connectionCause,
  ExchangeError,
  timeoutCause,
  tlsCause,
} from './failure.ts';
import { isLoopback, loopbackAddresses } from './hosts.ts';
import { type HttpProxy, type Peer, peerOf } from './proxy.ts';

/** `init` and `doctor` open the connection of a request, by the same `createRoute` as the client, and send none. */

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

export type StepName = 'name' | 'connection' | 'proxy' | 'tls';

/** One step on the way to a target: that it succeeded, or why not. */
export interface Step {
  readonly step: StepName;
  /** `host:port` that the step was about. */
  readonly peer: string;
  /** What was found, where there is something to report. */
  readonly found: string;
  readonly cause: Cause | null;
}

/** How far the way to a target goes. Steps after a failed one were not tried. */
export interface Reachability {
  readonly steps: readonly Step[];
  /** The target's own, also where it is not trusted; null where no handshake has shown it. */
  readonly certificate: Certificate | null;
}

export interface ReachOptions {
  readonly target: URL;
  readonly proxy: HttpProxy | null;
  readonly tls: TlsSettings;
  /** For each step. */
  readonly timeoutMs: number;
}

/** The parts of a name, such as CN and O, on one line. */
function oneLine(name: object): string {
  return Object.entries(name)
    .map(([part, value]) => `${part}=${String(value)}`)
    .join(', ');
}

function certificateOf({ subject, issuer, subjectaltname, ...dates }: PeerCertificate): Certificate {
  return {
    subject: oneLine(subject),
    issuer: oneLine(issuer),
    names: subjectaltname ?? '',
    notBefore: Date.parse(dates.valid_from),
    notAfter: Date.parse(dates.valid_to),
  };
}

/** Runs one step under its deadline; closes what is open when time is up. */
async function timed<T>(timeoutMs: number, run: (connecting: Connecting) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const { signal } = ending;
  const progress = begins();
  const onStage = (stage: string): void => {
    progress.stage = stage;
  };
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new ExchangeError(timeoutCause(timeoutMs, progress))));
  });
  const deadline = setTimeout(() => ending.abort(), timeoutMs);
  try {
    return await Promise.race([run({ signal, onStage }), late]);
  } finally {
    clearTimeout(deadline);
  }
}

async function resolveName({ host, name }: Peer, { onStage }: Connecting): Promise<string> {
  if (isIP(host) !== 0) return 'is an IP address; no lookup needed';
  onStage(`resolving ${host}`);
  try {
    const addresses = isLoopback(host) ? loopbackAddresses : await lookup(host, { all: true });
    return `has the address${addresses.length === 1 ? '' : 'es'} ${addresses.map(({ address }) => address).join(', ')}`;
  } catch (error) {
    throw new ExchangeError(connectionCause(error, name));
  }
}

/** Milliseconds that a server has, after a handshake of TLS 1.3, to refuse the client's certificate. */
const afterthoughtMs = 3_000;

/**
 * With TLS 1.3 a server judges the client's certificate after the client is done. A session ticket or silence means
 * that it accepts the certificate.
 */
async function afterthought(socket: TLSSocket, peer: string): Promise<void> {
  const outcome = await new Promise<Error | null>((resolve) => {
    const content = () => resolve(null);
    socket.once('error', resolve).once('session', content).once('close', content).resume();
    setTimeout(content, afterthoughtMs).unref();
  });
  const code = codeOf(outcome);
  if (outcome !== null && code !== 'ECONNRESET') throw new ExchangeError(tlsCause(code, peer));
}

/**
 * Goes the way that a request would go, with the same code, and stops before there is one: name, connection or proxy
 * (with CONNECT for https:, which the proxy sees and the target does not), TLS. Never rejects for what the network
 * does.
 */
export async function reach({ target, proxy, tls, timeoutMs }: ReachOptions): Promise<Reachability> {
  const { open, secure } = createRoute(target, proxy, tls);
  const [first, last] = [peerOf(proxy?.url ?? target), peerOf(target)];
  const steps: Step[] = [];
  let trying: readonly [StepName, Peer] = ['name', first];
  const end = (found: string, cause: Cause | null) => {
    const [step, { name: peer }] = trying;
    steps.push({ step, peer, found, cause });
  };
  let socket: Socket | null = null;
  let certificate: PeerCertificate | null = null;
  try {
    end(await timed(timeoutMs, (connecting) => resolveName(first, connecting)), null);
    trying = [proxy === null ? 'connection' : 'proxy', first];
    const opened = await timed(timeoutMs, open);
    socket = opened;
    end('', null);
    if (secure !== null) {
      trying = ['tls', last];
      const secured = await timed(timeoutMs, (connecting) => secure(opened, connecting));
      // Goes with Node.js 20: closing what is below TLS first ends the process.
      socket = secured;
      certificate = secured.getPeerCertificate();
      const protocol = secured.getProtocol();
      await afterthought(secured, last.name);
      end(`${protocol}`, null);
    }
  } catch (error) {
    end('', causeIn(error));
    if (error instanceof UntrustedError) certificate = error.certificate;
  } finally {
    socket?.destroy();
  }
  return { steps, certificate: certificate && certificateOf(certificate) };
}

/** Milliseconds that a port for http: has to respond to a handshake of TLS; most refuse it at once. */
const foreignHandshakeMs = 2_000;

/** Whether the port of an http: target speaks TLS, so that a request would fail. Not asked through a proxy. */
export async function speaksTls({ target, proxy, timeoutMs }: ReachOptions): Promise<boolean> {
  if (target.protocol !== 'http:' || proxy !== null) return false;
  const secure = new URL(`https://${peerOf(target).name}`);
  const quick = { proxy, tls: {}, timeoutMs: Math.min(timeoutMs, foreignHandshakeMs) };
  return (await reach({ target: secure, ...quick })).certificate !== null;
}
