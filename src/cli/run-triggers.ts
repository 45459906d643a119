import { existsSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { UsageError } from './exit.ts';
import type { Triggers } from './run-again.ts';

/** A burst of saves is over once nothing has happened for so long, milliseconds. */
const quietMs = 200;

/** Folders that are not watched: nobody edits a service there. */
const skipped = ['node_modules', '.git'];

export interface Watched {
  /** Files and folders as they were named; none if only Enter starts a run. */
  readonly paths: readonly string[];
  /** Folders that runs write to: absolute paths. */
  readonly ownFolders: readonly string[];
  readonly cwd: string;
  /** Where Enter is pressed. */
  readonly keys: NodeJS.ReadableStream;
}

/** @throws UsageError for a path that does not exist */
function refuseMissing({ paths, cwd }: Watched): void {
  const missing = paths.find((path) => !existsSync(resolve(cwd, path)));
  if (missing === undefined) return;
  throw new UsageError(
    `--watch ${missing} does not exist. Expected files or folders of the service, for example --watch src.`,
  );
}

async function watchFiles(watched: Watched, told: (what: string) => void): Promise<() => Promise<void>> {
  const { paths, ownFolders, cwd } = watched;
  if (paths.length === 0) return async () => {};
  const { watch } = await import('chokidar');
  const watcher = watch(
    paths.map((path) => resolve(cwd, path)),
    {
      ignoreInitial: true,
      ignored: [
        (path) => skipped.includes(basename(path)),
        ...ownFolders.map((path) => ({ path, recursive: true })),
      ],
    },
  );
  watcher.on('all', (_, path) => told(`${relative(cwd, path)} changed`));
  watcher.on('error', (error) => told(`watching failed (${(error as Error).message})`));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return () => watcher.close();
}

/**
 * Runs a task with triggers: watches from before the task begins until it ends.
 * @throws UsageError for a path that does not exist
 */
export async function withTriggers<T>(
  watched: Watched,
  task: (triggers: Triggers) => Promise<T>,
): Promise<T> {
  refuseMissing(watched);
  const listeners: ((what: string) => void)[] = [];
  const told = (what: string) => {
    for (const listener of listeners) listener(what);
  };
  const { keys } = watched;
  const onKeys = () => told('Enter');
  const close = await watchFiles(watched, told);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  process.on('SIGINT', end).on('SIGTERM', end);
  keys.on('data', onKeys);
  try {
    const quiet = () => new Promise<void>((resolve) => setTimeout(resolve, quietMs));
    return await task({ listen: (listener) => void listeners.push(listener), quiet, ended });
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    keys.off('data', onKeys).pause();
    await close();
  }
}
