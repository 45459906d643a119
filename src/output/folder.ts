import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { type FileKind, kindOf, statsOf } from '../files/look.ts';
import { makeFolder, ownerOnly, removeFile, replaceFile, type TextPieces } from '../files/write.ts';
import { attempt } from '../model/attempt.ts';
import { capital } from '../text/capital.ts';
import { SettingError } from './exit.ts';

/** The recording of a run, in addition to the files of the reporters. */
export const journalName = 'exchanges.ndjson';

export interface OutputFolder {
  readonly path: (name: string) => string;
  /** @throws Error that names the file */
  readonly write: (name: string, text: TextPieces) => void;
}

/** A path as it is shown: from the working directory where it is below that. */
export function shownPath(path: string, cwd = ''): string {
  const near = cwd === '' ? path : relative(cwd, path) || '.';
  return near.startsWith('..') || isAbsolute(near) ? path : near;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

/** Why a folder cannot be used, what to do, and another folder. */
interface FolderProblem {
  readonly what: string;
  readonly remedy: string;
  readonly example: string;
}

function unwritable(what: string, example = 'conformance-report'): FolderProblem {
  return { what, remedy: 'choose a folder that this user may write to', example };
}

const whatIs: Readonly<Record<FileKind, string | null>> = {
  file: null,
  folder: 'a folder',
  link: 'a link',
  other: 'a pipe, a socket or a device',
};

/** The first of these files whose place is taken by what is not a regular file, which is never replaced. */
function obstacleIn(folder: string, names: readonly string[]): FolderProblem | null {
  for (const path of names.map((name) => join(folder, name))) {
    const kind = kindOf(path);
    const what = kind === null ? null : whatIs[kind];
    if (what !== null)
      return {
        what: `${folder} holds ${path}, ${what}, where a file has to be written`,
        remedy: 'move it away, or choose another folder',
        example: 'conformance-report-2',
      };
  }
  return null;
}

function nearestThatExists(path: string): string {
  return kindOf(path) === null ? nearestThatExists(dirname(path)) : path;
}

function cannotBeWritten(folder: string, error: unknown): FolderProblem {
  const code = codeOf(error);
  return unwritable(
    code === 'EEXIST' || code === 'ENOTDIR'
      ? `${folder} is not a folder`
      : `${folder} cannot be written to (${code})`,
  );
}

/** What keeps files of these names from being written into a folder; null for nothing. Makes nothing. */
export function folderProblem(folder: string, names: readonly string[]): FolderProblem | null {
  try {
    // The folder that a link leads to can be named instead of it.
    if (kindOf(folder) === 'link')
      return unwritable(
        `${folder} is a link, which is not followed`,
        attempt(() => realpathSync(folder), undefined),
      );
    const there = nearestThatExists(folder);
    if (statsOf(there, statSync)?.isDirectory() !== true) return unwritable(`${folder} is not a folder`);
    accessSync(there, constants.W_OK | constants.X_OK);
    return obstacleIn(folder, names);
  } catch (error) {
    return cannotBeWritten(folder, error);
  }
}

function refusal({ what, remedy, example }: FolderProblem): SettingError {
  const advice = capital(remedy);
  const message = `CONFORMANCE_OUT (--out) ${what}. ${advice}, for example --out ${example}.`;
  return new SettingError(message, { key: 'out', message: `${what}. ${advice}.`, example });
}

/**
 * A folder to write files into; what is in it stays.
 *
 * @throws UsageError when it cannot be written, or what is not a regular file has the name of one of the files
 */
export function openFolder(folder: string, files: readonly string[]): OutputFolder {
  const problem = folderProblem(folder, files);
  if (problem !== null) throw refusal(problem);
  try {
    makeFolder(folder);
  } catch (error) {
    throw refusal(cannotBeWritten(folder, error));
  }
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: TextPieces): void => {
    try {
      replaceFile(path(name), text, { mode: ownerOnly });
    } catch (error) {
      throw new Error(`${path(name)} cannot be written (${codeOf(error)})`);
    }
  };
  return { path, write };
}

/**
 * The folder for one run, without the recording and the reports of the run before, so that none of them can be taken for
 * this run's.
 *
 * @throws UsageError when the folder cannot be used
 */
export function takeFolder(folder: string, reports: readonly string[]): OutputFolder {
  const files = [...reports, journalName];
  const opened = openFolder(folder, files);
  for (const path of files.map(opened.path))
    try {
      removeFile(path);
    } catch (error) {
      throw refusal(cannotBeWritten(path, error));
    }
  return opened;
}
