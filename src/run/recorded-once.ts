import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { statsOf } from '../files/look.ts';
import { createGrowing, makeFolder, ownerOnly, refuseOtherThanFile, removeFile } from '../files/write.ts';

/**
 * Under vitest requests are sent once, however many workers, projects or retries there are: the first worker that
 * creates `RECORDING.claim` sends, all others wait for that recording.
 */

/** Milliseconds between two looks at a recording that somebody else is making. */
const patience = 100;

/** A claim is touched so often, and void once it was not for so long, milliseconds: whoever made it is gone. */
const touchEveryMs = 2_000;
const voidAfterMs = 30_000;

/** `RECORDING.claim`. One that is void is not removed, since two could do that at once: the next is `RECORDING.claim.2`. */
function claimPath(recording: string, number: number): string {
  return `${recording}.claim${number === 1 ? '' : `.${number}`}`;
}

function isVoid(claim: string): boolean {
  if (Date.now() - (statsOf(claim)?.mtimeMs ?? Number.POSITIVE_INFINITY) < voidAfterMs) return false;
  refuseOtherThanFile(claim);
  return true;
}

/** Whoever creates the first claim that is not void has it. @returns null where somebody else has it */
function claimed(recording: string) {
  let number = 1;
  while (isVoid(claimPath(recording, number))) number += 1;
  try {
    return { number, ...createGrowing(claimPath(recording, number), ownerOnly) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

/** Once there is a recording, no claim counts. Until then only one's own is removed, if nobody took it for void. */
function removeClaims(recording: string, own: number): void {
  const isThere = (number: number) => existsSync(claimPath(recording, number));
  if (existsSync(recording)) {
    for (let number = 1; number <= own || isThere(number); number += 1)
      removeFile(claimPath(recording, number));
  } else if (!isThere(own + 1)) removeFile(claimPath(recording, own));
}

/**
 * Returns once there is a recording, made by one and waited for by all others.
 * @param make gives the recording its path once it is complete; what it throws is thrown
 */
export async function recordedOnce(path: string, make: () => Promise<unknown>): Promise<void> {
  const recording = resolve(path);
  makeFolder(dirname(recording));
  while (!existsSync(recording)) {
    const claim = claimed(recording);
    if (claim === null) {
      await sleep(patience);
      continue;
    }
    const touching = setInterval(claim.touch, touchEveryMs).unref();
    try {
      // Somebody may have completed it between the look and the claim.
      if (!existsSync(recording)) await make();
    } finally {
      clearInterval(touching);
      claim.close();
      removeClaims(recording, claim.number);
    }
  }
}
