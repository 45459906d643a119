import { spawnSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/** Only there to end a git that hangs, milliseconds. */
const hangsAfterMs = 10_000;

/** A checkout may name programs that git would start. */
const harmless = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/** Whether git keeps a file; without git, or outside of a repository, nothing does. Sees no variable of ours. */
export function isTracked(path: string): boolean {
  const { status } = spawnSync('git', [...harmless, 'ls-files', '--error-unmatch', '--', basename(path)], {
    cwd: dirname(path),
    stdio: 'ignore',
    timeout: hangsAfterMs,
  });
  return status === 0;
}
