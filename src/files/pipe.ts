import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/**
 * The bytes of a named pipe, from its first writer on until the last one closed it. It can be destroyed at any time, where a
 * stream of the file system waits for a writer, and holds the process meanwhile. @throws Error of the file system
 */
export function pipeStream(path: string): Readable {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}
