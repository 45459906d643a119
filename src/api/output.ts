import { reporters, usualReporters } from '../../reporters/index.ts';
import { SettingError } from '../cli/exit.ts';
import { printingTo } from '../cli/io.ts';
import { type OutputFolder, takeFolder } from '../cli/output-folder.ts';
import { type Previous, readPrevious, sincePrevious } from '../cli/previous.ts';
import { cleanJournal, cleanReport, type Leak, publish } from '../cli/publish.ts';
import type { Report } from '../model/report.ts';
import { contract } from '../operations/index.ts';
import type { Secret } from '../secrets/redaction.ts';
import { toldProgram } from '../settings/from-program.ts';
import type { Settings } from '../settings/index.ts';
import { SettingsError } from './errors.ts';

/** Prints nothing: a program prints its own. */
const silent = {
  ...printingTo(
    () => undefined,
    () => undefined,
  ),
  colour: false,
  columns: 80,
  live: false,
  annotations: false,
};

/** The names of the formats that are files. */
export const fileFormats = reporters.flatMap(({ name, file }) => (file === null ? [] : [name]));
/** Those of them that are written unless others are chosen. */
export const usualFormats = usualReporters.filter((name) => fileFormats.includes(name));
const files = reporters.flatMap(({ file }) => file ?? []);

/** What a run writes to, and the earlier run that its reports look back to. */
export interface Output {
  readonly folder: OutputFolder;
  readonly previous: Previous | null;
}

/** @throws SettingsError for what is wrong with a setting */
async function asProgram<T>(task: () => T): Promise<Awaited<T>> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new SettingsError([toldProgram(error.problem, contract)]);
  }
}

/** Reads the earlier report and takes the folder, which is emptied. @throws SettingsError where either cannot be had */
export async function takeOutput({ out, previousReport }: Settings): Promise<Output> {
  const previous = await asProgram(() => readPrevious(previousReport, silent));
  const folder = await asProgram(() => takeFolder(out, files));
  return { folder, previous };
}

/**
 * Searches a report for secrets once more, and writes it where there is a folder.
 * @returns the report as it may be handed out, and what should have been masked before
 */
export async function published(
  found: Report,
  secrets: readonly Secret[],
  output: Output | null,
  names: readonly string[],
): Promise<{ readonly report: Report; readonly leaks: readonly Leak[] }> {
  const leaks: Leak[] = [];
  const report = cleanReport({ report: found, secrets }, leaks);
  if (output === null) return { report, leaks };
  const { folder, previous } = output;
  const since = previous === null ? null : await sincePrevious(previous, report);
  const inJournal = cleanJournal(folder, secrets);
  const inReports = await publish({ report, folder, io: silent, reporters: names, secrets, since });
  return { report, leaks: [...leaks, ...inJournal, ...inReports] };
}
