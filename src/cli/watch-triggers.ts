import { existsSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';
import { UsageError } from './exit.ts';
import type { Triggers } from './watch.ts';

/** Without an event for so long, milliseconds, a burst of saves is over. */
const quietMs = 200;

/** Folders in which nothing of a service is edited. */
const skipped = ['node_modules', '.git'];

export interface Watched {
  /** Files and folders as they were named; none where Enter alone runs again. */
  readonly paths: readonly string[];
  /** What runs write to: absolute paths. */
  readonly ownFolders: readonly string[];
  readonly cwd: string;
  /** Where Enter is pressed. */
  readonly keys: NodeJS.ReadableStream;
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** @throws UsageError for a path that is not there */
function refuseMissing({ paths, cwd }: Watched): void {
  const missing = paths.find((path) => !existsSync(resolve(cwd, path)));
  if (missing === undefined) return;
  throw new UsageError(
    `--watch ${missing} is not there. Expected files or folders of the service, for example --watch src.`,
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
      ignored: (path) =>
        skipped.includes(basename(path)) || ownFolders.some((folder) => isWithin(folder, path)),
    },
  );
  watcher.on('all', (_, path) => told(`${relative(cwd, path)} changed`));
  watcher.on('error', (error) => told(`watching failed (${(error as Error).message})`));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return () => watcher.close();
}

/**
 * Does something with the triggers of a watch, from when every change is noticed until it is done.
 * @throws UsageError for a path that is not there
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
