import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../schemas/types.ts';
import { kindOf } from '../files/look.ts';
import { removeFile } from '../files/write.ts';
import type { Settings } from '../settings/index.ts';
import { SettingError } from './exit.ts';
import { type OutputFolder, openFolder } from './folder.ts';

/** `conformance-20261122T054516Z-5d0c8e21a7f3.json`: names sort as the runs started. */
const keptName = /^(?<run>conformance-\d{8}T\d{6}Z-[0-9a-f]{12})\.(?:json|html)$/;

export function isKept(name: string): boolean {
  return keptName.test(name) && name.endsWith('.json');
}

function stemOf({ run }: Report): string {
  const moment = run.startedAt.slice(0, 19).replaceAll(/[-:]/g, '');
  return `conformance-${moment}Z-${run.id}`;
}

function runsIn(folder: string): readonly string[] {
  const runs = readdirSync(folder).flatMap((name) => keptName.exec(name)?.groups?.['run'] ?? []);
  return [...new Set(runs)].sort().reverse();
}

/** The latest run stays whatever the clock says: two runs in one second have no order, and a clock may be set back. */
function prune(folder: string, keep: number, latest: string): void {
  const others = runsIn(folder).filter((run) => run !== latest);
  for (const run of others.slice(keep - 1))
    for (const path of ['json', 'html'].map((ending) => join(folder, `${run}.${ending}`)))
      if (kindOf(path) === 'file') removeFile(path);
}

/**
 * A folder with copies of the reports of runs: makes it, and checks that files can be written there.
 * @returns null without the setting
 * @throws SettingError when the folder cannot be used
 */
export function takeHistory({ history }: Pick<Settings, 'history'>) {
  if (history === null) return null;
  const { folder, keep } = history;
  const opened = opening(folder);
  return {
    /** Where to write the files of one report. */
    folderFor: (report: Report): Pick<OutputFolder, 'path' | 'write'> => {
      const named = (name: string) => name.replace(/^report\./, `${stemOf(report)}.`);
      return {
        path: (name) => opened.path(named(name)),
        write: (name, text) => opened.write(named(name), text),
      };
    },
    /** Removes the copies of the oldest other runs if there are too many; never a file with another name. */
    prune: (latest: Report) => {
      if (keep !== null) prune(folder, keep, stemOf(latest));
    },
  };
}

export type KeptReports = NonNullable<ReturnType<typeof takeHistory>>;

/** The problem of a folder names the setting of reports; here it names that of the history. */
function opening(folder: string): Pick<OutputFolder, 'path' | 'write'> {
  try {
    return openFolder(folder, []);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const message = error.problem.message as string;
    throw new SettingError(`CONFORMANCE_HISTORY (--history) ${message}`, {
      key: 'history',
      message,
      example: 'conformance-history',
    });
  }
}
