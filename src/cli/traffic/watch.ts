import { resolve } from 'node:path';
import type { Exchange } from '../../../schemas/types.ts';
import { createGrowing, type GrowingFile, ownerOnly } from '../../files/write.ts';
import { isLoopback } from '../../http/hosts.ts';
import { proxySecrets } from '../../http/proxy.ts';
import { type Relay, startRelay } from '../../http/relay.ts';
import { written } from '../../http/written.ts';
import { known } from '../../model/known.ts';
import { type ExitCode, portTaken, refusing } from '../../output/exit.ts';
import type { Io } from '../../output/io.ts';
import { problemsError, tellUnread } from '../../output/settings.ts';
import { onSignals } from '../../output/signals.ts';
import { inspectSettings } from '../../settings/index.ts';
import { proxiesOf } from '../../settings/settings.ts';
import { plural } from '../../text/plural.ts';
import { createWatched, type Watched } from '../../traffic/watch/watched.ts';
import type { WatchCommandInput } from './commands.ts';
import { checkSettings, folderFor, reportTraffic } from './traffic-report.ts';

/** Milliseconds that exchanges in flight have to end after the signal to stop. */
const patienceMs = 5_000;

/**
 * The connection to the service: from flags, the environment and `.env`. The upstream takes the place of a run's base URL.
 * @throws UsageError that names every problem
 */
async function connectionTo({
  flags,
  options: { upstream },
  invocation: { cwd, environment, io },
}: WatchCommandInput) {
  const named = { setting: '--upstream', example: '--upstream https://staging.example.com/api' };
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

function listen(
  { upstream, tls, proxies: proxy }: UpstreamSettings,
  { port, listen: host, allowHost: allowedHosts = [] }: WatchCommandInput['options'],
  { onRequest }: Watched,
): Promise<Relay> {
  const listening = { host, port, allowedHosts };
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
function recorder(file: GrowingFile, io: Io): (exchange: Exchange) => void {
  let isLost = false;
  return (exchange) => {
    if (isLost) return;
    try {
      file.append(`${written({ line: 'exchange', exchange })}\n`);
    } catch (error) {
      isLost = true;
      if (io.live) io.overwrite('');
      io.err(`conformance: recording ended, as the file cannot be written (${(error as Error).message})\n`);
    }
  };
}

/** Milliseconds between two lines of progress. */
const shownEveryMs = 500;

/** Shows what has passed so far, on a terminal. @returns ends that */
function showing(io: Io, watched: Watched): () => void {
  if (!io.live) return () => undefined;
  const show = () => {
    const { exchanges, other, deviating } = watched.progress();
    const parts = [plural(exchanges, 'exchange'), `${other} other`, `${deviating} deviating`];
    io.overwrite(parts.join(', '));
  };
  show();
  const timer = setInterval(show, shownEveryMs);
  return () => {
    clearInterval(timer);
    io.overwrite('');
  };
}

/** Passes traffic on until it is ended. */
async function pass(
  watched: Watched,
  connection: UpstreamSettings,
  { options, invocation: { io } }: WatchCommandInput,
  ended: Promise<unknown>,
): Promise<void> {
  const relay = await listen(connection, options, watched);
  watched.quietWhen(relay.isQuiet);
  io.err(`conformance watch passes ${addressOf(relay)} → ${connection.upstream}; Ctrl-C ends it\n`);
  if (!isLoopback(relay.address.address))
    io.err(
      'conformance: whoever reaches that address can use it; --listen 127.0.0.1 keeps it to this machine.\n',
    );
  const hide = showing(io, watched);
  await ended;
  hide();
  await relay.close(patienceMs);
}

/**
 * Passes traffic between clients and a service until SIGINT or SIGTERM, judges it, and writes reports.
 * @returns the exit code of the outcome, as `check` has it
 */
export async function watch(given: WatchCommandInput): Promise<ExitCode> {
  const { options, invocation } = given;
  const { cwd, io } = invocation;
  const settings = await checkSettings(options, cwd);
  const connection = await connectionTo(given);
  const folder = folderFor(options, settings, cwd);
  const recording = options.record === undefined ? null : openRecording(options.record, cwd);
  const { signal, release } = onSignals();
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
  try {
    const { operations, side, maxBad } = settings;
    const { upstream, proxies } = connection;
    const watched = createWatched({
      ...{ operations, side, upstream, maxBad },
      ...(recording === null ? {} : { onExchange: recorder(recording, io) }),
      onDeviation: (id, { id: exchange, timings }) => {
        if (io.live) io.overwrite('');
        const time = new Date(timings.startedAt).toTimeString().slice(0, 8);
        io.err(`${time} ${id} deviates (exchange ${exchange})\n`);
      },
    });
    await pass(watched, connection, given, ended);
    const found = await watched.read();
    const read = { ...found, secrets: [...found.secrets, ...proxySecrets(proxies)] };
    return await reportTraffic(given, read, { ...settings, baseUrl: upstream }, folder);
  } finally {
    release();
    recording?.close();
  }
}
