import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../../reporters/index.ts';
import type { Report } from '../../schemas/types.ts';
import { kindOf } from '../files/look.ts';
import { fileDigest, readText } from '../files/read.ts';
import { attempt } from '../model/attempt.ts';
import type { Settings } from '../settings/index.ts';
import { withEvidence } from './evidence.ts';
import { SettingError, UsageError } from './exit.ts';
import { journalName, takeFolder } from './folder.ts';
import { type KeptReports, takeHistory } from './history.ts';
import type { Io } from './io.ts';
import type { Leak, Publication } from './publish.ts';

/** The command and `run` of the API share this: the folder for reports and the last search for secrets. */

/** An earlier report that somebody named, or why there is none; or the text of the report that this run replaces. */
export type Previous =
  | { readonly report: Report }
  | { readonly untold: string }
  | { readonly replaced: string };

/**
 * Reads an earlier report. A run empties its folder for reports, and the earlier one may be there: so this comes first.
 * A missing file is not an error, or a nightly job could never run for the first time; standard error and the report
 * say it.
 *
 * @param path null for none
 * @throws UsageError for a file that is not a report
 */
export async function readPrevious(path: string | null, io: Io): Promise<Previous | null> {
  if (path === null) return null;
  if (!existsSync(path)) {
    const missing = `there is no report ${path} to compare with`;
    io.err(`conformance: CONFORMANCE_PREVIOUS_REPORT (--previous): ${missing}\n`);
    return { untold: missing };
  }
  return { report: await readNamed(path) };
}

async function readNamed(path: string): Promise<Report> {
  const { readReport } = await import('./report-file.ts');
  try {
    return await readReport(path, '.');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message = `${error.message} To run without it, remove the setting.`;
    throw new SettingError(`CONFORMANCE_PREVIOUS_REPORT (--previous) ${message}`, {
      key: 'previousReport',
      message,
    });
  }
}

/**
 * The report with what changed since the earlier one; one that was not named counts only if its run had the same target
 * and scope.
 */
export async function withPrevious(report: Report, previous: Previous | null): Promise<Report> {
  if (previous === null) return report;
  const { changeOf, isOfTheSame, notComparable, withChange } = await import('../report/change.ts');
  if ('untold' in previous) return withChange(report, notComparable(previous.untold));
  if ('report' in previous) return withChange(report, changeOf(previous.report, report, 'named'));
  const { reportIn } = await import('./report-file.ts');
  // Nobody named it: it may be no report of this version.
  const earlier = attempt(() => reportIn(previous.replaced), null);
  const counts = earlier !== null && isOfTheSame(earlier, report);
  return counts ? withChange(report, changeOf(earlier, report, 'replaced')) : report;
}

/** Loads what looks back to an earlier report, so that it can happen while something else is waited for. */
export async function preloadPrevious(previous: Previous | null): Promise<void> {
  if (previous === null) return;
  await import('../report/change.ts');
  if ('replaced' in previous) await import('./report-file.ts');
}

/**
 * The text of the report that is where a run writes its own. It is read before the folder is emptied, and checked
 * afterwards. Nobody named it, so nothing but a file is opened: a pipe would never end.
 */
export function replacedText(out: string): string | null {
  const path = join(out, 'report.json');
  return attempt(() => (kindOf(path) === 'file' ? readText(path) : null), null);
}

/**
 * What a run writes to, and the earlier run that its reports look back to: reads that and takes the folder, which is emptied.
 * @throws SettingError where the report cannot be read or the folder cannot be used
 */
export async function takeOutput(settings: Settings, io: Io) {
  const { out, previousReport } = settings;
  const named = await readPrevious(previousReport, io);
  const replaced = named === null ? replacedText(out) : null;
  const previous: Previous | null = named ?? (replaced === null ? null : { replaced });
  const history = takeHistory(settings);
  return { previous, history, folder: takeFolder(out, filesOf()) };
}

export type RunOutput = Awaited<ReturnType<typeof takeOutput>>;

/** Keeps a copy of the report, and of its page if there is one. Both were searched for secrets already. */
async function keep(given: Publication, { folderFor, prune }: KeptReports): Promise<void> {
  const { publish } = await import('./publish.ts');
  const names = ['json', ...given.reporters.filter((name) => name === 'html')];
  const folder = folderFor(given.report);
  await publish({ ...given, folder, reporters: names, printed: 'usual', annotate: false });
  prune(given.report);
}

/**
 * Searches everything that a run writes for secrets once more, and writes its reports where there is a folder.
 * @returns the report as it may be handed out, and what should have been masked before
 */
export async function publishRun(
  given: Omit<Publication, 'folder'> & Pick<Settings, 'answers'>,
  output: RunOutput | null,
): Promise<{ readonly report: Report; readonly leaks: readonly Leak[] }> {
  const { cleanJournal, cleanReport, publish } = await import('./publish.ts');
  const leaks: Leak[] = [];
  if (output === null) return { report: withEvidence(cleanReport(given, leaks), given.answers), leaks };
  const { folder, previous, history } = output;
  const inJournal = cleanJournal(folder, given.secrets);
  const proven = withEvidence(given.report, given.answers, fileDigest(folder.path(journalName)));
  const report = await withPrevious(proven, previous);
  const published = await publish({ ...given, report, folder });
  if (history !== null) await keep({ ...given, report: published.report, folder }, history);
  return { report: published.report, leaks: [...inJournal, ...published.leaks] };
}
