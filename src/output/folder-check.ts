import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesOf } from '../../reporters/index.ts';
import { holderOf } from '../files/lock.ts';
import { kindOf, statsOf } from '../files/look.ts';
import { type CheckResult, checkOf, type DoctorCheck, fail, pass } from '../model/check.ts';
import { folderProblem, heldBy, journalName, lockName, otherInPlace, roomBytes } from './folder.ts';

const elsewhere = 'choose another folder, for example CONFORMANCE_OUT=/tmp/conformance-report';

/** Names that a run writes. */
const files = [...filesOf(), journalName, lockName];

function nearestThatExists(path: string): string {
  return kindOf(path) === null ? nearestThatExists(dirname(path)) : path;
}

function space(folder: string, there: string): CheckResult | null {
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
  } catch {
    return fail(`${there} cannot be written to by this user`, elsewhere);
  }
  const { bavail, bsize } = statfsSync(there);
  if (bavail * bsize < roomBytes)
    return fail(`${there} has no room for ${roomBytes / 2 ** 20} MiB`, `make room, or ${elsewhere}`);
  const obstacle = otherInPlace(folder, files);
  if (obstacle === null) return null;
  return fail(
    `${obstacle.path} is ${obstacle.what}, where a file has to be written`,
    `move it away, or ${elsewhere}`,
  );
}

function found(folder: string): CheckResult {
  const there = nearestThatExists(folder);
  const isFolder = statsOf(there, statSync)?.isDirectory() === true;
  const problem = there === folder ? folderProblem(folder) : isFolder ? null : 'is not a folder';
  if (problem !== null) return fail(`${there} ${problem}`, elsewhere);
  const taken = space(folder, there);
  if (taken !== null) return taken;
  const holder = holderOf(join(folder, lockName));
  if (holder !== null) return fail(`${folder} is ${heldBy(holder)}`, `wait for it, or ${elsewhere}`);
  return pass(there === folder ? `${folder} can be written` : `${folder} can be created`);
}

/** A path that cannot be checked cannot be written either. */
function checked(folder: string): CheckResult {
  try {
    return found(folder);
  } catch (error) {
    return fail(`${folder} cannot be looked at (${(error as NodeJS.ErrnoException).code})`, elsewhere);
  }
}

/** Whether a run could take the folder for reports. Nothing is made or removed. */
export function folderCheck(folder: string): DoctorCheck {
  return checkOf('output-folder', 'output folder', 'configuration', checked(folder));
}
