import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from 'chokidar';
import type { Change, Report } from '../../../schemas/types.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { heldOutput } from '../../output/io.ts';
import { interruptible } from '../../output/signals.ts';
import { definitions } from '../../settings/definitions.ts';
import { firstOf } from '../../text/more.ts';
import { type RunInput, run } from './run.ts';

const enter = 'Enter';

/** Folders that are not watched: nobody edits a service there. */
const skipped = ['node_modules', '.git'];

/** A burst of events is over once nothing has happened for so long, milliseconds. */
const quietMs = 200;
/** So long after a change, what starts the service again has begun to: `node --watch` takes 200 ms and a little. */
const restartMs = 1_200;
/** Seconds that a service that is restarted has to accept connections again, where `--wait` names fewer. */
const restartSeconds = 30;

/** Further ids in a line are counted only. */
const mostIds = 20;

function line(label: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`  ${label}: ${firstOf(ids, mostIds)}`];
}

function changeText({ sentence, appeared, fixed, lost, unseen }: Change): string {
  const lines = [
    sentence,
    ...line('new', appeared),
    ...line('fixed', fixed),
    ...line('no longer checked', lost),
    ...line(
      'deviated before; not seen in this run',
      unseen.map(({ id }) => id),
    ),
  ];
  return `\n${lines.join('\n')}\n\n`;
}

/** Notes for operations whose objects the first run deletes, where no command makes new ones: later runs are incomplete. */
function usedUp({ settings }: RunInput): readonly string[] {
  if (settings.reference) return [];
  const { wording } = definitions;
  return contract.operations.flatMap(({ name, method, command }) => {
    const isMade = command === undefined || settings.values[command.setting] !== undefined;
    if (isMade || !settings.operations.includes(name)) return [];
    return [
      `the first run deletes what the ${method} needs; with ${wording.name(command.setting)} each run creates its own.`,
    ];
  });
}

/**
 * One run. Nothing of its report is printed yet, `print` does that after what changed; why it could not start is, and then
 * there is no exit code.
 */
async function runOnce(input: RunInput) {
  const { io } = input;
  const held = heldOutput(io, ['rendered']);
  let report = null as Report | null;
  const print = () => {
    if (report?.change) io.out(changeText(report.change));
    held.release();
  };
  const onReport = (made: Report) => {
    report = made;
  };
  try {
    return { code: await run({ ...input, io: held.io, onReport }), report, print };
  } catch (error) {
    if (!(error instanceof UsageError)) {
      print();
      throw error;
    }
    io.err(`conformance: ${error.message}\n`);
    return { code: null, report, print };
  }
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(join(folder, sep));
}

function ownFolders({ settings: { out, history } }: RunInput): readonly string[] {
  return history === null ? [out] : [out, history.folder];
}

/** @throws UsageError for a path that does not exist, or where all that happens is ignored */
function refuseUnwatchable(input: RunInput, paths: readonly string[]): void {
  const { cwd } = input;
  const missing = paths.find((path) => !existsSync(resolve(cwd, path)));
  if (missing !== undefined)
    throw new UsageError(
      `--watch ${missing} does not exist. Expected files or folders of the service, for example --watch src.`,
    );
  const own = paths.find((path) => ownFolders(input).some((folder) => isWithin(folder, resolve(cwd, path))));
  if (own !== undefined)
    throw new UsageError(
      `--watch ${own} is in a folder that runs write to, where no change starts a run. Choose another folder for reports, for example --out conformance-report.`,
    );
}

