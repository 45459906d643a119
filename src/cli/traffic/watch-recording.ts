import { resolve } from 'node:path';
import { createGrowing, type GrowingFile, ownerOnly } from '../../files/write.ts';
import { written } from '../../http/written.ts';
import type { Exchange } from '../../model/exchange.ts';
import { UsageError } from '../../output/exit.ts';
import type { Io } from '../../output/io.ts';

/** @throws UsageError where the file exists */
export function openRecording(file: string, cwd: string): GrowingFile {
  const path = resolve(cwd, file);
  try {
    return createGrowing(path, ownerOnly);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`;
    throw new UsageError(`--record ${file} ${why}. Name a file that does not exist yet.`);
  }
}

/** Appends exchanges. Where that fails, it says so once and stops recording; traffic still passes. */
export function recorder(file: GrowingFile | null, io: Io): (exchange: Exchange) => void {
  let isLost = file === null;
  return (exchange) => {
    if (isLost) return;
    try {
      file?.append(`${written({ line: 'exchange', exchange })}\n`);
    } catch (error) {
      isLost = true;
      io.redraw([]);
      io.err(`conformance: recording ended, as the file cannot be written (${(error as Error).message})\n`);
    }
  };
}
