import { documentIn, otherDocument } from '../../model/documents.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import type { Io } from '../../output/io.ts';
import { exitCodeOf, interruptible, refuseAfterSignal } from '../../output/signals.ts';
import { recordingLineProblem } from '../../output/written-files.ts';
import { numbered } from '../../text/more.ts';
import { headBytes } from '../../traffic/formats.ts';
import {
  gatherTraffic,
  judgeShare,
  type ShareFindings,
  type Sharing,
  type TrafficOptions,
} from '../../traffic/read-traffic.ts';
import { type JudgedTraffic, trafficOf } from '../../traffic/seen.ts';
import { bytesOfShare } from '../../traffic/shares.ts';
import { SourceError, sourcesOf, type TrafficSource } from '../../traffic/sources.ts';
import type { CommandInput } from '../options/option.ts';
import type { Invocation } from '../program.ts';
import type { Told, ToldPiece } from './check-worker.ts';
import type { CheckInput } from './commands.ts';
import { assertWritable, mergeParts, writePart } from './parts.ts';
import {
  begun,
  type CheckSettings,
  checkSettings,
  folderFor,
  partSettings,
  refuseJudging,
  reportTraffic,
} from './traffic-report.ts';

/** @throws UsageError for a name without a file */
async function sourcesIn({ words, invocation }: CommandInput): Promise<readonly TrafficSource[]> {
  const { cwd, input = () => process.stdin } = invocation;
  try {
    return await sourcesOf(words, cwd, input);
  } catch (error) {
    if (error instanceof SourceError) throw new UsageError(`${error.message}.`);
    throw error;
  }
}

/** What a file begins with; nothing for what is no file. */
async function beginningOf({ file, open }: TrafficSource): Promise<string> {
  if (file === null) return '';
  try {
    for await (const block of open()) return block.toString('utf8', 0, headBytes);
  } catch {
    // Whoever reads the file says why it cannot be read.
  }
  return '';
}

/** Whether they are parts that `check --partial` wrote. @throws UsageError where some are */
async function areParts(sources: readonly TrafficSource[]): Promise<boolean> {
  const first: { part?: TrafficSource; traffic?: TrafficSource } = {};
  for (const source of sources)
    first[documentIn(await beginningOf(source)) === 'part' ? 'part' : 'traffic'] ??= source;
  const { part, traffic } = first;
  if (part !== undefined && traffic !== undefined)
    throw new UsageError(
      `${part.name} is a part of recorded traffic, and ${traffic.name} is none. Expected recorded traffic, or parts that check --partial wrote, not both.`,
    );
  return part !== undefined;
}

/** @throws UsageError where nothing was found in a file because it is no traffic */
async function refuseOther(sources: readonly TrafficSource[], { traffic }: JudgedTraffic): Promise<void> {
  if (traffic.exchanges > 0) return;
  for (const source of sources) {
    const other = otherDocument(await beginningOf(source), ['traffic', 'recording', 'exploration']);
    if (other !== null) throw new UsageError(`${source.name} ${other}. Expected recorded traffic.`);
  }
}

/** Milliseconds before the first line of progress, and between two lines. */
const quietMs = 2_000;
const stepMs = 200;

function size(bytes: number): string {
  const mebibytes = bytes / (1024 * 1024);
  return `${mebibytes.toFixed(mebibytes < 10 ? 1 : 0)} MiB`;
}

/** Shows on a terminal how far reading is, once it takes long: `12 MiB of 40 MiB, 12,000 exchanges`. */
function readingProgress(io: Io, sources: readonly TrafficSource[]) {
  const all = sources.reduce((sum, { bytes }) => sum + (bytes ?? Number.NaN), 0);
  let next = performance.now() + quietMs;
  let [bytes, exchanges] = [0, 0];
  return {
    onExchanges: (more: number) => {
      exchanges += more;
    },
    onProgress: (more: number) => {
      bytes += more;
      if (!io.live || performance.now() < next) return;
      next = performance.now() + stepMs;
      const of = Number.isNaN(all) ? '' : ` of ${size(all)}`;
      io.overwrite(`${size(bytes)}${of}, ${numbered(exchanges)} exchanges`);
    },
    end: () => {
      if (io.live) io.overwrite('');
    },
  };
}

