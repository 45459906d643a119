import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ownerOnly, replaceFile } from '../files/write.ts';
import { createRedactor } from '../secrets/redaction.ts';
import { plainJson } from '../text/escape.ts';
import type { Blocks } from '../traffic/blocks.ts';
import type { Gathered } from '../traffic/gathered.ts';
import { LineCutter } from '../traffic/lines.ts';
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

/** A line of a file of parts, or why it cannot be read, as words that continue after its place. */
export type PartLine = { readonly number: number } & (
  | { readonly text: string }
  | { readonly problem: string }
);

/** The lines of a file of parts, without empty ones. Throws errors of the file system. */
export async function* partLines(blocks: Blocks): AsyncGenerator<PartLine> {
  const found: PartLine[] = [];
  const line = (text: string, number: number) => {
    if (text.trim() !== '') found.push({ number, text });
  };
  const bad = (problem: string, number: number) => found.push({ number, problem });
  const cutter = new LineCutter({ line, bad }, mostPartBytes);
  for await (const block of blocks) {
    cutter.write(block);
    yield* found.splice(0);
  }
  cutter.end();
  yield* found;
}
