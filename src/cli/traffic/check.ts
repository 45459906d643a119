import { otherDocument } from '../../model/documents.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { exitCodeOf, interruptible, refuseAfterSignal } from '../../output/signals.ts';
import { recordingLineProblem } from '../../output/written-files.ts';
import { headBytes } from '../../traffic/formats.ts';
import type { Gathered } from '../../traffic/gathered.ts';
import { gatherTraffic, type TrafficOptions, trafficOf } from '../../traffic/read-traffic.ts';
import { SourceError, sourcesOf, type TrafficSource } from '../../traffic/sources.ts';
import { printedOf } from '../options/common.ts';
import type { CommandInput } from '../options/option.ts';
import type { Invocation } from '../program.ts';
import { readingProgress } from './check-progress.ts';
import type { CheckInput } from './commands.ts';
import { assertWritable, writePart } from './part-file.ts';
import {
  begun,
  type CheckSettings,
  checkSettings,
  folderFor,
  partSettings,
  reportTraffic,
} from './traffic-report.ts';

/** @throws UsageError for a name without a file */
export async function sourcesIn({ words, invocation }: CommandInput): Promise<readonly TrafficSource[]> {
  const { cwd, input = () => process.stdin } = invocation;
  try {
    return await sourcesOf(words, cwd, input);
  } catch (error) {
    if (error instanceof SourceError) throw new UsageError(`${error.message}.`);
    throw error;
  }
}

/** What a file is that was named in place of another one, as `otherDocument` says it; null for what is no file. */
export async function otherIn(
  { file, open }: TrafficSource,
  ...expected: readonly string[]
): Promise<string | null> {
  if (file === null) return null;
  try {
    for await (const block of open()) return otherDocument(block.toString('utf8', 0, headBytes), expected);
  } catch {
    // Whoever reads the file says why it cannot be read.
  }
  return null;
}

/** @throws UsageError where nothing was found in a file because it is no traffic */
async function refuseOther(sources: readonly TrafficSource[], { traffic }: Gathered): Promise<void> {
  if (traffic.exchanges > 0) return;
  for (const source of sources) {
    const other = await otherIn(source, 'traffic', 'recording', 'exploration');
    if (other !== null) throw new UsageError(`${source.name} ${other}. Expected recorded traffic.`);
  }
}

/** Reads all sources, and shows the progress. */
async function gather(
  sources: readonly TrafficSource[],
  given: Omit<TrafficOptions, 'check'> & Pick<CheckSettings, 'jobs'>,
  { io, worker }: Invocation,
): Promise<Gathered> {
  const { jobs } = given;
  let exchanges = 0;
  const progress = readingProgress(io, sources, () => exchanges);
  const options: TrafficOptions = {
    ...given,
    check: (value) => recordingLineProblem(value, contract),
    onExchanges: (more) => {
      exchanges += more;
    },
    onProgress: progress.read,
  };
  const workers =
    jobs === 1 ? null : (await import('./check-workers.ts')).workersFor(jobs, worker, sources, options);
  try {
    return await gatherTraffic(sources, options, workers ?? undefined);
  } finally {
    progress.end();
    await workers?.end();
  }
}

/**
 * Judges recorded traffic, and writes the reports, or a part for `merge`. Sends nothing, and knows no target.
 * @returns the exit code of the outcome; for a part 0 once it is written, whatever was found
 * @throws Cancelled when a signal came before the part was written
 */
export async function check(given: CheckInput): Promise<ExitCode> {
  const { options, invocation } = given;
  const { cwd, io } = invocation;
  invocation.saveMemory?.('reading');
  const start = begun();
  const printed = printedOf(options);
  const part = partSettings(options);
  const settings = await checkSettings(options, cwd, start.startedAt);
  const sources = await sourcesIn(given);
  if (part !== null) assertWritable(part.to, cwd);
  const folder = part === null ? folderFor(options, settings, cwd) : null;
  return interruptible(async (signals) => {
    const { signal } = signals;
    const gathered = await gather(sources, { ...settings, ...part, contract, signal }, invocation);
    await refuseOther(sources, gathered);
    if (folder === null) {
      refuseAfterSignal(signals, 'the part was not written');
      await writePart(gathered, part?.to ?? '', cwd, io);
      return exitCodes.conforms;
    }
    const read = trafficOf(gathered, settings.maxBad, signal.aborted);
    const code = await reportTraffic(read, {
      ...start,
      settings,
      folder,
      printed,
      invocation,
      again: given.again,
    });
    return exitCodeOf(signals, code, io);
  });
}
