import { existsSync } from 'node:fs';
import type { Since } from '../../reporters/reporter.ts';
import type { Report } from '../model/report.ts';
import { SettingError, UsageError } from './exit.ts';
import type { Io } from './io.ts';

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
