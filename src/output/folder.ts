import { accessSync, constants, realpathSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { type LockHolder, takeLock } from '../files/lock.ts';
import { type FileKind, kindOf, readEnd } from '../files/look.ts';
import {
  keepFile,
  makeFolder,
  ownerOnly,
  proveRoom,
  removeFile,
  replaceFile,
  type TextPieces,
} from '../files/write.ts';
import { attempt } from '../model/attempt.ts';
import { SettingError } from './exit.ts';

export const lockName = '.lock';

/**
 * Bytes that have to fit before anything is sent: an ordinary run writes a tenth of it, and the disk may be filled by
 * others meanwhile.
 */
export const roomBytes = 2 * 1024 * 1024;

/** Files that a run writes in addition to those of the reporters. */
export const journalName = 'exchanges.ndjson';

export interface OutputFolder {
  readonly path: (name: string) => string;
  /** @throws Error that names the file */
  readonly write: (name: string, text: TextPieces) => void;
  readonly release: () => void;
}

/** A path as it is shown: from the working directory where it is below that. */
export function shownPath(path: string, cwd = ''): string {
  const near = cwd === '' ? path : relative(cwd, path) || '.';
  return near.startsWith('..') || isAbsolute(near) ? path : near;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

/** What keeps a folder from being used, as a sentence about it; null for nothing. Makes nothing. */
export function folderProblem(folder: string): string | null {
  const kind = kindOf(folder);
  if (kind === 'link') return 'is a link, which is not followed';
  return kind === null || kind === 'folder' ? null : 'is not a folder';
}

/** Why a folder cannot be used, and what to do. @param example another folder */
function refusal(what: string, remedy: string, example: string): SettingError {
  const message = `CONFORMANCE_OUT (--out) ${what}. ${remedy}, for example --out ${example}.`;
  return new SettingError(message, { key: 'out', message: `${what}. ${remedy}.`, example });
}

/** The same where another folder would do. */
function taken(what: string, remedy: string, example = 'conformance-report-2'): SettingError {
  return refusal(what, `${remedy}, or choose another folder`, example);
}

function make(folder: string): void {
  const refuse = (problem: string, example = 'conformance-report') =>
    refusal(`${folder} ${problem}`, 'Choose a folder that this user may write to', example);
  try {
    const problem = folderProblem(folder);
    // The folder that a link leads to can be named instead of it.
    const other = kindOf(folder) === 'link' ? attempt(() => realpathSync(folder), undefined) : undefined;
    if (problem !== null) throw refuse(problem, other);
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof SettingError) throw error;
    const code = codeOf(error);
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    throw refuse(isFile ? 'is not a folder' : `cannot be written to (${code})`);
  }
}

/** `held by another run (process 7)`: the end of a sentence about a folder. */
export function heldBy({ pid, isElsewhere }: LockHolder): string {
  if (isElsewhere)
    return `held by a run on another machine or in another container (process ${pid} there), or was so less than half a minute ago`;
  return `held by another run${pid === null ? '' : ` (process ${pid})`}`;
}

/** @throws UsageError for what has to be removed and cannot be */
function clearing<T>(path: string, clear: () => T): T {
  try {
    return clear();
  } catch (error) {
    throw taken(`holds ${path}, which cannot be replaced by this run's (${codeOf(error)})`, 'Move it away');
  }
}

/**
 * Takes the lock of a folder. @returns releases it
 * @throws UsageError where another run holds it
 */
export function holdFolder(folder: string): () => void {
  const path = join(folder, lockName);
  const lock = clearing(path, () => takeLock(path));
  if ('release' in lock) return lock.release;
  throw taken(`${folder} is ${heldBy(lock)}`, `Wait for it, remove ${path} if no run is under way`);
}

function provesWritable(folder: string): void {
  try {
    proveRoom(folder, roomBytes);
  } catch (error) {
    const code = codeOf(error);
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const problem = isFull ? `has no room for ${roomBytes} bytes` : 'takes no file';
    throw taken(`${folder} ${problem} (${code})`, 'Make room', '/tmp/conformance-report');
  }
}

/** The last line of a journal takes fewer bytes. */
const lastLineBytes = 4_096;

/** Whether a recording, or the end of one, has the last line of a complete run. */
export function hasLastLine(text: string): boolean {
  return text.slice(text.trimEnd().lastIndexOf('\n') + 1).startsWith('{"line":"end"');
}

/** A recording without its last line is all that is known of a run that was killed: it is kept under another name. */
function setAsideCutJournal(journal: string): void {
  const end = readEnd(journal, lastLineBytes);
  if (end === null || end.text.trim() === '' || hasLastLine(end.text)) return;
  const stamp = new Date(end.touchedMs).toISOString().replaceAll(':', '-');
  keepFile(journal, journal.replace('.ndjson', `.cut-${stamp}.ndjson`));
}

function folderAt(folder: string): Pick<OutputFolder, 'path' | 'write'> {
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

function prepared(folder: string): Pick<OutputFolder, 'path' | 'write'> {
  make(folder);
  provesWritable(folder);
  return folderAt(folder);
}

const whatIs: Readonly<Record<FileKind, string | null>> = {
  file: null,
  folder: 'a folder',
  link: 'a link',
  other: 'a pipe, a socket or a device',
};

/** The first of these names that is taken by what is not a regular file, which is never replaced; null for none. */
export function otherInPlace(folder: string, names: readonly string[]) {
  for (const path of names.map((name) => join(folder, name))) {
    const kind = kindOf(path);
    const what = kind === null ? null : whatIs[kind];
    if (what !== null) return { path, what };
  }
  return null;
}

function refuseOthers(folder: string, names: readonly string[]): void {
  const found = otherInPlace(folder, names);
  if (found === null) return;
  throw taken(`holds ${found.path}, ${found.what}, where a file has to be written`, 'Move it away');
}

/**
 * A folder to write files into; what is in it stays.
 *
 * @throws UsageError when it cannot be written, or what is not a regular file has the name of one of the files
 */
export function openFolder(folder: string, files: readonly string[]): Pick<OutputFolder, 'path' | 'write'> {
  const opened = prepared(folder);
  refuseOthers(folder, files);
  return opened;
}

/**
 * Takes a folder for one run: makes it, proves that it can be written, and removes reports of the run before, so that
 * none of them can be taken for this run's.
 *
 * @throws UsageError when the folder cannot be used
 */
export function takeFolder(folder: string, reports: readonly string[]): OutputFolder {
  const opened = prepared(folder);
  const { path } = opened;
  const files = [...reports, journalName];
  refuseOthers(folder, [...files, lockName]);
  const release = holdFolder(folder);
  try {
    clearing(path(journalName), () => setAsideCutJournal(path(journalName)));
    for (const name of files) clearing(path(name), () => removeFile(path(name)));
  } catch (error) {
    release();
    throw error;
  }
  return { ...opened, release };
}
