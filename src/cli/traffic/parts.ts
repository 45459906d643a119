import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { statsOf } from '../../files/look.ts';
import { ownerOnly, replaceFile } from '../../files/write.ts';
import { refusing, UsageError } from '../../output/exit.ts';
import { folderProblem } from '../../output/folder.ts';
import type { Io } from '../../output/io.ts';
import { tool } from '../../output/tool.ts';
import { checkedPartLine } from '../../output/written-files.ts';
import { createRedactor } from '../../secrets/redaction.ts';
import { plainJson } from '../../text/escape.ts';
import { lineCutter } from '../../traffic/lines.ts';
import {
  mergedParts,
  mostPartBytes,
  type Part,
  type PartNumber,
  partLines,
  type WrittenIds,
} from '../../traffic/parts.ts';
import type { JudgedTraffic } from '../../traffic/seen.ts';
import { standardInput, type TrafficSource } from '../../traffic/sources.ts';

function unwritable(to: string, why: string): string {
  return `--partial ${to} cannot be written: ${why}. Choose a file in a folder that exists, or - for standard output.`;
}

/** Looks whether a part can be written, before anything is read. @throws UsageError */
export function assertWritable(to: string, cwd: string): void {
  if (to === standardInput) return;
  const folder = resolve(cwd, dirname(to));
  const isThere = statsOf(folder, statSync)?.isDirectory() === true;
  const what = isThere
    ? folderProblem(realpathSync(folder), [basename(to)])?.what
    : `there is no folder ${dirname(to)}`;
  if (what !== undefined) throw new UsageError(unwritable(to, what));
}

/** Where a part is written, and its number. */
export interface PartOutput extends PartNumber {
  readonly to: string;
}

/**
 * Writes a part completely or not at all.
 * @throws UsageError where it cannot be written
 */
export async function writePart(
  judged: JudgedTraffic,
  { to, ...about }: PartOutput & Pick<Part, 'side' | 'operations'>,
  { cwd, io }: { readonly cwd: string; readonly io: Io },
): Promise<void> {
  const { secrets } = judged.traffic;
  const redactor = createRedactor(secrets);
  const clean = (line: string) => plainJson(secrets.length === 0 ? line : redactor.jsonStrings(line).text);
  const lines = partLines(judged, about, tool, clean);
  if (to === standardInput) {
    for (const line of lines) io.rendered(line);
    return;
  }
  const path = resolve(cwd, to);
  await refusing(
    async () => replaceFile(path, lines, { mode: ownerOnly }),
    ({ code }) => unwritable(to, String(code)),
  );
}

/** Lines of a file, without empty ones, as its blocks come. */
async function* linesOf({ open }: TrafficSource): AsyncGenerator<readonly [number: number, text: string]> {
  const found: (readonly [number, string])[] = [];
  const bad = (problem: string, number: number) => {
    throw new Error(`line ${number} ${problem}`);
  };
  const line = (text: string, number: number) => {
    if (text.trim() !== '') found.push([number, text]);
  };
  const cutter = lineCutter({ line, bad }, mostPartBytes);
  for await (const block of open()) {
    cutter.write(block);
    yield* found.splice(0);
  }
  cutter.end();
  yield* found;
}

type MergedParts = ReturnType<typeof mergedParts>;

/** Takes the part of a file. @param merged of the files before it; null for none */
async function takePart(source: TrafficSource, merged: MergedParts | null): Promise<MergedParts> {
  let whole = merged;
  let awaited: number | null = null;
  for await (const [number, text] of linesOf(source)) {
    try {
      if (awaited === null || whole === null) {
        const part = checkedPartLine(text, 'part') as Part;
        whole ??= mergedParts(part);
        whole.take(part, source.name);
        awaited = part.requestIds;
      } else {
        const ids = checkedPartLine(text, 'requestIds') as WrittenIds;
        whole.takeIds(ids);
        awaited -= ids.length;
      }
    } catch (error) {
      const { message } = error as Error;
      throw number === 1 ? error : new Error(`line ${number} ${message}`);
    }
  }
  if (whole === null || awaited !== 0)
    throw new Error('is not complete: it has other requestIds than its first line says. Copy it again');
  return whole;
}

/**
 * Puts parts together that `check --partial` wrote, in any order: their numbers are that of the traffic.
 * @throws UsageError for one that cannot be read, is no part, or does not fit those before it
 */
export async function mergeParts(sources: readonly TrafficSource[]): Promise<MergedParts> {
  let merged: MergedParts | null = null;
  for (const source of sources) {
    const before: MergedParts | null = merged;
    merged = await refusing(
      () => takePart(source, before),
      ({ code, message }) => `${source.name} ${code === undefined ? message : `cannot be read (${code})`}.`,
    );
  }
  if (merged === null) throw new UsageError('there is no part. Expected files that check --partial wrote.');
  return merged;
}
