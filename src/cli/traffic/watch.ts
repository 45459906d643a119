import type { GrowingFile } from '../../files/write.ts';
import { isLoopback } from '../../http/loopback.ts';
import { hostnameOf } from '../../http/relay/host.ts';
import { type Relay, startRelay } from '../../http/relay/relay.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, UsageError } from '../../output/exit.ts';
import { holdFolder } from '../../output/folder.ts';
import type { Io } from '../../output/io.ts';
import { problemsError } from '../../output/settings.ts';
import type { Flags } from '../../settings/index.ts';
import { readWatchSettings, type WatchSettings } from '../../settings/watch.ts';
import { Watched } from '../../traffic/watch/watched.ts';
import { namingFile } from '../options/command-line.ts';
import { printedOf } from '../options/common.ts';
import { checkSettings } from './check-settings.ts';
import type { WatchOptions } from './commands.ts';
import { folderFor, type ReportSurroundings } from './traffic-report.ts';
import { openRecording, recorder } from './watch-recording.ts';
import { report, reportsMeanwhile, type Session } from './watch-report.ts';
import { processSignals, type WatchSignals } from './watch-signals.ts';
import { tableLines, timeOfDay } from './watch-table.ts';

/** Milliseconds that exchanges in flight have to end after the signal to stop. */
const patienceMs = 5_000;
/** Milliseconds between two drawings of the table. */
const drawnEveryMs = 500;

export interface WatchSurroundings extends ReportSurroundings {
  /** Those of the process without it. */
  readonly signals?: WatchSignals;
}

async function connectionSettings(
  flags: Flags,
  { upstream }: WatchOptions,
  { cwd, environment, command }: WatchSurroundings,
): Promise<WatchSettings> {
  const naming = namingFile(command, 'watch', '--upstream', upstream);
  const read = await readWatchSettings({ contract, flags, upstream, environment, cwd, naming });
  if ('problems' in read) throw problemsError(read.problems);
  return read.settings;
}

/** @throws UsageError for what is not a host name */
function allowedHosts(names: readonly string[] = []): readonly string[] {
  const wrong = names.find((name) => hostnameOf(name) === null || /:\d*$/.test(name.replace(/\[.*\]/, '')));
  if (wrong === undefined) return names;
  const problem = `--allow-host ${wrong} is not a host name`;
  throw new UsageError(
    `${problem}. Give a name without scheme, port or path, for example --allow-host build-7.example.com.`,
  );
}

async function listen(
  settings: WatchSettings,
  { port, listen: host, allowHost }: WatchOptions,
  watched: Watched,
): Promise<Relay> {
  const { upstream, tls, proxies: proxy } = settings;
  const { onRequest, misdirected: onMisdirected } = watched;
  try {
    return await startRelay({
      upstream: new URL(upstream),
      tls,
      proxy,
      host,
      port,
      allowedHosts: allowedHosts(allowHost),
      onRequest,
      onMisdirected,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new UsageError(`port ${port} is taken. Choose another, or any free one with --port 0.`);
    throw new UsageError(
      `--listen ${host} --port ${port} is not available to listen on (${code ?? message}).`,
    );
  }
}

/** The base URL for clients. */
function addressOf({ address: { address, family, port } }: Relay): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Draws the table until it is ended; only on a terminal. */
function drawing(io: Io, watched: Watched, title: string): { readonly end: () => void } {
  if (!io.live) return { end: () => undefined };
  const begin = performance.now();
  const hint = `Ctrl-C ends it and writes the reports; kill -USR2 ${process.pid} writes them now.`;
  const draw = () => {
    const terminal = { columns: io.liveColumns, rows: io.liveRows?.() ?? 24 };
    io.redraw(
      tableLines(watched.snapshot(), { title, runningMs: performance.now() - begin, hint }, terminal),
    );
  };
  draw();
  const timer = setInterval(draw, drawnEveryMs);
  return {
    end: () => {
      clearInterval(timer);
      io.redraw([]);
    },
  };
}

/** Passes traffic on and judges it until a signal ends it; then writes the reports. @returns the exit code of the outcome */
async function watching(
  session: Session,
  flags: WatchOptions,
  surroundings: WatchSurroundings,
): Promise<ExitCode> {
  const { io } = surroundings;
  const { watched, settings } = session;
  const signals = surroundings.signals ?? processSignals();
  const meanwhile = reportsMeanwhile(session, surroundings, signals);
  try {
    const relay = await listen(settings, flags, watched);
    watched.quietWhen(relay.isQuiet);
    const title = `${addressOf(relay)} → ${settings.upstream}`;
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
    return await report(session, surroundings);
  } finally {
    signals.release();
  }
}

/**
 * Passes traffic between clients and a service, judges it, and writes reports.
 * @param connection flags of settings, as they were typed
 * @returns the exit code of the outcome, as `check` has it
 */
export async function watch(
  flags: WatchOptions,
  connection: Flags,
  surroundings: WatchSurroundings,
): Promise<ExitCode> {
  const { cwd, io } = surroundings;
  const startedAt = new Date().toISOString();
  const began = performance.now();
  const printed = printedOf(flags);
  const checked = await checkSettings(flags, cwd, startedAt, contract);
  const settings = await connectionSettings(connection, flags, surroundings);
  allowedHosts(flags.allowHost);
  const folder = folderFor(flags, checked, cwd);
  const release = holdFolder(folder.path(''));
  let recording: GrowingFile | null = null;
  try {
    recording = flags.record === undefined ? null : openRecording(flags.record, cwd);
    const watched = new Watched({
      contract,
      operations: checked.operations,
      side: checked.side,
      upstream: settings.upstream,
      maxBad: checked.maxBad,
      ...(recording === null ? {} : { onExchange: recorder(recording, io) }),
      onDeviation: (id, exchange) => {
        if (io.live) return;
        io.err(`${timeOfDay(exchange.timings.startedAt)} ${id} deviates (exchange ${exchange.id})\n`);
      },
    });
    const session = { watched, settings, checked, folder, startedAt, began, printed };
    return await watching(session, flags, surroundings);
  } finally {
    recording?.close();
    release();
  }
}
