import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { ownerOnly, replaceFile } from '../files/write.ts';
import { createRedactor } from '../secrets/redaction.ts';
import { plainJson } from '../text/escape.ts';
import type { Gathered } from '../traffic/gathered.ts';
import { mostPartBytes, partLine } from '../traffic/part.ts';
import { standardInput } from '../traffic/sources.ts';
import { UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { tool } from './tool.ts';

function unwritable(to: string, why: string): UsageError {
  return new UsageError(`--partial ${to} cannot be written: ${why}. Name a file in a folder that exists.`);
}

/** Looks whether a part can be written, before anything is read. @throws UsageError */
export function assertWritable(to: string, cwd: string): void {
  if (to === standardInput) return;
  const path = resolve(cwd, to);
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw unwritable(to, `there is no folder ${dirname(to)}`);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw unwritable(to, 'it is a folder');
}

/**
 * Writes a part completely or not at all.
 * @param to a file, or `-` for standard output
 * @throws UsageError where the file cannot be written
 */
export function writePart(gathered: Gathered, to: string, cwd: string, io: Io): void {
  const { secrets } = gathered.traffic;
  const redactor = createRedactor(secrets);
  const clean = (line: string) => plainJson(secrets.length === 0 ? line : redactor.jsonStrings(line).text);
  const line = partLine(gathered, tool, clean);
  if (to === standardInput) io.rendered(line);
  else
    try {
      replaceFile(resolve(cwd, to), line, { mode: ownerOnly });
    } catch (error) {
      throw unwritable(to, (error as NodeJS.ErrnoException).code ?? String(error));
    }
}

/** The lines of a file of parts, without empty ones. @throws Error whose message continues after the name of the file */
export async function* partLines(stream: Readable): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    for (let rest = chunk as Buffer; rest.length > 0; ) {
      const feed = rest.indexOf(0x0a);
      const piece = feed === -1 ? rest : rest.subarray(0, feed);
      rest = feed === -1 ? rest.subarray(rest.length) : rest.subarray(feed + 1);
      begun.push(piece);
      length += piece.length;
      if (length > mostPartBytes)
        throw new Error(`has a line of more than ${mostPartBytes} bytes, the most that a part takes`);
      if (feed === -1) continue;
      yield* textOf(begun);
      begun = [];
      length = 0;
    }
  }
  yield* textOf(begun);
}

function textOf(pieces: readonly Buffer[]): readonly string[] {
  const text = Buffer.concat(pieces).toString('utf8');
  return text.trim() === '' ? [] : [text];
}
