import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../output/exit.ts';
import { isWithin } from '../../settings/files.ts';
import { enter, type Triggers } from './run-again.ts';
import { type WatchedFiles, watchFiles } from './watched-files.ts';

/** A burst of saves is over once nothing has happened for so long, milliseconds. */
const quietMs = 200;

/** No paths if only Enter starts a run. */
export interface WatchedInput extends WatchedFiles {
  /** Where Enter is pressed. */
  readonly keys: NodeJS.ReadableStream;
}

/** @throws UsageError for a path that does not exist, or where all that happens is ignored */
function refuseUnwatchable({ paths, ownFolders, cwd }: WatchedInput): void {
  const missing = paths.find((path) => !existsSync(resolve(cwd, path)));
  if (missing !== undefined)
    throw new UsageError(
      `--watch ${missing} does not exist. Expected files or folders of the service, for example --watch src.`,
    );
  const own = paths.find((path) => ownFolders.some((folder) => isWithin(folder, resolve(cwd, path))));
  if (own !== undefined)
    throw new UsageError(
      `--watch ${own} is in a folder that runs write to, where no change starts a run. Choose another folder for reports, for example --out conformance-report.`,
    );
}

/**
 * Runs a task with triggers: watches from before the task begins until it ends.
 * @throws UsageError for a path that cannot be watched
 */
export async function withTriggers<T>(
  watched: WatchedInput,
  task: (triggers: Triggers) => Promise<T>,
): Promise<T> {
  refuseUnwatchable(watched);
  const listeners: ((what: string) => void)[] = [];
  const told = (what: string) => {
    for (const listener of listeners) listener(what);
  };
  const { keys } = watched;
  const onKeys = () => told(enter);
  const watching = await watchFiles(watched, told);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  process.on('SIGINT', end).on('SIGTERM', end);
  keys.on('data', onKeys);
  try {
    const quiet = async () => {
      await new Promise<void>((resolve) => setTimeout(resolve, quietMs));
      // What changes meanwhile was changed before the run.
      await watching.renew();
    };
    return await task({ listen: (listener) => void listeners.push(listener), quiet, ended });
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    keys.off('data', onKeys).pause();
    await watching.close();
  }
}
