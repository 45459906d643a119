import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { attempt } from '../model/attempt.ts';

const windows = process.platform === 'win32';

/**
 * Starts a command of the operator in a shell; it leads a process group of its own, except on Windows.
 * @throws Error of the system, for example for a command that is too long
 */
export function startGroup(
  command: string,
  { env, stdio }: Pick<SpawnOptions, 'env' | 'stdio'>,
): ChildProcess {
  return spawn(command, { shell: true, env, detached: !windows, stdio: stdio ?? 'ignore' });
}

/**
 * Sends a signal to a command and all that it started; 0 only looks for them.
 * @returns false where none of them is left
 */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  const { pid } = child;
  return attempt(
    () => (windows || pid === undefined ? child.kill(signal) : process.kill(-pid, signal)),
    false,
  );
}
