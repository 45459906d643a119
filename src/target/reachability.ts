import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Certificate, certificateOf, untrustedCertificate } from './certificate.ts';
import { type Connecting, createRoute, type Route, type TlsSettings } from './connect.ts';
import { type Cause, codeOf, connectionCause, ExchangeError } from './failure.ts';
import { type HttpProxy, peerOf } from './proxy.ts';
import { timeoutCause } from './reply-failure.ts';
import { tlsCause } from './tls-failure.ts';

/** Milliseconds that a server has, after a handshake of TLS 1.3, to say that it refuses the client's certificate. */
const afterthoughtMs = 500;

export type StepName = 'name' | 'connection' | 'proxy' | 'tls';

/** One part of the way to a target: that it went well, or why not. */
export interface Step {
  readonly step: StepName;
  /** `host:port` that the step was about. */
  readonly peer: string;
  /** What was found, where there is something to tell. */
  readonly found: string;
  readonly cause: Cause | null;
}

/** How far the way to a target goes. Steps after a failed one were not tried. */
export interface Reach {
  readonly steps: readonly Step[];
  /** The target's own, also where it is not trusted. */
  readonly certificate: Certificate | null;
}

export interface ReachOptions {
  readonly target: URL;
  readonly proxy: HttpProxy | null;
  readonly tls: TlsSettings;
  /** For each step. */
  readonly timeoutMs: number;
}

/** Runs one step under its deadline; closes what is open when time is up. */
async function timed<T>(timeoutMs: number, run: (connecting: Connecting) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  let stage = 'starting';
  const onStage = (now: string): void => {
    stage = now;
  };
  const deadline = setTimeout(() => ending.abort(), timeoutMs);
  try {
    return await run({ signal: ending.signal, onStage });
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    throw new ExchangeError(timeoutCause(timeoutMs, stage, { begun: false, head: null, bodyBytes: 0 }));
  } finally {
    clearTimeout(deadline);
  }
}

function causeOf(error: unknown): Cause {
  if (error instanceof ExchangeError) return error.cause;
  throw error;
}

async function resolveName(host: string, peer: string, timeoutMs: number): Promise<string> {
  if (isIP(host) !== 0) return 'an address, no name to resolve';
  return timed(timeoutMs, async ({ onStage, signal }) => {
    onStage(`resolving ${host}`);
    const late = once(signal, 'abort').then(() => Promise.reject(new Error('late')));
    try {
      const addresses = await Promise.race([lookup(host, { all: true }), late]);
      return addresses.map(({ address }) => address).join(', ');
    } catch (error) {
      throw new ExchangeError(connectionCause(error, peer));
    }
  });
}

/**
 * With TLS 1.3 a server judges the client's certificate after the client is done. A session ticket or silence means
 * that it is content.
 */
async function afterthought(socket: TLSSocket, peer: string): Promise<void> {
  const outcome = await new Promise<Error | null>((resolve) => {
    const content = () => resolve(null);
    socket.once('error', resolve).once('session', content).once('close', content).resume();
    setTimeout(content, afterthoughtMs).unref();
  });
  if (outcome !== null && codeOf(outcome) !== 'ECONNRESET') throw new ExchangeError(tlsCause(outcome, peer));
}

/** A second handshake, only to read the certificate that was refused. */
async function refusedCertificate(
  route: Route,
  { target, timeoutMs }: ReachOptions,
): Promise<Certificate | null> {
  try {
    return await timed(timeoutMs, async (connecting) =>
      untrustedCertificate(await route.open(connecting), peerOf(target).host),
    );
  } catch {
    return null;
  }
}

/**
 * Goes the way that a request would go, with the same code, and stops before there is one: name, connection or proxy
 * (with CONNECT for https:, which the proxy sees and the target does not), TLS. Never rejects for what the network
 * does.
 */
export async function reach(options: ReachOptions): Promise<Reach> {
  const { target, proxy, tls, timeoutMs } = options;
  const first = peerOf(proxy?.url ?? target);
  const { name: peer } = peerOf(target);
  const route = createRoute(target, proxy, tls);
  const steps: Step[] = [];
  const sockets: Socket[] = [];
  const step = async (name: StepName, about: string, run: () => Promise<string>): Promise<boolean> => {
    const [found, cause] = await run().then(
      (text) => [text, null] as const,
      (error: unknown) => ['', causeOf(error)] as const,
    );
    steps.push({ step: name, peer: about, found, cause });
    return cause === null;
  };
  const connected = async (): Promise<string> => {
    sockets.push(await timed(timeoutMs, (connecting) => route.open(connecting)));
    return '';
  };
  let certificate: Certificate | null = null;
  const secured = async (): Promise<string> => {
    const [socket] = sockets;
    if (socket === undefined || route.secure === null) return '';
    const { secure } = route;
    const tlsSocket = await timed(timeoutMs, (connecting) => secure(socket, connecting));
    sockets.push(tlsSocket);
    certificate = certificateOf(tlsSocket);
    await afterthought(tlsSocket, peer);
    return `${tlsSocket.getProtocol()}`;
  };
  try {
    const goesOn =
      (await step('name', first.name, () => resolveName(first.host, first.name, timeoutMs))) &&
      (await step(proxy === null ? 'connection' : 'proxy', first.name, connected));
    if (!goesOn || route.secure === null) return { steps, certificate };
    const trusted = await step('tls', peer, secured);
    if (!trusted && certificate === null) certificate = await refusedCertificate(route, options);
    return { steps, certificate };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
