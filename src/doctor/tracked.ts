import { spawnSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/** Ends a git that hangs, milliseconds. */
const hangsAfterMs = 10_000;

/** Without these, the configuration of a checkout may name programs that git starts. */
const harmless = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/** Whether git tracks a file; false without git or outside a repository. */
export function isTracked(path: string): boolean {
  const { status } = spawnSync('git', [...harmless, 'ls-files', '--error-unmatch', '--', basename(path)], {
    cwd: dirname(path),
    stdio: 'ignore',
    timeout: hangsAfterMs,
  });
  return status === 0;
}
