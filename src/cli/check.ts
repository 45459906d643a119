import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { reporters as allReporters } from '../../reporters/index.ts';
import type { Recording } from '../model/recording.ts';
import type { Report } from '../model/report.ts';
import { contract } from '../operations/index.ts';
import { buildReport } from '../report/build.ts';
import { newRunId } from '../run/run-id.ts';
import { buildServiceUrl } from '../settings/report-url.ts';
import { type ReadTraffic, readTraffic } from '../traffic/read-traffic.ts';
import { SourceError, sourcesOf, type TrafficSource } from '../traffic/sources.ts';
import { readingProgress } from './check-progress.ts';
import { type CheckFlags, type CheckSettings, checkSettings } from './check-settings.ts';
import { type ExitCode, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { openFolder } from './output-folder.ts';
import { printedOf } from './printed.ts';
import { publish } from './publish.ts';
import { onSignals } from './signals.ts';
import { tool } from './tool.ts';
import { recordingLineProblem } from './written-files.ts';

/** What the command is started in. */
export interface CheckSurroundings {
  readonly cwd: string;
  readonly io: Io;
  readonly environment: NodeJS.ProcessEnv;
  /** Standard input. */
  readonly input: () => Readable;
}

async function sourcesIn(
  names: readonly string[],
  { cwd, input }: CheckSurroundings,
): Promise<readonly TrafficSource[]> {
  try {
    return await sourcesOf(names, cwd, input);
  } catch (error) {
    if (error instanceof SourceError) throw new UsageError(`${error.message}.`);
    throw error;
  }
}

/** Traffic as what a report is built of: nothing was planned, and only some of the exchanges are there. */
export function recordingOf(
  read: ReadTraffic,
  settings: CheckSettings,
  startedAt: string,
  durationMs: number,
): Recording {
  const { info, judgement, requirements, exchanges, isCut } = read;
  const { strict, operations, required, waivers } = settings;
  const [base] = info.baseUrls;
  const isAbout = contract.requirements.filter(
    ({ facet }) => facet === 'authorization' || facet === 'made-up-token',
  );
  const unauthorized = isAbout.some(
    ({ id }) => (judgement.findings.get(id)?.verdict ?? 'not-exercised') !== 'not-exercised',
  );
  return {
    header: {
      runId: newRunId(),
      startedAt,
      tool,
      target: { baseUrl: settings.baseUrl ?? base?.value ?? '', reference: false },
      options: { strict, repeat: 1, serial: false, delayMs: 0, timeoutMs: 0 },
      scope: { operations, unauthorized, required },
      plan: [],
      gaps: [],
      waivers,
    },
    exchanges,
    unsent: [],
    durationMs,
    cut: isCut,
    traffic: { info, requirements },
  };
}

async function reportOn(
  sources: readonly TrafficSource[],
  settings: CheckSettings,
  io: Io,
  startedAt: string,
  signal: AbortSignal,
): Promise<{ readonly report: Report; readonly read: ReadTraffic }> {
  const begin = performance.now();
  let exchanges = 0;
  const progress = readingProgress(io, sources, () => exchanges);
  try {
    const read = await readTraffic(sources, {
      ...settings,
      contract,
      signal,
      check: (value) => recordingLineProblem(value, contract),
      onExchange: () => {
        exchanges += 1;
      },
      onProgress: progress.read,
    });
    const durationMs = Math.round(performance.now() - begin);
    const report = buildReport(contract, recordingOf(read, settings, startedAt, durationMs), read.judgement);
    return { report, read };
  } finally {
    progress.end();
  }
}

/**
 * Judges traffic that somebody recorded, and writes the reports. Sends nothing, and knows no target.
 * @returns the exit code of the outcome
 */
export async function check(
  names: readonly string[],
  flags: CheckFlags,
  surroundings: CheckSurroundings,
): Promise<ExitCode> {
  const { cwd, io, environment } = surroundings;
  const startedAt = new Date().toISOString();
  const printed = printedOf(flags);
  const settings = await checkSettings(flags, cwd, startedAt, contract);
  const sources = await sourcesIn(names, surroundings);
  const { reporters } = settings;
  const files = allReporters.flatMap(({ name, file }) =>
    file !== null && reporters.includes(name) ? [file] : [],
  );
  const folder = openFolder(resolve(cwd, flags.out), files);
  const interrupt = new AbortController();
  const signals = onSignals(() => interrupt.abort());
  try {
    const { report, read } = await reportOn(sources, settings, io, startedAt, interrupt.signal);
    const pageUrl = buildServiceUrl(environment);
    const { secrets } = read;
    await publish({ report, reporters, folder, io, secrets, cwd, printed, pageUrl, annotate: true });
    return signals.exitCode() ?? report.summary.exitCode;
  } finally {
    signals.release();
  }
}
