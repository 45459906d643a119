import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { checkedPartLine } from '../../output/written-files.ts';
import { idsWithoutPart, MergedParts, PartError } from '../../traffic/merged-parts.ts';
import { trafficOf } from '../../traffic/read-traffic.ts';
import type { TrafficSource } from '../../traffic/sources.ts';
import { printedOf } from '../options/common.ts';
import { otherIn, sourcesIn } from './check.ts';
import type { MergeInput } from './commands.ts';
import { assertWritable, linesOfParts, refuseLarger, writePart } from './part-file.ts';
import { begun, checkSettings, folderFor, partSettings, reportTraffic } from './traffic-report.ts';

/** A part in messages: its file, and its line where that has several. */
function placeOf({ name }: TrafficSource, line: number): string {
  return line === 1 ? name : `${name}, line ${line},`;
}

async function takeFrom(source: TrafficSource, gathered: MergedParts | null): Promise<MergedParts | null> {
  let whole = gathered;
  let line = 0;
  refuseLarger(source);
  try {
    for await (const found of linesOfParts(source.open())) {
      line = found.number;
      if ('problem' in found) throw new PartError(found.problem);
      const read = checkedPartLine(found.text, contract);
      if ('part' in read) {
        const { side, operations } = read.part;
        whole ??= new MergedParts({ contract, side, operations });
        whole.takePart(read.part, placeOf(source, line));
      } else if (whole === null) throw new PartError(idsWithoutPart);
      else whole.takeIds(read.ids);
    }
    whole?.endPart();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = error instanceof PartError || code === undefined ? message : `cannot be read (${code})`;
    const other = await otherIn(source, 'part');
    if (other !== null)
      throw new UsageError(`${source.name} ${other}. Expected a file that check --partial wrote.`);
    throw new UsageError(`${placeOf(source, Math.max(line, 1))} ${problem}.`);
  }
  if (line === 0)
    throw new UsageError(`${source.name} is empty. Expected a line as check --partial writes it.`);
  return whole;
}

async function gather(sources: readonly TrafficSource[]): Promise<MergedParts> {
  let gathered: MergedParts | null = null;
  for (const source of sources) gathered = await takeFrom(source, gathered);
  if (gathered === null)
    throw new UsageError('no part was passed. Expected files that check --partial wrote.');
  return gathered;
}

/**
 * Merges parts that `check --partial` wrote, and writes the reports, or one part again.
 * @returns the exit code of the outcome; 0 for a part
 */
export async function merge(given: MergeInput): Promise<ExitCode> {
  const { options, invocation } = given;
  const { cwd, io } = invocation;
  const start = begun();
  const printed = printedOf(options);
  const part = partSettings(options);
  if (part !== null) assertWritable(part.to, cwd);
  const gathered = await gather(await sourcesIn(given));
  if (part !== null) {
    await writePart(gathered, part.to, cwd, io);
    return exitCodes.conforms;
  }
  const { side, operations } = gathered;
  const settings = { ...(await checkSettings({ ...options, side }, cwd, start.startedAt)), operations };
  const folder = folderFor(options, settings, cwd);
  const read = trafficOf(gathered, settings.maxBad, false);
  return reportTraffic(read, { ...start, settings, folder, printed, invocation, again: given.again });
}
