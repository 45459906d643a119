import { UsageError } from './exit.ts';

/**
 * Where relative paths start.
 *
 * @throws UsageError when the folder in which the command was started is gone
 */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new UsageError(
      `the working directory cannot be found (${(error as NodeJS.ErrnoException).code}); it may have been removed. Nothing was sent. Change to a folder that exists, for example cd /tmp.`,
    );
  }
}
