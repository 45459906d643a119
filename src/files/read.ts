import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

/**
 * Found files are read by one reader: opened without waiting, ordinary, bounded, and of this user or root, as git
 * asks of a repository. A file that was named may be a pipe or anybody's.
 */

/** Bytes of a file that is read back: a report, or a recording. */
export const mostBytes = 64 * 1024 * 1024;

const chunkBytes = 1024 * 1024;

/**
 * How a file comes to be read: an operator `named` it, a file that was only found refers to it, or it was itself `found`
 * in a folder that may be a stranger's.
 */
export type Origin = 'named' | 'referred' | 'found';

/** Why a file that nobody named is not read. The message continues its name. */
export class NotOrdinaryError extends Error {
  override readonly name = 'NotOrdinaryError';
}

/** Pipes and devices may never end, and a file of another user's may change while it is used. */
function refuseOther(stats: Stats, origin: Origin): void {
  const { uid } = stats;
  if (stats.isDirectory()) throw Object.assign(new NotOrdinaryError('is a folder'), { code: 'EISDIR' });
  const kind = stats.isFIFO() ? 'pipe' : stats.isSocket() ? 'socket' : 'device';
  if (!stats.isFile())
    throw new NotOrdinaryError(
      `is a ${kind}; a file that was not named is read only if it is a regular file`,
    );
  if (origin === 'found' && process.geteuid !== undefined && ![0, process.geteuid()].includes(uid))
    throw new NotOrdinaryError(
      `belongs to user ${uid}; a file that was not named is read only if it belongs to this user or to root`,
    );
}

/** Opened without waiting for a writer, and looked at before and after: what opens a device may already do something. */
function openOrdinary(path: string, origin: Origin): number {
  refuseOther(statSync(path), origin);
  // Windows has no such flag.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    refuseOther(fstatSync(file), origin);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * The bytes of a file, or null where it holds more than `most`. It is read to its end rather than to its size, as pipes
 * and devices report none.
 * @throws Error of the file system; NotOrdinaryError for one that was not named
 */
export function readBytes(path: string, most: number, origin: Origin = 'named'): Buffer | null {
  const file = origin === 'named' ? openSync(path, 'r') : openOrdinary(path, origin);
  try {
    const chunks: Buffer[] = [];
    for (let read = 0; read <= most; ) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const length = readSync(file, chunk);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
      read += length;
    }
    return null;
  } finally {
    closeSync(file);
  }
}

/** SHA-256 of a file, hexadecimal, a piece of it in memory at a time. Throws errors of the file system. */
export function fileDigest(path: string): string {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const hash = createHash('sha256');
  try {
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk))
      hash.update(chunk.subarray(0, length));
    return hash.digest('hex');
  } finally {
    closeSync(file);
  }
}

/** The lines of a file, without their line feeds, a piece of it in memory at a time. Throws errors of the file system. */
export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const decoder = new StringDecoder('utf8');
  let begun = '';
  try {
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
      const lines = (begun + decoder.write(chunk.subarray(0, length))).split('\n');
      begun = lines.pop() ?? '';
      yield* lines;
    }
    begun += decoder.end();
    if (begun !== '') yield begun;
  } finally {
    closeSync(file);
  }
}

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
};

/** Why a file cannot be read, by the code of the system. Continues the name of the file. */
export function causeOf(code: string): string {
  return causes[code] ?? `cannot be read (${code})`;
}

/**
 * The text of what was read of a file in UTF-8, without its byte order mark. What is no UTF-8 is replaced, as a recording may
 * be cut within a character.
 * @throws Error whose message continues the name of the file, for UTF-16; with `fatal` for other bytes, too
 */
export function textOf(bytes: Buffer, fatal = false): string {
  // A byte order mark, or the zero beside the first character: all of these files begin with ASCII.
  if (/^(?:fffe|feff|00..|..00)/.test(bytes.toString('hex', 0, 2)))
    throw new Error(
      'is text in UTF-16: save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8, or with Out-File -Encoding utf8',
    );
  if (fatal && !isUtf8(bytes)) throw new Error('is not text in UTF-8');
  return new TextDecoder().decode(bytes);
}

/**
 * The text of a file.
 * @throws Error whose message continues after the name of the file
 */
export function readText(path: string, origin: Origin = 'named'): string {
  return textOf(readWhole(path, origin));
}

/** The bytes of a file that is read back. @throws Error whose message continues after the name of the file */
export function readWhole(path: string, origin: Origin = 'named'): Buffer {
  try {
    const bytes = readBytes(path, mostBytes, origin);
    if (bytes !== null) return bytes;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === undefined ? message : causeOf(code));
  }
  throw new Error(`is larger than ${mostBytes / 1024 / 1024} MiB, the most that is read`);
}

/** Bytes that are read at once. */
const blockBytes = 512 * 1024;

/** Offsets of the first byte, and of the one behind the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const whole: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY };

/**
 * The bytes of a regular file, or of a part of it. Every block is in the same buffer, which takes half of the time of a stream: it
 * holds its bytes until the next one is asked for. Throws errors of the file system.
 */
export async function* fileBlocks(path: string, { start, end }: ByteRange = whole): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const block = Buffer.allocUnsafeSlow(blockBytes);
    for (let at = start; at < end; ) {
      const { bytesRead } = await file.read(block, 0, Math.min(blockBytes, end - at), at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield block.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
