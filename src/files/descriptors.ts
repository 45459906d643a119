import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** Whether this process, or this machine, has no descriptor left for a file or a connection. */
export function isOutOfDescriptors(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** Whether so many more files or connections could be open at once. */
export function hasDescriptors(count: number): boolean {
  const open: number[] = [];
  try {
    while (open.length < count) open.push(openSync(devNull, 'r'));
    return true;
  } catch (error) {
    if (isOutOfDescriptors(error)) return false;
    throw error;
  } finally {
    for (const file of open) closeSync(file);
  }
}
