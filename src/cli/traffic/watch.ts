import { resolve } from 'node:path';
import { createGrowing, type GrowingFile, ownerOnly } from '../../files/write.ts';
import { isLoopback } from '../../http/loopback.ts';
import { hostnameOf } from '../../http/relay/host.ts';
import { type Relay, startRelay } from '../../http/relay/relay.ts';
import { written } from '../../http/written.ts';
import type { Exchange } from '../../model/exchange.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, portTaken, refusing, UsageError } from '../../output/exit.ts';
import { holdFolder } from '../../output/folder.ts';
import type { Io } from '../../output/io.ts';
import { problemsError } from '../../output/settings.ts';
import { readWatchSettings, type WatchSettings } from '../../settings/watch.ts';
import { Watched } from '../../traffic/watch/watched.ts';
import { namingFile } from '../options/command-line.ts';
import { printedOf } from '../options/common.ts';
import { checkSettings } from './check-settings.ts';
import type { WatchCommandInput } from './commands.ts';
import { begun, folderFor } from './traffic-report.ts';
import { processSignals, report, reportsMeanwhile, type Session, type WatchSignals } from './watch-report.ts';
import { drawing, timeOfDay } from './watch-table.ts';

/** Milliseconds that exchanges in flight have to end after the signal to stop. */
const patienceMs = 5_000;

async function connectionSettings({
  flags,
  options: { upstream },
  invocation: { cwd, environment, command },
}: WatchCommandInput): Promise<WatchSettings> {
  const naming = namingFile(command, 'watch', '--upstream', upstream);
  const read = await readWatchSettings({ contract, flags, upstream, environment, cwd, naming });
  if ('problems' in read) throw problemsError(read.problems);
  return read.settings;
}

/** @throws UsageError for what is not a host name */
function hostsIn(names: readonly string[] = []): readonly string[] {
  const wrong = names.find((name) => hostnameOf(name) === null || /:\d*$/.test(name.replace(/\[.*\]/, '')));
  if (wrong === undefined) return names;
  const problem = `--allow-host ${wrong} is not a host name`;
  throw new UsageError(
    `${problem}. Give a name without scheme, port or path, for example --allow-host build-7.example.com.`,
  );
}

function listen(
  { upstream, tls, proxies: proxy }: WatchSettings,
  { port, listen: host, allowHost }: WatchCommandInput['options'],
  { onRequest, misdirected: onMisdirected }: Watched,
): Promise<Relay> {
  const allowedHosts = hostsIn(allowHost);
  const relay = {
    upstream: new URL(upstream),
    tls,
    proxy,
    host,
    port,
    allowedHosts,
    onRequest,
    onMisdirected,
  };
  return refusing(
    () => startRelay(relay),
    ({ code, message }) =>
      code === 'EADDRINUSE'
        ? portTaken(port)
        : `--listen ${host} --port ${port} is not available to listen on (${code ?? message}).`,
  );
}

/** The base URL for clients. */
function addressOf({ address: { address, family, port } }: Relay): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** @throws UsageError where the file exists */
function openRecording(file: string, cwd: string): GrowingFile {
  const why = (code = '') => (code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`);
  return refusing(
    () => createGrowing(resolve(cwd, file), ownerOnly),
    ({ code }) => `--record ${file} ${why(code)}. Name a file that does not exist yet.`,
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
      io.redraw([]);
      io.err(`conformance: recording ended, as the file cannot be written (${(error as Error).message})\n`);
    }
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
  const meanwhile = reportsMeanwhile(session, signals);
  try {
    const relay = await listen(connection, options, watched);
    watched.quietWhen(relay.isQuiet);
    const title = `${addressOf(relay)} → ${connection.upstream}`;
    io.err(`conformance watch passes ${title}\n`);
    if (!isLoopback(relay.address.address))
      io.err(
        'conformance: whoever reaches that address can use it; --listen 127.0.0.1 keeps it to this machine.\n',
      );
    const table = drawing(io, watched, title);
    await signals.ended;
    table.end();
    await relay.close(patienceMs);
    await meanwhile();
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
  const connection = await connectionSettings(given);
  hostsIn(options.allowHost);
  const folder = folderFor(options, settings, cwd);
  const release = holdFolder(folder.path(''));
  let recording: GrowingFile | null = null;
  try {
    recording = options.record === undefined ? null : openRecording(options.record, cwd);
    const { operations, side, maxBad } = settings;
    const { upstream } = connection;
    const watched = new Watched({
      ...{ contract, operations, side, upstream, maxBad },
      ...(recording === null ? {} : { onExchange: recorder(recording, io) }),
      onDeviation: (id, exchange) => {
        if (io.live) return;
        io.err(`${timeOfDay(exchange.timings.startedAt)} ${id} deviates (exchange ${exchange.id})\n`);
      },
    });
    const reporting = { ...start, settings, folder, printed, invocation };
    return await watching({ watched, connection, reporting }, options, signalled());
  } finally {
    recording?.close();
    release();
  }
}