/**
 * Starts threads as shares come, so many at most. What is no file, such as standard input, is judged in this one.
 * @param module that the threads load
 */
async function threadsFor(
  jobs: number,
  module: URL,
  sources: readonly TrafficSource[],
  options: TrafficOptions,
): Promise<Sharing & { readonly end: () => Promise<void> }> {
  // By the people of vitest, without dependencies: queue, threads, ending them by a signal. piscina needs a native module.
  const { Tinypool } = await import('tinypool');
  const { operations, baseUrl, headersComplete, side, format, signal } = options;
  const told: Told = { operations, baseUrl, headersComplete, side, format };
  const name = 'judgeTold' satisfies keyof typeof import('./check-worker.ts');
  const pool = new Tinypool({ filename: module.href, name, minThreads: 0, maxThreads: jobs, env: {} });
  // Once for all: Node.js warns of many listeners of one signal.
  signal?.addEventListener('abort', () => void pool.destroy(), { once: true });
  return {
    bytes: bytesOfShare(sources, jobs),
    judge: async (share) => {
      const pieces = share.flatMap(({ source: { name, file }, ...piece }): readonly ToldPiece[] =>
        file === null ? [] : [{ ...piece, name, file }],
      );
      if (pieces.length < share.length) return judgeShare(share, options);
      return (await pool.run({ options: told, pieces })) as ShareFindings;
    },
    end: () => pool.destroy(),
  };
}

/** Reads all sources, and shows the progress. */
async function gather(
  sources: readonly TrafficSource[],
  given: Omit<TrafficOptions, 'check'> & Pick<CheckSettings, 'jobs'>,
  { io, worker }: Invocation,
): Promise<JudgedTraffic> {
  const { jobs } = given;
  const { end, ...progress } = readingProgress(io, sources);
  const options: TrafficOptions = { ...given, ...progress, check: recordingLineProblem };
  const threads =
    jobs === 1 || worker === undefined ? undefined : await threadsFor(jobs, worker, sources, options);
  try {
    return await gatherTraffic(sources, options, threads);
  } finally {
    end();
    await threads?.end();
  }
}

/** Puts parts together, and writes the reports. */
async function checkParts(given: CheckInput, sources: readonly TrafficSource[]): Promise<ExitCode> {
  const { options, invocation } = given;
  const start = begun();
  refuseJudging(given);
  const merged = await mergeParts(sources);
  const { side, operations } = merged;
  const settings = await checkSettings({ ...options, side }, invocation.cwd, start);
  const folder = folderFor(options, settings, invocation.cwd);
  const read = trafficOf(merged.end(), settings.maxBad, false);
  return reportTraffic(given, read, { ...settings, operations }, folder);
}

/**
 * Judges recorded traffic, or puts parts of it together, and writes the reports; or judges a part, and writes it. Sends
 * nothing, and knows no target.
 * @returns the exit code of the outcome; for a part 0 once it is written, whatever was found
 * @throws Cancelled when a signal came before the part was written
 */
export async function check(given: CheckInput): Promise<ExitCode> {
  const { options, invocation } = given;
  const { cwd, io } = invocation;
  invocation.saveMemory?.('reading');
  const start = begun();
  const sources = await sourcesIn(given);
  if (await areParts(sources)) return checkParts(given, sources);
  const part = partSettings(options, sources.length);
  const settings = await checkSettings(options, cwd, start);
  if (part !== null) assertWritable(part.to, cwd);
  const output = part ?? folderFor(options, settings, cwd);
  return interruptible(async (signals) => {
    const { signal } = signals;
    const gathered = await gather(sources, { ...settings, part, signal }, invocation);
    await refuseOther(sources, gathered);
    if ('to' in output) {
      refuseAfterSignal(signals, 'the part was not written');
      await writePart(gathered, { ...settings, ...output }, invocation);
      return exitCodes.conforms;
    }
    const read = trafficOf(gathered, settings.maxBad, signal.aborted);
    return exitCodeOf(signals, await reportTraffic(given, read, settings, output), io);
  });
}
