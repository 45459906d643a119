import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { type Connecting, createRoute, type Route, type TlsSettings } from './connect.ts';
import { type Cause, codeOf, connectionCause, ExchangeError } from './failure.ts';
import { isLoopback, loopbackAddresses } from './loopback.ts';
import { type HttpProxy, type Peer, peerOf } from './proxy.ts';
import { noProgress, timeoutCause } from './reply-failure.ts';
import { tlsCause } from './tls-failure.ts';

/**
 * `init` and `doctor` open the connection of a request, by the same `createRoute` as the client, and send none. A
 * certificate that was refused is read in a second handshake that trusts it, over which nothing is sent: the only way
 * to name its issuer and its dates.
 */

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
function certificateOf(socket: TLSSocket): Certificate | null {
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
async function untrustedCertificate(socket: Socket, host: string): Promise<Certificate | null> {
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

/** Milliseconds that a server has, after a handshake of TLS 1.3, to refuse the client's certificate; its session ticket ends the wait sooner. */
const afterthoughtMs = 3_000;

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
    throw new ExchangeError(timeoutCause(timeoutMs, stage, noProgress));
  } finally {
    clearTimeout(deadline);
  }
}

async function resolveName({ host, name }: Peer, { onStage, signal }: Connecting): Promise<string> {
  if (isIP(host) !== 0) return 'is an IP address; no lookup needed';
  onStage(`resolving ${host}`);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('late')), { once: true });
  });
  try {
    const addresses = isLoopback(host)
      ? loopbackAddresses
      : await Promise.race([lookup(host, { all: true }), late]);
    return `has the address${addresses.length === 1 ? '' : 'es'} ${addresses.map(({ address }) => address).join(', ')}`;
  } catch (error) {
    throw new ExchangeError(connectionCause(error, name));
  }
}

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
  if (outcome !== null && codeOf(outcome) !== 'ECONNRESET') throw new ExchangeError(tlsCause(outcome, peer));
}

/** The connection that is looked at. */
interface Opened {
  socket: Socket | null;
  certificate: Certificate | null;
}

function failedStep(error: unknown): Pick<Step, 'found' | 'cause'> {
  if (!(error instanceof ExchangeError)) throw error;
  return { found: '', cause: error.cause };
}

async function secured(
  opened: Opened,
  { secure }: Route,
  { target, timeoutMs }: ReachOptions,
): Promise<string> {
  const { socket } = opened;
  if (socket === null || secure === null) return '';
  const own = await timed(timeoutMs, (connecting) => secure(socket, connecting));
  // Goes with Node.js 20: TLS is what is closed from here on, as closing what is below it first ends the process.
  opened.socket = own;
  opened.certificate = certificateOf(own);
  const protocol = own.getProtocol();
  await afterthought(own, peerOf(target).name);
  return `${protocol}`;
}

/** The certificate of a target, trusted or not, in a handshake of its own; null where it shows none in time. */
function anyCertificate(route: Route, { target, timeoutMs }: ReachOptions): Promise<Certificate | null> {
  const { host } = peerOf(target);
  return timed(timeoutMs, async (connecting) =>
    untrustedCertificate(await route.open(connecting), host),
  ).catch(() => null);
}

/** Milliseconds that a port for http: has to respond to a handshake of TLS; most refuse it at once. */
const foreignHandshakeMs = 2_000;

/** Whether the port of an http: target speaks TLS, so that a request would fail. Not asked through a proxy. */
export async function speaksTls(options: ReachOptions): Promise<boolean> {
  const { target, proxy, timeoutMs } = options;
  if (target.protocol !== 'http:' || proxy !== null) return false;
  const quick = { ...options, timeoutMs: Math.min(timeoutMs, foreignHandshakeMs) };
  return (await anyCertificate(createRoute(target, null, {}), quick)) !== null;
}

/**
 * Goes the way that a request would go, with the same code, and stops before there is one: name, connection or proxy
 * (with CONNECT for https:, which the proxy sees and the target does not), TLS. Never rejects for what the network
 * does.
 */
export async function reach(options: ReachOptions): Promise<Reachability> {
  const { target, proxy, timeoutMs } = options;
  const route = createRoute(target, proxy, options.tls);
  const first = peerOf(proxy?.url ?? target);
  const steps: Step[] = [];
  const ended = async (
    step: StepName,
    { name: peer }: Peer,
    run: () => Promise<string>,
  ): Promise<boolean> => {
    const outcome = await run().then((found) => ({ found, cause: null }), failedStep);
    steps.push({ step, peer, ...outcome });
    return outcome.cause === null;
  };
  const open: Opened = { socket: null, certificate: null };
  const connected = async () => {
    open.socket = await timed(timeoutMs, route.open);
    return '';
  };
  try {
    const isConnected =
      (await ended('name', first, () => timed(timeoutMs, (connecting) => resolveName(first, connecting)))) &&
      (await ended(proxy === null ? 'connection' : 'proxy', first, connected));
    if (!isConnected || route.secure === null) return { steps, certificate: null };
    const isSecure = await ended('tls', peerOf(target), () => secured(open, route, options));
    const certificate = open.certificate ?? (isSecure ? null : await anyCertificate(route, options));
    return { steps, certificate };
  } finally {
    open.socket?.destroy();
  }
}