/** Watches files, and folders with what is below them. @returns ends that */
async function watchFiles(input: RunInput, paths: readonly string[], told: (what: string) => void) {
  if (paths.length === 0) return async () => {};
  const { cwd, io } = input;
  const own = ownFolders(input);
  const roots = paths.map((path) => resolve(cwd, path));
  const ignored = (path: string) =>
    skipped.includes(basename(path)) || own.some((folder) => isWithin(folder, path));
  const watcher = watch(roots, { ignoreInitial: true, followSymlinks: false, ignored });
  watcher.on('error', (error) =>
    io.err(`conformance: --watch: a folder cannot be watched (${(error as Error).message})\n`),
  );
  await once(watcher, 'ready');
  const tell = (path: string) => told(`${relative(cwd, path)} changed`);
  watcher.on('all', (event, path) => {
    // A run makes the folders above its own too.
    if (event !== 'addDir' || !own.some((folder) => isWithin(path, folder))) tell(path);
  });
  const folders = new Set(Object.keys(watcher.getWatched()));
  // A folder that was removed and made again at once looks as before, and is no longer watched.
  watcher.on('raw', (event, name: string | null, details) => {
    const { watchedPath } = details as { readonly watchedPath: string };
    const isRoot = roots.includes(watchedPath) && name === basename(watchedPath);
    if (event === 'rename' && name !== null && (isRoot || folders.has(join(watchedPath, name))))
      tell(watchedPath);
  });
  return () => watcher.close();
}

/** What starts a run: a change or Enter. One save is several events, and ten saves are one reason to run. */
async function triggersOf(input: RunInput, paths: readonly string[], signal: AbortSignal) {
  /** The last that no run has seen; null for none. */
  let reason: string | null = null;
  let wake = () => {};
  const told = (what: string) => {
    reason = what;
    wake();
  };
  let close = await watchFiles(input, paths, told);
  const onKeys = () => told(enter);
  process.stdin.on('data', onKeys);
  signal.addEventListener('abort', () => wake());
  return {
    isNone: () => reason === null,
    /** Waits for an event, and until none has happened for a moment. @returns the first */
    next: async (): Promise<string | null> => {
      while (reason === null && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      const first = reason;
      while (reason !== null && !signal.aborted) {
        const ms = reason === enter ? quietMs : restartMs;
        reason = null;
        await sleep(ms);
        // Anew, with folders that were made again. What changes meanwhile was changed before the run.
        await close();
        close = await watchFiles(input, paths, told);
      }
      return first;
    },
    end: () => {
      process.stdin.off('data', onKeys).pause();
      return close();
    },
  };
}

function isSignal(code: ExitCode | null): code is ExitCode {
  return code === exitCodes.interrupted || code === exitCodes.terminated;
}

/**
 * Runs, and runs again at each trigger, one run at a time; all events during a run start one more run. A run that was
 * incomplete because of such an event is not printed. What changed is said against the last complete run.
 * @returns 0 if it was interrupted between two runs, otherwise the code of the signal
 * @throws UsageError for a path that cannot be watched
 */
export async function runAgain(given: RunInput, paths: readonly string[]): Promise<ExitCode> {
  const waitSeconds = Math.max(given.settings.waitSeconds, restartSeconds);
  const input = { ...given, settings: { ...given.settings, waitSeconds } };
  const { io } = input;
  refuseUnwatchable(input, paths);
  return interruptible(async ({ signal }) => {
    const triggers = await triggersOf(input, paths, signal);
    const notes = usedUp(input);
    for (const note of notes) io.err(`conformance: ${note}\n`);
    let baseline: Report | null = null;
    try {
      while (!signal.aborted) {
        const { code, report, print } = await runOnce({ ...input, baseline });
        const isIncomplete = report?.summary.outcome === 'incomplete';
        if (triggers.isNone() || !isIncomplete || isSignal(code)) print();
        if (isSignal(code)) return code;
        const isAnswered = report?.exchanges.every(({ failure }) => failure === undefined);
        if (report !== null && (!isIncomplete || (notes.length > 0 && isAnswered))) baseline = report;
        if (signal.aborted) break;
        io.err('Watching; Enter runs again, Ctrl-C ends.\n');
        const why = await triggers.next();
        if (!signal.aborted) io.err(`${why}: running again.\n`);
      }
      return exitCodes.conforms;
    } finally {
      await triggers.end();
    }
  });
}
