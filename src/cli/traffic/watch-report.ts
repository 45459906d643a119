import { reporterNamed } from '../../../reporters/index.ts';
import { proxySecrets } from '../../http/proxy.ts';
import type { ExitCode } from '../../output/exit.ts';
import { onSignals } from '../../output/signals.ts';
import type { WatchSettings } from '../../settings/watch.ts';
import type { Watched } from '../../traffic/watch/watched.ts';
import { reportTraffic, type TrafficReporting } from './traffic-report.ts';

/**
 * Signals that end `watch`, or ask for reports while it runs: SIGINT and SIGTERM end it gracefully, a second one at once;
 * SIGUSR2 asks for reports, except on Windows, which lacks it.
 */
export function processSignals() {
  const { signal, release } = onSignals();
  const handlers: (() => void)[] = [];
  const handle = () => {
    for (const handler of handlers) handler();
  };
  const isThere = process.platform !== 'win32';
  if (isThere) process.on('SIGUSR2', handle);
  return {
    ended: new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    /** @param write called whenever reports are wanted */
    onReport: (write: () => void): void => void handlers.push(write),
    release: () => {
      release();
      if (isThere) process.off('SIGUSR2', handle);
    },
  };
}

export type WatchSignals = ReturnType<typeof processSignals>;

/** What is watched, and how it is reported. */
export interface Session {
  readonly watched: Watched;
  readonly connection: WatchSettings;
  readonly reporting: TrafficReporting;
}

/** Writes the reports of what has passed so far. @returns the exit code of the outcome */
export async function report(
  { watched, connection: { proxies, upstream }, reporting }: Session,
  reporters = reporting.settings.reporters,
): Promise<ExitCode> {
  const found = await watched.read();
  const read = { ...found, secrets: [...found.secrets, ...proxySecrets(proxies)] };
  const settings = { ...reporting.settings, reporters, baseUrl: upstream };
  return reportTraffic(read, { ...reporting, settings });
}

/** Writes reports whenever a signal asks for them, one after the other. @returns waits for the last of them */
export function reportsMeanwhile(session: Session, signals: WatchSignals): () => Promise<void> {
  const {
    settings,
    folder,
    invocation: { io },
  } = session.reporting;
  const files = settings.reporters.filter((name) => reporterNamed(name)?.file != null);
  let last = Promise.resolve();
  const write = async () => {
    await report(session, files);
    io.redraw([]);
    io.err(`conformance: reports written to ${folder.path('')}\n`);
  };
  signals.onReport(() => {
    last = last.then(write).catch((error: Error) => {
      io.redraw([]);
      io.err(`conformance: no reports could be written: ${error.message}\n`);
    });
  });
  return () => last;
}
