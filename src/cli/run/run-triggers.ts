import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { attempt } from '../../model/attempt.ts';
import { UsageError } from '../../output/exit.ts';
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

/** The place that a path leads to, links followed, though its last parts need not be there. */
function placeOf(path: string): string {
  return realPath(path) ?? join(placeOf(dirname(path)), basename(path));
}

/** Whether an absolute path leads to a folder itself, or to something below it. */
function isWithin(folder: string, path: string): boolean {
  const [base, place] = [placeOf(folder), placeOf(path)];
  return place === base || place.startsWith(join(base, sep));
}

/** Another one is another file, or the same moved away and back; null where nothing is. */
const inodeOf = (path: string) => attempt(() => statSync(path).ino, null);

/**
 * Watches files and folders with what is below them; a path that is named may be a link, and links below it are not
 * followed.
 */
async function watchFiles({ paths, ownFolders, cwd, warn }: WatchedInput, told: (what: string) => void) {
  if (paths.length === 0) return { renew: async () => {}, close: async () => {} };
  const { watch } = await import('chokidar');
  // Links are followed at every question, as outputs are made later than the watch.
  const isOwn = (path: string) => ownFolders.some((folder) => isWithin(folder, path));
  /** A run makes the folders above its own too. */
  const holdsOwn = (path: string) => ownFolders.some((folder) => isWithin(path, folder));
  const named = paths.map((path) => resolve(cwd, path));
  const tell = (path: string) => {
    if (!isOwn(path)) told(`${relative(realPath(cwd) ?? cwd, path)} changed`);
  };
  let close = async () => {};
  /** Begins anew: with folders that were made again. */
  const renew = async () => {
    await close();
    const ignored = (path: string) => skipped.includes(basename(path)) || isOwn(path);
    // Before anything is watched: what is made meanwhile is noticed.
    const inodes = new Map(named.map((path) => [path, inodeOf(path)]));
    const roots = [...new Set(named.flatMap((path) => realPath(path) ?? []))];
    const watcher = watch(roots, { ignoreInitial: true, followSymlinks: false, ignored });
    watcher.on('error', (error) => warn(`a folder cannot be watched (${(error as Error).message})`));
    if (roots.length > 0) await new Promise<void>((resolve) => watcher.once('ready', resolve));
    const folders = new Set(Object.keys(watcher.getWatched()));
    watcher.on('all', (event, path) => {
      if (event !== 'addDir' || !holdsOwn(path)) tell(path);
    });
    // A folder that was removed and made again at once looks as before, and is no longer watched.
    watcher.on('raw', (event, name: string | null, details) => {
      const { watchedPath } = details as { readonly watchedPath: string };
      if (event !== 'rename' || name === null) return;
      if (
        folders.has(join(watchedPath, name)) ||
        (roots.includes(watchedPath) && name === basename(watchedPath))
      )
        tell(watchedPath);
    });
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
  let listener = (_: string) => {};
  const told = (what: string) => listener(what);
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
    const listen: Triggers['listen'] = (given) => {
      listener = given;
    };
    const quiet = async (ms: number) => {
      await new Promise<void>((resolve) => setTimeout(resolve, ms));
      // What changes meanwhile was changed before the run.
      await watching.renew();
    };
    return await task({ listen, quiet, ended });
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    keys.off('data', onKeys).pause();
    await watching.close();
  }
}
