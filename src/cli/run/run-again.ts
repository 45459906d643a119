import type { Change, Report } from '../../../schemas/types.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { heldOutput } from '../../output/io.ts';
import { definitions } from '../../settings/definitions.ts';
import { firstOf } from '../../text/more.ts';
import { type RunInput, run } from './run.ts';

/** What Enter is called as an event. */
export const enter = 'Enter';

export interface Triggers {
  /** Calls back at each event, with its name: `service.ts changed`, `Enter`. */
  readonly listen: (told: (what: string) => void) => void;
  /** Resolves after so many milliseconds: one save is several events, and ten saves are one reason to run. */
  readonly quiet: (ms: number) => Promise<void>;
  /** Resolves when the watch is interrupted. */
  readonly ended: Promise<void>;
}

/** A burst of events is over once nothing has happened for so long, milliseconds. */
const quietMs = 200;
/** So long after a change, what starts the service again has begun to: `node --watch` takes 200 ms and a little. */
const restartMs = 1_200;

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
async function once(input: RunInput) {
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

function isSignal(code: ExitCode | null): code is ExitCode {
  return code === exitCodes.interrupted || code === exitCodes.terminated;
}

function eventsOf({ listen, quiet, ended }: Triggers) {
  /** The last that no run has seen; null for none. */
  let reason: string | null = null;
  let wake = () => {};
  const stop = new AbortController();
  const tell = (what: string) => {
    reason = what;
    wake();
  };
  listen(tell);
  void ended.then(() => {
    stop.abort();
    wake();
  });
  const isOver = () => stop.signal.aborted;
  return {
    /** Aborted when the watch is interrupted. */
    ended: stop.signal,
    isNone: () => reason === null,
    /** Waits for an event, and until none has happened for a moment. @returns the first */
    next: async (): Promise<string | null> => {
      while (reason === null && !isOver()) await new Promise<void>((resolve) => (wake = resolve));
      const first = reason;
      while (reason !== null && !isOver()) {
        const ms = reason === enter ? quietMs : restartMs;
        reason = null;
        await quiet(ms);
      }
      return first;
    },
  };
}

/**
 * Runs, and runs again at each trigger, one run at a time; all events during a run start one more run. A run that was
 * incomplete because of such an event is not printed. What changed is said against the last complete run.
 * @returns 0 if it was interrupted between two runs, otherwise the code of the signal
 */
export async function runAgain(input: RunInput, triggers: Triggers): Promise<ExitCode> {
  const { io } = input;
  const events = eventsOf(triggers);
  const notes = usedUp(input);
  for (const note of notes) io.err(`conformance: ${note}\n`);
  let baseline: Report | null = null;
  while (!events.ended.aborted) {
    const { code, report, print } = await once({ ...input, baseline });
    const isIncomplete = report?.summary.outcome === 'incomplete';
    if (events.isNone() || !isIncomplete || isSignal(code)) print();
    if (isSignal(code)) return code;
    const isAnswered = report?.exchanges.every(({ failure }) => failure === undefined);
    if (report !== null && (!isIncomplete || (notes.length > 0 && isAnswered))) baseline = report;
    if (events.ended.aborted) break;
    io.err('Watching; Enter runs again, Ctrl-C ends.\n');
    const why = await events.next();
    if (!events.ended.aborted) io.err(`${why}: running again.\n`);
  }
  return exitCodes.conforms;
}
