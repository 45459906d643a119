import { reporters as allReporters } from '../../../reporters/index.ts';
import { proxySecrets } from '../../http/proxy.ts';
import type { ExitCode } from '../../output/exit.ts';
import type { Printed } from '../../output/publish.ts';
import type { WatchSettings } from '../../settings/watch.ts';
import type { Watched } from '../../traffic/watch/watched.ts';
import type { CheckSettings } from './check-settings.ts';
import { type Folder, type ReportSurroundings, reportTraffic } from './traffic-report.ts';
import type { WatchSignals } from './watch-signals.ts';

/** What is watched, and how it is reported. */
export interface Session {
  readonly watched: Watched;
  readonly settings: WatchSettings;
  readonly checked: CheckSettings;
  readonly folder: Folder;
  readonly startedAt: string;
  /** The same instant of the monotonic clock: the other one may be set back meanwhile. */
  readonly began: number;
  readonly printed: Printed;
}

/** Writes the reports of what has passed so far. @returns the exit code of the outcome */
export async function report(
  { watched, settings, checked, folder, startedAt, began, printed }: Session,
  surroundings: ReportSurroundings,
  reporters: readonly string[] = checked.reporters,
): Promise<ExitCode> {
  const found = await watched.read();
  const read = { ...found, secrets: [...found.secrets, ...proxySecrets(settings.proxies)] };
  const judged = {
    read,
    settings: { ...checked, reporters, baseUrl: settings.upstream },
    startedAt,
    durationMs: Math.round(performance.now() - began),
  };
  return reportTraffic(judged, folder, printed, surroundings);
}

function isFile(name: string): boolean {
  return allReporters.some((reporter) => reporter.name === name && reporter.file !== null);
}

/** Writes reports whenever a signal asks for them, one after the other. @returns waits for the last of them */
export function reportsMeanwhile(
  session: Session,
  surroundings: ReportSurroundings,
  signals: WatchSignals,
): () => Promise<void> {
  const { io } = surroundings;
  const files = session.checked.reporters.filter(isFile);
  let last = Promise.resolve();
  const write = async () => {
    await report(session, surroundings, files);
    io.redraw([]);
    io.err(`conformance: reports written to ${session.folder.path('')}\n`);
  };
  signals.onReport(() => {
    last = last.then(write).catch((error: Error) => {
      io.redraw([]);
      io.err(`conformance: no reports could be written: ${error.message}\n`);
    });
  });
  return () => last;
}
