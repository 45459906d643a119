import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { reporters as allReporters } from '../../reporters/index.ts';
import type { Recording } from '../model/recording.ts';
import { contract } from '../operations/index.ts';
import { buildReport } from '../report/build.ts';
import { newRunId } from '../run/run-id.ts';
import { buildServiceUrl } from '../settings/report-url.ts';
import {
  gatherTraffic,
  type ReadTraffic,
  readTraffic,
  type TrafficOptions,
} from '../traffic/read-traffic.ts';
import { SourceError, sourcesOf, type TrafficSource } from '../traffic/sources.ts';
import { readingProgress } from './check-progress.ts';
import {
  type CheckFlags,
  type CheckSettings,
  checkSettings,
  type PartSettings,
  partSettings,
} from './check-settings.ts';
import { type ExitCode, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { openFolder } from './output-folder.ts';
import { writePart } from './part-file.ts';
import { printedOf } from './printed.ts';
import { type Printed, publish } from './publish.ts';
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

export async function sourcesIn(
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
function recordingOf(
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

/** Reads sources, and tells how far it is. */
async function reading<Read>(
  sources: readonly TrafficSource[],
  io: Io,
  read: (events: Pick<TrafficOptions, 'check' | 'onExchange' | 'onProgress'>) => Promise<Read>,
): Promise<Read> {
  let exchanges = 0;
  const progress = readingProgress(io, sources, () => exchanges);
  try {
    return await read({
      check: (value) => recordingLineProblem(value, contract),
      onExchange: () => {
        exchanges += 1;
      },
      onProgress: progress.read,
    });
  } finally {
    progress.end();
  }
}

/** What is known of the traffic, and how long it took to know it. */
export interface Outcome {
  readonly read: ReadTraffic;
  readonly settings: CheckSettings;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
}

type Folder = ReturnType<typeof openFolder>;

/** The folder for reports, before anything is read. */
export function folderFor(
  { out }: Pick<CheckFlags, 'out'>,
  { reporters }: CheckSettings,
  cwd: string,
): Folder {
  const files = allReporters.flatMap(({ name, file }) =>
    file !== null && reporters.includes(name) ? [file] : [],
  );
  return openFolder(resolve(cwd, out), files);
}

/** Writes the reports. @returns the exit code of the outcome */
export async function tell(
  { read, settings, startedAt, durationMs }: Outcome,
  folder: Folder,
  printed: Printed,
  { cwd, io, environment }: Pick<CheckSurroundings, 'cwd' | 'io' | 'environment'>,
): Promise<ExitCode> {
  const report = buildReport(contract, recordingOf(read, settings, startedAt, durationMs), read.judgement);
  const pageUrl = buildServiceUrl(environment);
  const { reporters } = settings;
  const { secrets } = read;
  await publish({ report, reporters, folder, io, secrets, cwd, printed, pageUrl, annotate: true });
  return report.summary.exitCode;
}

/** Writes what was found, for `merge`. @returns 0 once it is whole, whatever was found */
async function checkPart(
  sources: readonly TrafficSource[],
  settings: CheckSettings,
  part: PartSettings,
  { cwd, io }: CheckSurroundings,
): Promise<ExitCode> {
  const interrupt = new AbortController();
  const signals = onSignals(() => interrupt.abort());
  try {
    const { signal } = interrupt;
    const options = { ...settings, ...part, contract, signal };
    const gathered = await reading(sources, io, (events) =>
      gatherTraffic(sources, { ...options, ...events }),
    );
    const ended = signals.exitCode();
    if (ended !== null) return ended;
    writePart(gathered, part.to, cwd, io);
    return 0;
  } finally {
    signals.release();
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
  const { cwd, io } = surroundings;
  // There may be any number of entries, so what was read of each has to be freed soon.
  setFlagsFromString('--optimize-for-size');
  const startedAt = new Date().toISOString();
  const begin = performance.now();
  const printed = printedOf(flags);
  const part = partSettings(flags);
  const settings = await checkSettings(flags, cwd, startedAt, contract);
  const sources = await sourcesIn(names, surroundings);
  if (part !== null) return checkPart(sources, settings, part, surroundings);
  const folder = folderFor(flags, settings, cwd);
  const interrupt = new AbortController();
  const signals = onSignals(() => interrupt.abort());
  try {
    const options = { ...settings, contract, signal: interrupt.signal };
    const read = await reading(sources, io, (events) => readTraffic(sources, { ...options, ...events }));
    const durationMs = Math.round(performance.now() - begin);
    const code = await tell({ read, settings, startedAt, durationMs }, folder, printed, surroundings);
    return signals.exitCode() ?? code;
  } finally {
    signals.release();
  }
}
