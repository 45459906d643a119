import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

/** Bytes of a file that is read back: a report, or a recording. */
export const mostBytes = 64 * 1024 * 1024;

const chunkBytes = 1024 * 1024;

/**
 * The bytes of a file, or null where it holds more than `most`. It is read to its end rather than to its size, as pipes
 * and devices report none.
 * @throws Error of the file system
 */
export function readBytes(path: string, most: number): Buffer | null {
  const file = openSync(path, 'r');
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
export function readText(path: string): string {
  return textOf(readWhole(path));
}

/** The bytes of a file that is read back. @throws Error whose message continues after the name of the file */
export function readWhole(path: string): Buffer {
  try {
    const bytes = readBytes(path, mostBytes);
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
