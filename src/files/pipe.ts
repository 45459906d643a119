import { closeSync, constants, openSync, statSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { statsOf } from './look.ts';

/**
 * The bytes of a named pipe, from its first writer on until the last one closed it. It can be destroyed at any time, where a
 * stream of the file system waits for a writer, and holds the process meanwhile. @throws Error of the file system
 */
export function pipeStream(path: string): Readable {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

/** What takes bytes as they come, links to it followed; null for anything else. */
export function streamKind(path: string): 'pipe' | 'device' | null {
  const stats = statsOf(path, statSync);
  if (stats?.isFIFO() === true) return 'pipe';
  return stats?.isCharacterDevice() === true ? 'device' : null;
}

/** Milliseconds that a pipe is waited for until somebody reads it, and between two looks. */
const readerWithinMs = 2_000;
const lookAgainMs = 50;

/** @throws Error with code ENXIO for a pipe that nobody reads */
async function openPipe(path: string): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += lookAgainMs)
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO' || waitedMs >= readerWithinMs) throw error;
      await setTimeout(lookAgainMs);
    }
}

/**
 * Writes to a pipe or a character device, such as a terminal. A pipe is written as a socket, so that a signal still ends the
 * process while its reader waits. @throws Error with code ENXIO for a pipe that nobody reads
 */
export async function writeStream(path: string, text: string | Iterable<string>): Promise<void> {
  const pieces = typeof text === 'string' ? [text] : text;
  if (streamKind(path) === 'pipe') {
    const socket = new Socket({ fd: await openPipe(path), readable: false, writable: true });
    await pipeline(Readable.from(pieces), socket);
    return;
  }
  const file = openSync(path, constants.O_WRONLY | constants.O_NOCTTY);
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}
