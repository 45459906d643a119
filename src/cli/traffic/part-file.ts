import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { kindOf, statsOf } from '../../files/look.ts';
import { streamKind, writeStream } from '../../files/pipe.ts';
import { ownerOnly, replaceFile } from '../../files/write.ts';
import { refusing, UsageError } from '../../output/exit.ts';
import type { Io } from '../../output/io.ts';
import { tool } from '../../output/tool.ts';
import { createRedactor } from '../../secrets/redaction.ts';
import { plainJson } from '../../text/escape.ts';
import type { Blocks } from '../../traffic/blocks.ts';
import type { Gathered } from '../../traffic/gathered.ts';
import { lineCutter } from '../../traffic/lines.ts';
import { mostParts } from '../../traffic/merged-parts.ts';
import { mostPartBytes, partLines } from '../../traffic/part.ts';
import { standardInput, type TrafficSource } from '../../traffic/sources.ts';

function unwritable(to: string, why: string): string {
  return `--partial ${to} cannot be written: ${why}. Choose a file in a folder that exists, a pipe that is read, or - for standard output.`;
}

/** Looks whether a part can be written, before anything is read. @throws UsageError */
export function assertWritable(to: string, cwd: string): void {
  if (to === standardInput) return;
  const path = resolve(cwd, to);
  const folder = dirname(path);
  if (statsOf(folder, statSync)?.isDirectory() !== true)
    throw new UsageError(unwritable(to, `there is no folder ${dirname(to)}`));
  const kind = kindOf(path);
  if (kind === null || kind === 'file') return;
  const failing = (error: NodeJS.ErrnoException) => unwritable(to, codeOf(error));
  // A link may lead nowhere.
  if (refusing(() => streamKind(path), failing) !== null) return;
  const why = {
    folder: 'it is a folder',
    link: 'it is a link, which is not followed',
    other: 'it is not a regular file',
  };
  throw new UsageError(unwritable(to, why[kind]));
}

function codeOf(error: NodeJS.ErrnoException): string {
  const { code = String(error) } = error;
  return code === 'ENXIO' ? 'nothing reads from this pipe' : code;
}

/**
 * Writes a part completely or not at all.
 * @param to a file, a pipe, a character device, or `-` for standard output
 * @throws UsageError where it cannot be written
 */
export async function writePart(gathered: Gathered, to: string, cwd: string, io: Io): Promise<void> {
  const { secrets } = gathered.traffic;
  const redactor = createRedactor(secrets);
  const clean = (line: string) => plainJson(secrets.length === 0 ? line : redactor.jsonStrings(line).text);
  const lines = partLines(gathered, tool, clean);
  if (to === standardInput) {
    for (const line of lines) io.rendered(line);
    return;
  }
  const path = resolve(cwd, to);
  const write = async () =>
    streamKind(path) === null ? replaceFile(path, lines, { mode: ownerOnly }) : writeStream(path, lines);
  await refusing(write, (error) => unwritable(to, codeOf(error)));
}

/** A line of a file of parts, or why it cannot be read, as words that continue after its place. */
export type PartLine = { readonly number: number } & (
  | { readonly text: string }
  | { readonly problem: string }
);

/** Bytes of a file of parts: as many as can be merged, of the largest size. */
const mostFileBytes = mostParts * mostPartBytes;

/** @throws UsageError for a file that cannot be one of parts, by its size alone */
export function refuseLarger({ name, bytes }: TrafficSource): void {
  if (bytes === null || bytes <= mostFileBytes) return;
  throw new UsageError(
    `${name} has ${bytes} bytes, more than ${mostParts} parts of ${mostPartBytes} bytes, the most that are merged. Expected a file that check --partial wrote.`,
  );
}

/** The lines of a file of parts, without empty ones, up to one that is too long. Throws errors of the file system. */
export async function* linesOfParts(blocks: Blocks): AsyncGenerator<PartLine> {
  const found: PartLine[] = [];
  const line = (text: string, number: number) => {
    if (text.trim() !== '') found.push({ number, text });
  };
  const bad = (problem: string, number: number) => found.push({ number, problem });
  const cutter = lineCutter({ line, bad }, mostPartBytes);
  for await (const block of blocks) {
    cutter.write(block);
    yield* found.splice(0);
    const number = cutter.tooLongLine;
    if (number !== null) {
      yield { number, problem: `is too long for a part; the most that is read is ${mostPartBytes} bytes` };
      return;
    }
  }
  cutter.end();
  yield* found;
}
