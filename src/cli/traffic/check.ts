import { documentIn, otherDocument } from '../../model/documents.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { exitCodeOf, interruptible, refuseAfterSignal } from '../../output/signals.ts';
import { recordingLineProblem } from '../../output/written-files.ts';
import { headBytes } from '../../traffic/formats.ts';
import { gatherTraffic, type TrafficOptions } from '../../traffic/read-traffic.ts';
import { type JudgedTraffic, type ReadTraffic, trafficOf } from '../../traffic/seen.ts';
import { SourceError, sourcesOf, type TrafficSource } from '../../traffic/sources.ts';
import { printedOf } from '../options/common.ts';
import type { CommandInput } from '../options/option.ts';
import type { Invocation } from '../program.ts';
import { readingProgress } from './check-progress.ts';
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
  type TrafficReporting,
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

/** Reads all sources, and shows the progress. */
async function gather(
  sources: readonly TrafficSource[],
  given: Omit<TrafficOptions, 'check'> & Pick<CheckSettings, 'jobs'>,
  { io, worker }: Invocation,
): Promise<JudgedTraffic> {
  const { jobs } = given;
  let exchanges = 0;
  const progress = readingProgress(io, sources, () => exchanges);
  const options: TrafficOptions = {
    ...given,
    check: (value) => recordingLineProblem(value),
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

/** Puts parts together, and writes the reports. */
async function checkParts(given: CheckInput, sources: readonly TrafficSource[]): Promise<ExitCode> {
  const { options, invocation } = given;
  const start = begun();
  refuseJudging(given);
  const merged = await mergeParts(sources);
  const { side, operations } = merged;
  const settings = await checkSettings({ ...options, side }, invocation.cwd, start.startedAt);
  const folder = folderFor(options, settings, invocation.cwd);
  const read = trafficOf(merged.end(), settings.maxBad, false);
  return reported(given, read, { ...start, settings: { ...settings, operations }, folder });
}

function reported(
  { options, invocation, again }: CheckInput,
  read: ReadTraffic,
  reporting: Pick<TrafficReporting, 'settings' | 'folder' | 'startedAt' | 'began'>,
): Promise<ExitCode> {
  return reportTraffic(read, { ...reporting, printed: printedOf(options), invocation, again });
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
  const settings = await checkSettings(options, cwd, start.startedAt);
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
    return exitCodeOf(signals, await reported(given, read, { ...start, settings, folder: output }), io);
  });
}
