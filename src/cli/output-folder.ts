import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from './exit.ts';

const lockName = '.lock';

/**
 * Bytes that have to fit before anything is sent: an ordinary run writes a tenth of it, and the disk may be filled by
 * others meanwhile.
 */
export const roomBytes = 2 * 1024 * 1024;

/** Files that a run writes, beside those of the reporters. */
export const journalName = 'exchanges.ndjson';

export interface OutputFolder {
  readonly path: (name: string) => string;
  /** @throws Error that names the file */
  readonly write: (name: string, text: string) => void;
  readonly release: () => void;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** One level after the other: with `recursive`, Node.js 20 tries for ever where a file system refuses folders. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  mkdirSync(folder);
}

function make(folder: string): void {
  try {
    makeFolders(folder);
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    const problem = isFile ? 'is not a folder' : `cannot be written to (${code})`;
    throw new UsageError(
      `CONFORMANCE_OUT (--out) ${folder} ${problem}. Name a folder that this user may write, for example --out conformance-report.`,
    );
  }
}

/** @param lock path of a lock that there is */
function livingHolder(lock: string): number | null {
  const holder = Number.parseInt(readFileSync(lock, 'utf8'), 10);
  return Number.isInteger(holder) && isRunning(holder) ? holder : null;
}

/** The process that holds a folder for its run, or null. */
export function holderOf(folder: string): number | null {
  const lock = join(folder, lockName);
  return existsSync(lock) ? livingHolder(lock) : null;
}

function hold(lock: string, folder: string): void {
  for (const attempt of [1, 2]) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 2) throw error;
      const holder = livingHolder(lock);
      if (holder !== null) {
        throw new UsageError(
          `CONFORMANCE_OUT (--out) ${folder} is held by another run (process ${holder}). Wait for it, or choose another folder, for example --out conformance-report-2.`,
        );
      }
      rmSync(lock, { force: true });
    }
  }
}

function provesWritable(folder: string): void {
  const probe = join(folder, '.writable');
  try {
    writeFileSync(probe, Buffer.alloc(roomBytes, 'x'));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const problem = isFull ? `has no room for ${roomBytes} bytes` : 'takes no file';
    throw new UsageError(
      `CONFORMANCE_OUT (--out) ${folder} ${problem} (${code}). Make room, or choose another folder, for example --out /tmp/conformance-report.`,
    );
  } finally {
    rmSync(probe, { force: true });
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `CONFORMANCE_OUT (--out) holds ${path}, which cannot be replaced by this run's (${code}). Move it away, or choose another folder, for example --out conformance-report-2.`,
    );
  }
}

/** A recording without its last line is all that is known of a run that was killed: it is kept under another name. */
function setAsideCutJournal(journal: string): void {
  if (!existsSync(journal) || isWhole(readFileSync(journal, 'utf8'))) return;
  const stamp = statSync(journal).mtime.toISOString().replaceAll(':', '-');
  renameSync(journal, journal.replace('.ndjson', `.cut-${stamp}.ndjson`));
}

/** Whether a journal is empty or has its last line. */
function isWhole(journal: string): boolean {
  const last = journal.trimEnd().split('\n').at(-1) ?? '';
  return last === '' || last.startsWith('{"line":"end"');
}

function folderAt(folder: string): Pick<OutputFolder, 'path' | 'write'> {
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: string): void => {
    try {
      writeFileSync(path(name), text, { mode: 0o600 });
    } catch (error) {
      throw new Error(`${path(name)} cannot be written (${(error as NodeJS.ErrnoException).code})`);
    }
  };
  return { path, write };
}

/** A folder to write into beside what is there. @throws UsageError when it cannot be written */
export function openFolder(folder: string): Pick<OutputFolder, 'path' | 'write'> {
  make(folder);
  provesWritable(folder);
  return folderAt(folder);
}

/**
 * Takes a folder for one run: makes it, proves that it can be written, and removes reports of the run before, so that
 * none of them can be taken for this run's.
 *
 * @throws UsageError when the folder cannot be had
 */
export function takeFolder(folder: string, reports: readonly string[]): OutputFolder {
  const opened = openFolder(folder);
  const { path } = opened;
  hold(path(lockName), folder);
  try {
    setAsideCutJournal(path(journalName));
    for (const name of [...reports, journalName]) remove(path(name));
  } catch (error) {
    rmSync(path(lockName), { force: true });
    throw error;
  }
  return { ...opened, release: () => rmSync(path(lockName), { force: true }) };
}
