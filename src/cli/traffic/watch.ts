import { resolve } from 'node:path';
import { createGrowing, type GrowingFile, ownerOnly } from '../../files/write.ts';
import { hostnameOf, isLoopback } from '../../http/hosts.ts';
import { proxySecrets } from '../../http/proxy.ts';
import { type Relay, startRelay } from '../../http/relay.ts';
import { written } from '../../http/written.ts';
import type { Exchange } from '../../model/exchange.ts';
import { known } from '../../model/known.ts';
import { type ExitCode, portTaken, refusing, UsageError } from '../../output/exit.ts';
import type { Io } from '../../output/io.ts';
import { problemsError, tellUnread } from '../../output/settings.ts';
import { onSignals } from '../../output/signals.ts';
import { inspectSettings } from '../../settings/index.ts';
import { proxiesOf } from '../../settings/settings.ts';
import { plural } from '../../text/plural.ts';
import { createWatched, type Watched } from '../../traffic/watch/watched.ts';
import { printedOf } from '../options/common.ts';
import type { WatchCommandInput } from './commands.ts';
import { begun, checkSettings, folderFor, reportTraffic, type TrafficReporting } from './traffic-report.ts';

/** Milliseconds that exchanges in flight have to end after the signal to stop. */
const patienceMs = 5_000;

const named = { setting: '--upstream', example: '--upstream https://staging.example.com/api' };

/**
 * The connection to the service: from flags, the environment and `.env`. The upstream takes the place of a run's base URL.
 * @throws UsageError that names every problem
 */
async function connectionTo({
  flags,
  options: { upstream },
  invocation: { cwd, environment, io },
}: WatchCommandInput) {
  const given = { text: upstream, source: { kind: 'flag', name: named.setting } } as const;
  const inspection = await inspectSettings({
    ...{ flags, environment, cwd, reporters: [], connectionOnly: true },
    answers: new Map([['baseUrl', given]]),
  });
  tellUnread(inspection, io);
  const { problems, values } = inspection;
  const told = problems.map((problem) => (problem.key === 'baseUrl' ? { ...problem, ...named } : problem));
  const { baseUrl, caFile: ca, clientCertFile: cert, clientKeyFile: key } = values;
  if (told.length > 0 || baseUrl === undefined) throw problemsError(told);
  return { upstream: baseUrl.url, tls: known({ ca, cert, key }), proxies: proxiesOf(values) };
}

type UpstreamSettings = Awaited<ReturnType<typeof connectionTo>>;

/** @throws UsageError for what is not a host name */
function hostsIn(names: readonly string[] = []): readonly string[] {
  const wrong = names.find((name) => hostnameOf(name) === null || /:\d*$/.test(name.replace(/\[.*\]/, '')));
  if (wrong === undefined) return names;
  const problem = `--allow-host ${wrong} is not a host name`;
  throw new UsageError(
    `${problem}. Use a name without scheme, port or path, for example --allow-host build-7.example.com.`,
  );
}

function listen(
  { upstream, tls, proxies: proxy }: UpstreamSettings,
  { port, listen: host, allowHost }: WatchCommandInput['options'],
  { onRequest }: Watched,
): Promise<Relay> {
  const listening = { host, port, allowedHosts: hostsIn(allowHost) };
  const passing = { upstream: new URL(upstream), tls, proxy, onRequest };
  return refusing(
    () => startRelay({ ...listening, ...passing }),
    ({ code, message }) =>
      code === 'EADDRINUSE'
        ? portTaken(port)
        : `--listen ${host} --port ${port} is not available to listen on (${code ?? message}).`,
  );
}

