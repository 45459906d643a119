import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  futimesSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { kindOf } from './look.ts';

/**
 * Every file that the suite writes is written here: new, under a name that nobody can know before, and then renamed
 * into place. What is not a regular file, such as a link or a device, is neither replaced nor removed. All functions throw
 * errors of the file system.
 */

/** Readable and writable by its owner only. */
export const ownerOnly = 0o600;

/** Readable by everybody whom the process's umask does not exclude. */
export const asUmaskSays = 0o666;

/** A name in the same folder that is not taken. */
function unusedName(path: string): string {
  return join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`);
}

/** @throws Error with code EISDIR for a folder, EEXIST for a link, a pipe, a socket or a device */
export function refuseOtherThanFile(path: string): void {
  const kind = kindOf(path);
  if (kind === null || kind === 'file') return;
  const code = kind === 'folder' ? 'EISDIR' : 'EEXIST';
  throw Object.assign(new Error(`${code}: ${path} is not a regular file`), { code });
}

/** Creates a file, hands it over, closes it; removes it again when that fails. `wx` never opens what is there already. */
function filled(path: string, mode: number, fill: (file: number) => void): void {
  const file = openSync(path, 'wx', mode);
  try {
    try {
      fill(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** A text, or the pieces of one that is too long to have in memory. */
export type TextPieces = string | Iterable<string>;

/** Whoever reads the file sees the old text or the new one, never a part, and never with a wider mode. */
export function replaceFile(path: string, text: TextPieces, { mode }: { readonly mode: number }): void {
  refuseOtherThanFile(path);
  const temporary = unusedName(path);
  filled(temporary, mode, (file) => {
    for (const piece of typeof text === 'string' ? [text] : text) writeFileSync(file, piece);
  });
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** @throws Error with code EEXIST where anything is already, a link that leads nowhere too */
export function createFile(path: string, text: string, mode: number): void {
  filled(path, mode, (file) => writeFileSync(file, text));
}

/** Hands a text over in a file for the process's owner alone, which is removed when the task, or this process, ends. */
export async function withPrivateFile<T>(
  name: string,
  text: string,
  task: (path: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const path = join(folder, name);
    createFile(path, text, ownerOnly);
    return await task(path);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** A new file that grows; it stays open until it is closed, so nothing that takes its name gets what is appended. */
export interface GrowingFile {
  /** Hands the text to the system before it returns. */
  readonly append: (text: string) => void;
  /** Sets its time of writing to now, where the file system allows it. */
  readonly touch: () => void;
  readonly close: () => void;
}

/** @throws Error with code EEXIST where anything is already */
export function createGrowing(path: string, mode: number): GrowingFile {
  const file = openSync(path, 'wx', mode);
  const touch = () => {
    try {
      const now = new Date();
      futimesSync(file, now, now);
    } catch {
      // A time that cannot be set is no reason to end a run.
    }
  };
  return { append: (text) => writeFileSync(file, text), touch, close: () => closeSync(file) };
}

/** Removes an ordinary file. Nothing there is no error; anything else is. */
export function removeFile(path: string): void {
  refuseOtherThanFile(path);
  rmSync(path, { force: true });
}

/** Removes a folder of one's own, with all that is in it. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Gives a file that is complete its name, in place of a file that has it. */
export function renameFile(path: string, name: string): void {
  refuseOtherThanFile(name);
  renameSync(path, name);
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    // Another run may have made it a moment ago.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(folder)) throw error;
  }
}

/** Makes a folder and those above it, for their owner alone. */
// Goes with Node.js 20: with `recursive` it tries for ever where a file system refuses folders.
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  makeOne(folder);
}
