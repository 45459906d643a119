import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Check, fail, pass } from '../setup/check.ts';
import { holderOf, roomBytes } from './output-folder.ts';

const elsewhere = 'choose another folder, for example CONFORMANCE_OUT=/tmp/conformance-report';

function nearestThatExists(path: string): string {
  return existsSync(path) ? path : nearestThatExists(dirname(path));
}

function found(folder: string): Pick<Check, 'standing' | 'detail' | 'remedy'> {
  const there = nearestThatExists(folder);
  if (!statSync(there).isDirectory()) return fail(`${there} is no folder`, elsewhere);
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
  } catch {
    return fail(`${there} cannot be written to by this user`, elsewhere);
  }
  const { bavail, bsize } = statfsSync(there);
  if (bavail * bsize < roomBytes)
    return fail(`${there} has no room for ${roomBytes} bytes`, `make room, or ${elsewhere}`);
  const holder = holderOf(folder);
  if (holder !== null)
    return fail(`${folder} is held by another run (process ${holder})`, `wait for it, or ${elsewhere}`);
  return pass(there === folder ? `${folder} can be written` : `${folder} can be made`);
}

/** Whether a run could take the folder for reports. Nothing is made or removed. */
export function folderCheck(folder: string): Check {
  return { id: 'output-folder', title: 'output folder', area: 'configuration', ...found(folder) };
}
