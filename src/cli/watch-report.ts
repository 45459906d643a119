import { reporters as allReporters } from '../../reporters/index.ts';
import { proxySecrets } from '../http/proxy.ts';
import { contract } from '../operations/index.ts';
import { buildReport } from '../report/build.ts';
import { buildServiceUrl } from '../settings/report-url.ts';
import type { WatchSettings } from '../settings/watch.ts';
import type { Watched } from '../traffic/watch/watched.ts';
import { recordingOf } from './check.ts';
import type { CheckSettings } from './check-settings.ts';
import type { ExitCode } from './exit.ts';
import type { Io } from './io.ts';
import type { openFolder } from './output-folder.ts';
import { type Printed, publish } from './publish.ts';
import type { WatchSignals } from './watch-signals.ts';

/** What a report is made in. */
export interface ReportSurroundings {
  readonly cwd: string;
  readonly io: Io;
  readonly environment: NodeJS.ProcessEnv;
}

/** What is watched, and what becomes of it. */
export interface Session {
  readonly watched: Watched;
  readonly settings: WatchSettings;
  readonly checked: CheckSettings;
  readonly folder: ReturnType<typeof openFolder>;
  readonly startedAt: string;
  readonly printed: Printed;
}

/** Writes the reports of what passed until now. @returns the exit code of the outcome */
export async function report(
  { watched, settings, checked, folder, startedAt, printed }: Session,
  { io, cwd, environment }: ReportSurroundings,
  reporters: readonly string[],
): Promise<ExitCode> {
  const read = await watched.read();
  const durationMs = Date.now() - Date.parse(startedAt);
  const target = { ...checked, baseUrl: settings.upstream };
  const made = buildReport(contract, recordingOf(read, target, startedAt, durationMs), read.judgement);
  const secrets = [...read.secrets, ...proxySecrets(settings.proxies)];
  const pageUrl = buildServiceUrl(environment);
  await publish({ report: made, reporters, folder, io, secrets, cwd, printed, pageUrl, annotate: true });
  return made.summary.exitCode;
}

/** Reports one after the other, however often they are asked for. */
export function reportsMeanwhile(
  session: Session,
  surroundings: ReportSurroundings,
  signals: WatchSignals,
): () => Promise<void> {
  const { io } = surroundings;
  const files = session.checked.reporters.filter((name) => isFile(name));
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

function isFile(name: string): boolean {
  return allReporters.some((reporter) => reporter.name === name && reporter.file !== null);
}
