import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Readable and writable by its owner only. */
export const ownerOnly = 0o600;

/** Follows links, so that a link to a file elsewhere stays one. */
function placeOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * Puts a file in place at once: whoever reads it sees the old text or the new one, never a part, and at no moment may
 * others read more than `mode` says.
 *
 * @throws Error of the file system
 */
export function replaceFile(path: string, text: string, mode: number): void {
  const place = placeOf(path);
  const temporary = join(dirname(place), `.${randomBytes(6).toString('hex')}.tmp`);
  const file = openSync(temporary, 'wx', mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
    closeSync(file);
    renameSync(temporary, place);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
