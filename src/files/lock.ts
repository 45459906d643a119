import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { type FileEnd, readEnd } from './look.ts';
import { isRunning, thisProcess } from './process-identity.ts';
import {
  createGrowing,
  type GrowingFile,
  ownerOnly,
  refuseOtherThanFile,
  removeFile,
  unusedName,
} from './write.ts';

/**
 * A lock is a file of one line: process id, start, place, and a random word. Whether a process of this machine and
 * container still runs can be asked; others touch their lock every few seconds.
 */

export interface LockHolder {
  /** Null while the lock is being written. */
  readonly pid: number | null;
  /** On another machine or in another container, as far as can be seen from here. */
  readonly isElsewhere: boolean;
}

export interface Lock {
  readonly release: () => void;
}

const touchEveryMs = 2_000;
/** A lock was left behind when its holder cannot be asked for and it was not touched for so long. */
const leftAfterMs = 30_000;
const longestLock = 4_096;
/** Each attempt but the first comes after a lock that was left behind was removed. */
const attempts = 5;

/** The process id alone will do, for whoever locks a folder by hand. */
const lockLine = /^(?<pid>\d+)(?: (?<started>\S+) (?<place>\S+) \S+)?\s*$/;

/** The one who holds a lock with this text, or null for nobody. */
function holderIn({ text, touchedMs }: FileEnd): LockHolder | null {
  const isFresh = Date.now() - touchedMs < leftAfterMs;
  // Another run creates it at this moment.
  if (text === '') return isFresh ? { pid: null, isElsewhere: false } : null;
  const { pid: digits, started = '-', place } = lockLine.exec(text)?.groups ?? {};
  if (digits === undefined) return null;
  const pid = Number(digits);
  if (place !== undefined && place !== thisProcess().place)
    return isFresh ? { pid, isElsewhere: true } : null;
  return isRunning({ pid, started }) ? { pid, isElsewhere: false } : null;
}

/**
 * Who holds a lock, or null for nobody.
 *
 * @throws Error of the file system for a lock that cannot be read
 */
export function holderOf(path: string): LockHolder | null {
  const found = readEnd(path, longestLock);
  return found === null ? null : holderIn(found);
}

/** Moves a lock away and then reads it once more: between reading and removing it, another run may have taken it. */
function removeLeft(path: string, text: string | null): void {
  refuseOtherThanFile(path);
  const aside = unusedName(path);
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((readEnd(aside, longestLock)?.text ?? null) === text) removeFile(aside);
  else renameSync(aside, path);
}

/** @returns the new lock, open; null where there is something already */
function create(path: string, text: string): GrowingFile | null {
  try {
    const file = createGrowing(path, ownerOnly);
    try {
      file.append(text);
      return file;
    } catch (error) {
      file.close();
      removeFile(path);
      throw error;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

function held(path: string, text: string, file: GrowingFile): Lock {
  const touching = setInterval(file.touch, touchEveryMs).unref();
  const release = () => {
    clearInterval(touching);
    file.close();
    if (readEnd(path, longestLock)?.text === text) removeFile(path);
  };
  return { release };
}

/**
 * Takes a lock, also one that was left behind.
 *
 * @returns the lock, or who holds it
 * @throws Error of the file system, with code EISDIR for a folder in its place, EEXIST for a link, a pipe or the like
 */
export function takeLock(path: string): Lock | LockHolder {
  const { pid, started, place } = thisProcess();
  const text = `${pid} ${started} ${place} ${randomBytes(8).toString('hex')}\n`;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const file = create(path, text);
    if (file !== null) return held(path, text, file);
    const found = readEnd(path, longestLock);
    const holder = found === null ? null : holderIn(found);
    if (holder !== null) return holder;
    removeLeft(path, found?.text ?? null);
  }
  throw Object.assign(new Error(`${path} cannot be taken`), { code: 'EBUSY' });
}
