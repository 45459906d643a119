import { existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { attempt } from '../../model/attempt.ts';
import { UsageError } from '../../output/exit.ts';
import { isWithin } from '../../settings/files.ts';
import { enter, type Triggers } from './run-again.ts';

/** Folders that are not watched: nobody edits a service there. */
const skipped = ['node_modules', '.git'];

/** How often a file or a folder is looked for that was removed, milliseconds. */
const lookMs = 500;

export interface WatchedInput {
  /** Files and folders as they were named; none if only Enter starts a run. */
  readonly paths: readonly string[];
  /** Folders that runs write to: absolute paths. */
  readonly ownFolders: readonly string[];
  readonly cwd: string;
  /** Takes what keeps something from being watched. */
  readonly warn: (text: string) => void;
  /** Where Enter is pressed. */
  readonly keys: NodeJS.ReadableStream;
}

const realPath = (path: string) => attempt(() => realpathSync(path), null);

/** Another one is another file, or the same moved away and back; null where nothing is. */
const inodeOf = (path: string) => attempt(() => statSync(path).ino, null);

/** Whether a path is a folder or below it; both without links. */
function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Folders that runs write to. Links are followed at every question, as outputs are made later than the watch. */
function ownFolders(folders: readonly string[]) {
  return {
    has: (path: string) => folders.some((folder) => isWithin(folder, path)),
    /** Whether one is below a path: a run makes the folders above its own too. */
    holds: (path: string) => folders.some((folder) => isWithin(path, folder)),
  };
}

/**
 * Watches files and folders with what is below them. Once all are read, calls back for whatever happens there.
 * @returns what is watched, without links
 */
async function watchAll(
  watcher: FSWatcher,
  named: readonly string[],
  own: ReturnType<typeof ownFolders>,
  told: (path: string) => void,
): Promise<readonly string[]> {
  const roots = new Set<string>();
  let folders: ReadonlySet<string> = new Set();
  let isReady = false;
  const add = (path: string) => {
    const real = realPath(path);
    if (real === null || own.has(real) || [...roots].some((root) => isBelow(root, real))) return;
    roots.add(real);
    watcher.add(real);
  };
  /** Where a link leads is watched too, but not what it is in itself: that has no end. */
  const follow = (link: string) => {
    const real = realPath(link);
    if (real === null || isBelow(real, dirname(link))) return;
    if (!real.split(sep).some((name) => skipped.includes(name))) add(real);
  };
  /** A folder that was removed and made again at once looks as before, and is no longer watched. */
  const isMadeAgain = (folder: string, name: string) =>
    folders.has(join(folder, name)) || (roots.has(folder) && name === basename(folder));
  const tell = (path: string) => {
    if (isReady && !own.has(path)) told(path);
  };
  watcher.on('all', (event, path: string, stats?: Stats) => {
    if (!isReady && stats?.isSymbolicLink() === true) follow(path);
    if (event !== 'addDir' || !own.holds(path)) tell(path);
  });
  watcher.on('raw', (event, name: string | null, details) => {
    const { watchedPath } = details as { readonly watchedPath: string };
    if (event === 'rename' && name !== null && isMadeAgain(watchedPath, name)) tell(watchedPath);
  });
  for (const path of named) add(path);
  if (roots.size > 0) await new Promise<void>((resolve) => watcher.once('ready', resolve));
  folders = new Set(Object.keys(watcher.getWatched()));
  isReady = true;
  return [...roots];
}

/**
 * Watches files and folders, and wherever links in them lead. chokidar is given paths without links: by itself it follows
 * links that lead upwards again and again.
 */
async function watchFiles(
  { paths, ownFolders: folders, cwd, warn }: WatchedInput,
  told: (what: string) => void,
) {
  if (paths.length === 0) return { renew: async () => {}, close: async () => {} };
  const { watch } = await import('chokidar');
  const own = ownFolders(folders);
  const named = paths.map((path) => resolve(cwd, path));
  const tell = (path: string) => told(`${relative(realPath(cwd) ?? cwd, path)} changed`);
  let close = async () => {};
  /** Begins anew: with folders that were made again, and wherever links lead now. */
  const renew = async () => {
    await close();
    const ignored = (path: string) => skipped.includes(basename(path)) || own.has(path);
    const watcher = watch([], { ignoreInitial: true, followSymlinks: false, ignored });
    watcher.on('error', (error) => warn(`a folder cannot be watched (${(error as Error).message})`));
    // Before anything is watched: what is made meanwhile is noticed.
    const inodes = new Map(named.map((path) => [path, inodeOf(path)]));
    for (const path of await watchAll(watcher, named, own, tell))
      inodes.set(path, inodes.get(path) ?? inodeOf(path));
    const looking = setInterval(() => {
      for (const [path, before] of inodes) {
        const now = inodeOf(path);
        inodes.set(path, now);
        if (now !== before && now !== null) tell(path);
      }
    }, lookMs);
    close = () => {
      clearInterval(looking);
      return watcher.close();
    };
  };
  await renew();
  return { renew, close: () => close() };
}

/** A burst of saves is over once nothing has happened for so long, milliseconds. */
const quietMs = 200;

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
