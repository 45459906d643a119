import { proveDescriptors } from '../cli/descriptors.ts';
import { UsageError } from '../cli/exit.ts';
import { workingDirectory } from '../cli/working-directory.ts';
import type { Problem } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { connectionsOf } from '../run/prepare.ts';
import type { Settings } from '../settings/index.ts';
import { SettingsError } from './errors.ts';

/** What the command would call a usage error is a problem with the settings here. */
function refusing<T>(task: () => T, problem: (message: string) => Problem): T {
  try {
    return task();
  } catch (error) {
    if (error instanceof UsageError) throw new SettingsError([problem(error.message)]);
    throw error;
  }
}

/** Where relative paths start. @throws SettingsError when the working directory is gone */
export function startingFolder(cwd: string | undefined): string {
  return refusing(
    () => cwd ?? workingDirectory(),
    (message) => ({ setting: 'cwd', message: `is missing, and ${message}`, example: "cwd: '/tmp'" }),
  );
}

/** @throws SettingsError where this process may open too few files for a run */
export function checkDescriptors(settings: Settings): void {
  refusing(
    () => proveDescriptors(connectionsOf(contract, settings)),
    (message) => ({
      setting: 'The limit of open files',
      message: `is too low: ${message}`,
      example: 'ulimit -n 1024',
    }),
  );
}
