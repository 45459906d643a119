import type { Exchange, Report } from '../../../schemas/types.ts';
import { type ExitCode, exitCodes } from '../../output/exit.ts';
import { journalName } from '../../output/folder.ts';
import type { Io } from '../../output/io.ts';
import type { Leak, Printed } from '../../output/publish.ts';
import { preloadPrevious, publishRun, type RunOutput, takeOutput } from '../../output/run-output.ts';
import { sending, settingsFor } from '../../output/settings.ts';
import { exitCodeOf, interruptible } from '../../output/signals.ts';
import { onTarget, type RunEvents } from '../../run/run.ts';
import type { SettingSource, Settings, TargetSettings } from '../../settings/index.ts';
import { buildServiceUrl } from '../../settings/report-url.ts';
import { visible } from '../../text/escape.ts';
import { truncated } from '../../text/layout.ts';
import { startedTool } from '../options/command-line.ts';
import type { CommandInput } from '../options/option.ts';
import type { Invocation } from '../program.ts';

export interface RunInput extends Pick<Invocation, 'environment' | 'io' | 'command' | 'cwd'> {
  readonly settings: Settings;
  readonly sources: readonly SettingSource[];
  readonly printed: Printed;
  /** Flags with which a run finds the same settings. */
  readonly again: readonly string[];
  /** Further flags with which it sends and judges the same. */
  readonly runAgain: readonly string[];
  /** What the report is compared with in place of the one that it replaces. */
  readonly baseline?: Report | null;
  /** Gets the report once it is written. */
  readonly onReport?: (report: Report) => void;
}

/**
 * The input of a run, from flags, the environment and `.env`.
 * @throws UsageError that names every problem
 */
export async function runInput(
  { flags, invocation, again: typed }: Pick<CommandInput, 'flags' | 'invocation' | 'again'>,
  printed: Printed,
): Promise<RunInput> {
  const { environment, cwd, io } = invocation;
  const { settings, sources } = await settingsFor({ flags, environment, cwd, err: io.err });
  const wordsOf = (isRun: boolean) =>
    typed.filter(({ isOfRun }) => isOfRun === isRun).flatMap(({ words }) => words);
  const [again, runAgain] = [wordsOf(false), wordsOf(true)];
  return { ...invocation, cwd, printed, settings, sources, again, runAgain };
}

/** Prints what would be sent. The embedded service is started to learn its address; no request is sent to it. */
export async function printPlan(
  { settings, io }: RunInput,
  textOf: (settings: TargetSettings) => string,
): Promise<ExitCode> {
  await onTarget({ settings }, (target) => io.out(textOf(target.settings)));
  return exitCodes.conforms;
}

export async function plan(input: RunInput): Promise<ExitCode> {
  const { sources, io } = input;
  const { planText } = await import('./plan-text.ts');
  return printPlan(input, (settings) => planText({ settings, sources, columns: io.columns }));
}

/** Columns of a terminal that does not report its width. */
const usualColumns = 80;

function responseText({ id, response, failure, timings }: Exchange): string {
  const outcome = failure === undefined ? String(response?.status) : visible(failure.message);
  return `${id}: ${outcome} (${Math.round(timings.totalMs)} ms)`;
}

/**
 * Prints on standard error how far a run is: a line that is overwritten on a terminal, one per response elsewhere. It has
 * to end before anything else is printed.
 */
function progressTo(io: Io): { readonly events: RunEvents; readonly end: () => void } {
  const { live, liveColumns = usualColumns, overwrite, err } = io;
  let [planned, answered] = [0, 0];
  const counted = (text: string) => `[${answered}/${planned}] ${text}`;
  /** A line that wraps could not be overwritten. */
  const show = (text: string) => overwrite(truncated(counted(text), liveColumns - 1));
  const events: RunEvents = {
    onCommandError: (line) => err(`${line}\n`),
    onLeft: (problem) => err(`conformance: ${problem}\n`),
    onUnreachable: (why, seconds) => err(`waiting for the service, ${seconds} s at most: ${why}\n`),
    onPlan: ({ length }) => {
      planned += length;
    },
    onIntent: ({ id }) => {
      if (live) show(`${id} …`);
    },
    onExchange: (exchange) => {
      answered += 1;
      const text = responseText(exchange);
      if (live) show(text);
      else err(`${counted(text)}\n`);
    },
  };
  return { events, end: () => (live ? overwrite('') : undefined) };
}

/**
 * Sends with a line of progress until all is sent or a signal comes, and reports. @param report gives the exit code of what
 * was found; a signal has one of its own
 */
export function conducted<Sent>(
  io: Io,
  send: (given: { readonly signal: AbortSignal; readonly events: RunEvents }) => Promise<Sent>,
  report: (sent: Sent) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { events, end } = progressTo(io);
  return interruptible(async (signals) => {
    const { signal } = signals;
    const sent = await sending(send({ signal, events }).finally(end), signals);
    return exitCodeOf(signals, await report(sent), io);
  });
}

/** Redaction missed something: what was about to be written held a secret. It was masked there, and the rest was kept. */
function leakError(leaks: readonly Leak[]): Error {
  const places = leaks.map(({ where, secrets }) => `${where} (${secrets.join(', ')})`);
  return new Error(
    `a secret had to be masked in ${places.join(', ')}. Please report it: it should have been masked earlier`,
  );
}

/** What the reports need, loaded piece by piece, so that a response that arrives meanwhile does not wait. */
async function preload(names: readonly string[], { previous }: RunOutput): Promise<void> {
  const { preload: load } = await import('../../output/publish.ts');
  for (const name of names) {
    await load([name]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await preloadPrevious(previous);
}

/** Sends, judges, reports. @throws Error, once the reports are written, if a secret was found in them */
export async function run(input: RunInput): Promise<ExitCode> {
  const { settings, environment, io, cwd, printed, baseline = null } = input;
  const { reporters, reportUrl, answers } = settings;
  const taken = await takeOutput(settings, io);
  const isReplaced = baseline !== null && settings.previousReport === null;
  const output = isReplaced ? { ...taken, previous: { replaced: JSON.stringify(baseline) } } : taken;
  return conducted(
    io,
    async ({ signal, events }) => {
      const { execute } = await import('../../run/execute.ts');
      const journal = output.folder.path(journalName);
      const onWaiting = () => preload(reporters, output);
      const given = { settings, environment, tool: startedTool(input), journal, signal };
      return execute({ ...given, events: { ...events, onWaiting } });
    },
    async ({ report, secrets }) => {
      const pageUrl = reportUrl ?? buildServiceUrl(environment);
      const publication = { report, secrets, io, reporters, cwd, printed, pageUrl, answers, annotate: true };
      const published = await publishRun(publication, output);
      input.onReport?.(published.report);
      if (published.leaks.length > 0) throw leakError(published.leaks);
      return published.report.summary.exitCode;
    },
  );
}
