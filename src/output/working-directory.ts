import { refusing } from './exit.ts';

/**
 * Where relative paths start.
 *
 * @throws UsageError when the folder in which the command was started is gone
 */
export function workingDirectory(): string {
  return refusing(
    () => process.cwd(),
    ({ code }) =>
      `the working directory cannot be found (${code}); it may have been removed. Nothing was sent. Change to a folder that exists, for example cd /tmp.`,
  );
}
