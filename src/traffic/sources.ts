import { createReadStream, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { statsOf } from '../files/look.ts';
import { pipeStream } from '../files/pipe.ts';
import { type ByteRange, fileBlocks } from '../files/read.ts';
import type { Blocks } from './blocks.ts';

/** Lines of a file. */
export interface LineRange extends ByteRange {
  /** How many lines are before them. */
  readonly lines: number;
}

/** Where traffic is read from. */
export interface TrafficSource {
  /** How an operator named it; part of the ids of its exchanges. */
  readonly name: string;
  /** Size in bytes; null where it is not known. */
  readonly bytes: number | null;
  /** @param range only of a file */
  readonly open: (range?: LineRange) => Blocks;
  /** Path of a file that can be read a second time, and by another thread; null for anything else. */
  readonly file: string | null;
}

/** A name that nothing can be read from; the message begins with the name. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** The name of standard input. */
export const standardInput = '-';

const magic = /[*?[\]{}!]/;

/** Opens a file, or a part of it. */
export function fileOpener(path: string): TrafficSource['open'] {
  return (range) => fileBlocks(path, range);
}

function fileSource(name: string, cwd: string): TrafficSource {
  const path = resolve(cwd, name);
  const stats = statsOf(path, statSync);
  if (stats === undefined)
    throw new SourceError(
      `${name} does not exist. Expected a file, a pattern such as 'log-*.gz', or - for standard input`,
    );
  if (stats.isDirectory())
    throw new SourceError(
      `${name} is a folder. Expected a file, or a pattern for the files in it: '${join(name, '*')}'`,
    );
  if (stats.isFile()) return { name, bytes: stats.size, open: fileOpener(path), file: path };
  const open = () => (stats.isFIFO() ? pipeStream(path) : createReadStream(path));
  return { name, bytes: null, open, file: null };
}

/** Files that match a pattern, in the order of their names. */
async function matching(pattern: string, cwd: string): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  const found = await glob(pattern, { cwd, dot: true, expandDirectories: false });
  if (found.length === 0) throw new SourceError(`${pattern} matches no file`);
  return found.sort();
}

async function named(name: string, cwd: string, input: () => Readable): Promise<readonly TrafficSource[]> {
  if (name === standardInput) return [{ name: 'stdin', bytes: null, open: input, file: null }];
  const isThere = statsOf(resolve(cwd, name), statSync) !== undefined;
  const paths = isThere || !magic.test(name) ? [name] : await matching(name, cwd);
  return paths.map((path) => fileSource(path, cwd));
}

/**
 * The sources that the operator named: files, patterns that the shell left as they are, and `-`. Each file once.
 * @param input gives standard input
 * @throws SourceError for a name without a file
 */
export async function sourcesOf(
  names: readonly string[],
  cwd: string,
  input: () => Readable,
): Promise<readonly TrafficSource[]> {
  const all = new Map<string, TrafficSource>();
  for (const name of names)
    for (const source of await named(name, cwd, input)) {
      // Two names may mean one file.
      const key = source.file === null ? `- ${source.name}` : realpathSync(source.file);
      if (!all.has(key)) all.set(key, source);
    }
  return [...all.values()];
}
