import { existsSync } from 'node:fs';
import { reporters } from '../../reporters/index.ts';
import type { Since } from '../../reporters/reporter.ts';
import type { Report } from '../model/report.ts';
import type { Settings } from '../settings/index.ts';
import { SettingError, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { type OutputFolder, takeFolder } from './output-folder.ts';
import type { Leak, Publication } from './publish.ts';

/** What a run writes to, and the earlier run that its reports look back to; null for none. */
export interface RunOutput {
  readonly folder: OutputFolder;
  readonly previous: Previous | null;
}

/** An earlier report, or why there is none. */
export type Previous = { readonly report: Report } | { readonly untold: string };

/**
 * Reads an earlier report. A run empties its folder for reports, and the earlier one may lie there: so this comes first.
 * That there is no file is no error, or a nightly job could never run for the first time; it is told on both ways out.
 *
 * @param path null for none
 * @throws UsageError for a file that is no report
 */
export async function readPrevious(path: string | null, io: Io): Promise<Previous | null> {
  if (path === null) return null;
  if (!existsSync(path)) {
    const untold = `there is no report ${path} to compare with`;
    io.err(`conformance: CONFORMANCE_PREVIOUS_REPORT (--previous): ${untold}\n`);
    return { untold };
  }
  return { report: await readNamed(path) };
}

async function readNamed(path: string): Promise<Report> {
  const { readReport } = await import('./report-file.ts');
  try {
    return await readReport(path, '.');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message = `${error.message} To go without it, leave the setting out.`;
    throw new SettingError(`CONFORMANCE_PREVIOUS_REPORT (--previous) ${message}`, {
      key: 'previousReport',
      message,
    });
  }
}

/** Two runs with nothing in common do not fail a run: that they could not be compared is told. */
export async function sincePrevious(previous: Previous, report: Report): Promise<Since> {
  if ('untold' in previous) return previous;
  const { compareReports, NotComparableError } = await import('../report/compare.ts');
  try {
    return {
      comparison: compareReports(previous.report, report, { strict: report.run.options.strict }),
    };
  } catch (error) {
    if (error instanceof NotComparableError) return { untold: error.message };
    throw error;
  }
}

const files = reporters.flatMap(({ file }) => file ?? []);

/**
 * Reads the earlier report and takes the folder, which is emptied.
 * @throws SettingError where either cannot be had
 */
export async function takeOutput({ out, previousReport }: Settings, io: Io): Promise<RunOutput> {
  const previous = await readPrevious(previousReport, io);
  return { previous, folder: takeFolder(out, files) };
}

/**
 * Searches everything that a run leaves behind for secrets once more, and writes its reports where there is a folder.
 * @returns the report as it may be handed out, and what should have been masked before
 */
export async function publishRun(
  given: Omit<Publication, 'folder' | 'since'>,
  output: RunOutput | null,
): Promise<{ readonly report: Report; readonly leaks: readonly Leak[] }> {
  const { cleanJournal, cleanReport, publish } = await import('./publish.ts');
  const leaks: Leak[] = [];
  if (output === null) return { report: cleanReport(given, leaks), leaks };
  const { folder, previous } = output;
  const inJournal = cleanJournal(folder, given.secrets);
  const since = previous === null ? null : await sincePrevious(previous, given.report);
  const published = await publish({ ...given, folder, since });
  return { report: published.report, leaks: [...inJournal, ...published.leaks] };
}
