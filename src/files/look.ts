import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';

/** What a path names, links not followed. `other`: a pipe, a socket, a device. */
export type FileKind = 'file' | 'folder' | 'link' | 'other';

/** Undefined where nothing is. @param look `statSync` where links are followed. @throws Error of the file system */
export function statsOf(path: string, look = lstatSync): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false });
  } catch (error) {
    // Below a file.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** @returns null where nothing is. @throws Error of the file system for a path that cannot be looked at */
export function kindOf(path: string): FileKind | null {
  const stats = statsOf(path);
  if (stats === undefined) return null;
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
}

export interface FileEnd {
  readonly text: string;
  /** When it was last written or touched, milliseconds since 1970. */
  readonly touchedMs: number;
}

/** A link is an error rather than followed, and a pipe without a writer is not waited for. Windows has neither flag. */
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The last bytes of an ordinary file.
 *
 * @returns null for a link, a folder, a pipe and where nothing is
 * @throws Error of the file system for a file that cannot be read
 */
export function readEnd(path: string, bytes: number): FileEnd | null {
  if (kindOf(path) !== 'file') return null;
  const file = openSync(path, readOnly);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    const buffer = Buffer.alloc(Math.min(bytes, stats.size));
    const read = readSync(file, buffer, 0, buffer.length, stats.size - buffer.length);
    return { text: buffer.toString('utf8', 0, read), touchedMs: stats.mtimeMs };
  } finally {
    closeSync(file);
  }
}
