import type { Change } from '../../model/change.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import type { Io } from '../../output/io.ts';
import { settingsOf } from '../../settings/definitions.ts';
import { type RunInput, run } from './run.ts';

/** What starts a run again. */
export interface Triggers {
  /** Calls back at each event, with its name: `service.ts changed`, `Enter`. */
  readonly listen: (told: (what: string) => void) => void;
  /** Resolves after a moment: one save is several events, and ten saves are one reason to run. */
  readonly quiet: () => Promise<void>;
  /** Resolves when the watch is interrupted. */
  readonly ended: Promise<void>;
}

/** Further ids in a line are counted only. */
const mostIds = 20;

function line(label: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  const more = ids.length > mostIds ? [`and ${ids.length - mostIds} more`] : [];
  return [`  ${label}: ${[...ids.slice(0, mostIds), ...more].join(', ')}`];
}

/** What changed since the run before. */
function changeText({ sentence, appeared, fixed, lost }: Change): string {
  const lines = [
    sentence,
    ...line('new', appeared),
    ...line('fixed', fixed),
    ...line('no longer checked', lost),
  ];
  return `\n${lines.join('\n')}\n\n`;
}

/** Notes for operations whose objects the first run deletes, where no command makes new ones: later runs are incomplete. */
function usedUp({ settings }: RunInput): readonly string[] {
  if (settings.reference) return [];
  const { wording } = settingsOf(contract);
  return contract.operations.flatMap(({ name, method, command }) => {
    const isMade = command === undefined || settings.values[command.setting] !== undefined;
    if (isMade || !settings.operations.includes(name)) return [];
    return [
      `the first run deletes what the ${method} needs; with ${wording.name(command.setting)} each run makes its own.`,
    ];
  });
}

/** One run; prints what changed first, then the report. Null for a run that could not start, after a message. */
async function once(input: RunInput): Promise<ExitCode | null> {
  const { io } = input;
  const held: string[] = [];
  const holding: Io = { ...io, rendered: (text) => void held.push(text) };
  try {
    return await run({
      ...input,
      io: holding,
      onReport: ({ change }) => {
        if (change !== null) io.out(changeText(change));
      },
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`conformance: ${error.message}\n`);
    return null;
  } finally {
    for (const text of held) io.rendered(text);
  }
}

function isSignal(code: ExitCode | null): boolean {
  return code === exitCodes.interrupted || code === exitCodes.terminated;
}

/**
 * Runs, and runs again at each trigger, one run at a time; all events during a run start one more run.
 * @returns 0 if it was interrupted between two runs, otherwise the code of the signal
 */
export async function runAgain(input: RunInput, { listen, quiet, ended }: Triggers): Promise<ExitCode> {
  const { io } = input;
  let reason: string | null = null;
  let wake = () => {};
  let hasEnded = false;
  listen((what) => {
    reason = what;
    wake();
  });
  void ended.then(() => {
    hasEnded = true;
    wake();
  });
  for (const note of usedUp(input)) io.err(`conformance: ${note}\n`);
  while (!hasEnded) {
    const code = await once(input);
    if (code !== null && isSignal(code)) return code;
    if (hasEnded) break;
    io.err('Watching; Enter runs again, Ctrl-C ends.\n');
    while (reason === null && !hasEnded) await new Promise<void>((resolve) => (wake = resolve));
    const why = reason;
    while (reason !== null && !hasEnded) {
      reason = null;
      await quiet();
    }
    if (!hasEnded) io.err(`${why}: running again.\n`);
  }
  return exitCodes.conforms;
}