function addressOf({ address: { address, family, port } }: Relay): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** @throws UsageError where the file exists */
function openRecording(file: string, cwd: string): GrowingFile {
  const why = (code = '') => (code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`);
  return refusing(
    () => createGrowing(resolve(cwd, file), ownerOnly),
    ({ code }) => `--record ${file} ${why(code)}. Choose a file that does not exist yet.`,
  );
}

/** Appends exchanges. Where that fails, it says so once and stops recording; traffic still passes. */
function recorder(file: GrowingFile | null, io: Io): (exchange: Exchange) => void {
  let isLost = file === null;
  return (exchange) => {
    if (isLost) return;
    try {
      file?.append(`${written({ line: 'exchange', exchange })}\n`);
    } catch (error) {
      isLost = true;
      if (io.live) io.overwrite('');
      io.err(`conformance: recording ended, as the file cannot be written (${(error as Error).message})\n`);
    }
  };
}

/** SIGINT and SIGTERM end it gracefully, a second one at once. */
function processSignals() {
  const { signal, release } = onSignals();
  return {
    ended: new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    release,
  };
}

type WatchSignals = ReturnType<typeof processSignals>;

interface Session {
  readonly watched: Watched;
  readonly connection: UpstreamSettings;
  readonly reporting: TrafficReporting;
}

/** Writes the reports of what has passed. @returns the exit code of the outcome */
async function report({ watched, connection: { proxies, upstream }, reporting }: Session): Promise<ExitCode> {
  const found = await watched.read();
  const read = { ...found, secrets: [...found.secrets, ...proxySecrets(proxies)] };
  return reportTraffic(read, { ...reporting, settings: { ...reporting.settings, baseUrl: upstream } });
}

/** Milliseconds between two lines of progress. */
const shownEveryMs = 500;

/** Shows what has passed so far, on a terminal, until it is ended. */
function showing(io: Io, watched: Watched): { readonly end: () => void } {
  if (!io.live) return { end: () => undefined };
  const show = () => {
    const { exchanges, other, deviating } = watched.progress();
    const parts = [plural(exchanges, 'exchange'), `${other} other`, `${deviating} deviating`];
    io.overwrite(parts.join(', '));
  };
  show();
  const timer = setInterval(show, shownEveryMs);
  return {
    end: () => {
      clearInterval(timer);
      io.overwrite('');
    },
  };
}

/** Passes traffic on and judges it until a signal ends it; then writes the reports. @returns the exit code of the outcome */
async function watching(
  session: Session,
  options: WatchCommandInput['options'],
  signals: WatchSignals,
): Promise<ExitCode> {
  const { watched, connection, reporting } = session;
  const { io } = reporting.invocation;
  try {
    const relay = await listen(connection, options, watched);
    watched.quietWhen(relay.isQuiet);
    io.err(`conformance watch passes ${addressOf(relay)} → ${connection.upstream}; Ctrl-C ends it\n`);
    if (!isLoopback(relay.address.address))
      io.err(
        'conformance: whoever reaches that address can use it; --listen 127.0.0.1 keeps it to this machine.\n',
      );
    const line = showing(io, watched);
    await signals.ended;
    line.end();
    await relay.close(patienceMs);
    return await report(session);
  } finally {
    signals.release();
  }
}

/**
 * Passes traffic between clients and a service, judges it, and writes reports.
 * @returns the exit code of the outcome, as `check` has it
 */
export async function watch(given: WatchCommandInput, signalled = processSignals): Promise<ExitCode> {
  const { options, invocation } = given;
  const { cwd, io } = invocation;
  const start = begun();
  const printed = printedOf(options);
  const settings = await checkSettings(options, cwd, start.startedAt);
  const connection = await connectionTo(given);
  hostsIn(options.allowHost);
  const folder = folderFor(options, settings, cwd);
  let recording: GrowingFile | null = null;
  try {
    recording = options.record === undefined ? null : openRecording(options.record, cwd);
    const { operations, side, maxBad } = settings;
    const { upstream } = connection;
    const watched = createWatched({
      ...{ operations, side, upstream, maxBad },
      ...(recording === null ? {} : { onExchange: recorder(recording, io) }),
      onDeviation: (id, exchange) => {
        if (io.live) io.overwrite('');
        io.err(
          `${new Date(exchange.timings.startedAt).toTimeString().slice(0, 8)} ${id} deviates (exchange ${exchange.id})\n`,
        );
      },
    });
    const reporting = { ...start, settings, folder, printed, invocation, again: given.again };
    return await watching({ watched, connection, reporting }, options, signalled());
  } finally {
    recording?.close();
  }
}
