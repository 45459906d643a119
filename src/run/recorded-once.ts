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

/** A recording that several processes or threads want, and that only one may make. */
export interface SharedRecording<Prepared> {
  /** Absolute path. */
  readonly path: string;
  /** What making it needs, asked for before anybody claims to make it; throws where it could not be made. */
  readonly prepare: () => Promise<Prepared>;
  /** Sends, and gives the recording its path once it is complete. */
  readonly make: (prepared: Prepared) => Promise<void>;
}

function isVoid(claim: string): boolean {
  const stats = statsOf(claim);
  return stats !== undefined && Date.now() - stats.mtimeMs >= voidAfterMs;
}

/** Whoever creates the file first has the claim. @returns null where somebody else has it */
function claimed(path: string): GrowingFile | null {
  try {
    return createGrowing(path, ownerOnly);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

/**
 * Returns once there is a recording, made by one and waited for by all others.
 * @throws whatever `prepare` and `make` throw
 */
export async function recordedOnce<Prepared>({
  path,
  prepare,
  make,
}: SharedRecording<Prepared>): Promise<void> {
  const claim = `${resolve(path)}.claim`;
  if (existsSync(path)) return;
  const prepared = await prepare();
  makeFolder(dirname(claim));
  while (!existsSync(path)) {
    if (isVoid(claim)) removeFile(claim);
    const file = claimed(claim);
    if (file === null) await sleep(patience);
    else await making(file, claim, async () => existsSync(path) || make(prepared));
  }
}

async function making(file: GrowingFile, claim: string, make: () => Promise<unknown>): Promise<void> {
  const touching = setInterval(file.touch, touchEveryMs).unref();
  try {
    // Somebody may have completed it between the look and the claim.
    await make();
  } finally {
    clearInterval(touching);
    file.close();
    removeFile(claim);
  }
}
