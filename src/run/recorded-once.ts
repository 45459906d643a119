import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { statsOf } from '../files/look.ts';
import { createGrowing, type GrowingFile, makeFolder, ownerOnly, removeFile } from '../files/write.ts';

/**
 * Under vitest requests are sent once, however many workers, projects or retries there are: the first worker that
 * creates `RECORDING.claim` sends, all others wait for that recording.
 */

/** Milliseconds between two looks at a recording that somebody else is making. */
const patience = 100;

/** A claim is touched so often, and void once it was not for so long, milliseconds: whoever made it is gone. */
const touchEveryMs = 2_000;
const voidAfterMs = 30_000;

/** Whoever creates the file has the claim. @returns null where somebody else has it */
function claimed(path: string): GrowingFile | null {
  if (Date.now() - (statsOf(path)?.mtimeMs ?? Number.POSITIVE_INFINITY) >= voidAfterMs) removeFile(path);
  try {
    return createGrowing(path, ownerOnly);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

/**
 * Returns once there is a recording, made by one and waited for by all others.
 * @param make gives the recording its path once it is complete; what it throws is thrown
 */
export async function recordedOnce(path: string, make: () => Promise<unknown>): Promise<void> {
  const claim = `${resolve(path)}.claim`;
  makeFolder(dirname(claim));
  while (!existsSync(path)) {
    const file = claimed(claim);
    if (file === null) {
      await sleep(patience);
      continue;
    }
    const touching = setInterval(file.touch, touchEveryMs).unref();
    try {
      // Somebody may have completed it between the look and the claim.
      if (!existsSync(path)) await make();
    } finally {
      clearInterval(touching);
      file.close();
      removeFile(claim);
    }
  }
}
