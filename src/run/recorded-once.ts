import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasProcess } from '../files/process-identity.ts';
import { createFile, makeFolder, ownerOnly, removeFile } from '../files/write.ts';

/**
 * Under vitest requests are sent once, however many workers, projects or retries there are: the first worker that
 * creates `RECORDING.claim` sends, all others wait for that recording.
 */

/** Milliseconds between two looks at a recording that somebody else is making. */
const patience = 100;

/** A recording that several processes or threads want, and that only one may make. */
export interface SharedRecording {
  /** Absolute path. */
  readonly path: string;
  /** Whether it could be made, asked before anybody claims to make it; throws where it could not. */
  readonly prepare: () => Promise<void>;
  /** Sends, and writes the recording to its path. */
  readonly make: () => Promise<void>;
  /** Whether the recording at the path is complete. */
  readonly isWhole: (text: string) => boolean;
}

/** Whether the claim is ours now; whoever creates the file first has it. */
function claim(path: string): boolean {
  try {
    makeFolder(dirname(path));
    createFile(path, `${process.pid}\n`, ownerOnly);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** @throws Error where nobody is making it any more */
function checkClaimant(claimed: string, path: string): void {
  const pid = existsSync(claimed) ? Number.parseInt(readFileSync(claimed, 'utf8'), 10) : Number.NaN;
  if (Number.isNaN(pid) || hasProcess(pid)) return;
  throw new Error(
    `process ${pid} began to send for ${path} and died; what it sent is in that file, and nothing is sent again. Judge it, or choose another file: CONFORMANCE_EXCHANGES=conformance-report/exchanges-2.ndjson.`,
  );
}

/**
 * The text of a recording, made by one and waited for by all others. A complete recording is never made again.
 * @throws Error where whoever was making it died, and whatever `make` throws
 */
export async function recordedOnce({ path, prepare, make, isWhole }: SharedRecording): Promise<string> {
  const claimed = `${resolve(path)}.claim`;
  let isPrepared = false;
  for (;;) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (isWhole(text)) return text;
    if (text === '' && !isPrepared) {
      await prepare();
      makeFolder(dirname(claimed));
      isPrepared = true;
    }
    if (text === '' && claim(claimed)) {
      try {
        // Somebody may have completed it between the look and the claim.
        if (!existsSync(path)) await make();
      } finally {
        removeFile(claimed);
      }
    } else {
      if (text !== '' && !existsSync(claimed)) return text;
      checkClaimant(claimed, path);
      await sleep(patience);
    }
  }
}
