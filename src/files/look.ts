import { lstatSync, type Stats } from 'node:fs';

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
