import type { Report } from '../../../schemas/types.ts';
import { type ExitCode, exitCodes } from '../../output/exit.ts';
import { journalName } from '../../output/folder.ts';
import type { Leak, Printed } from '../../output/publish.ts';
import { preloadPrevious, publishRun, type RunOutput, takeOutput } from '../../output/run-output.ts';
import { sending, settingsFor } from '../../output/settings.ts';
import { exitCodeOf, interruptible } from '../../output/signals.ts';
import { onTarget, type RunEvents, type RunResult } from '../../run/run.ts';
import type { SettingSource, Settings, TargetSettings } from '../../settings/index.ts';
import { buildServiceUrl } from '../../settings/report-url.ts';
import { startedTool } from '../options/command-line.ts';
import type { CommandInput } from '../options/option.ts';
import type { Invocation } from '../program.ts';
import { progressTo } from './progress.ts';

export interface RunInput extends Pick<Invocation, 'environment' | 'io' | 'command'> {
  readonly settings: Settings;
  readonly sources: readonly SettingSource[];
  /** Paths are shown relative to it; whole paths without it. */
  readonly cwd?: string;
  /** `usual` without it. */
  readonly printed?: Printed;
  /** Flags with which a run finds the same settings; none without it. */
  readonly again?: readonly string[];
  /** Further flags with which it sends and judges the same. */
  readonly runAgain?: readonly string[];
  /** What the report is compared with in place of the one that it replaces. */
  readonly baseline?: Report | null;
  /** Gets the report once it is written. */
  readonly onReport?: (report: Report) => void;
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

/** Redaction missed something: what was about to be written held a secret. It was masked there, and the rest was kept. */
function leakError(leaks: readonly Leak[]): Error {
  const places = leaks.map(({ where, secrets }) => `${where} (${secrets.join(', ')})`);
  return new Error(
    `a secret had to be masked in ${places.join(', ')}. Please report it: it should have been masked earlier`,
  );
}

/**
 * Sends, judges and writes the reports into a folder that is taken already.
 * @throws RefusedSettings before the first request; Error, once the reports are written, if a secret was found in them
 */
export async function conduct(
  input: RunInput,
  {
    output,
    signal,
    events,
    onSent,
  }: {
    readonly output: RunOutput;
    readonly signal: AbortSignal;
    readonly events: RunEvents;
    /** Called after the last response, before reports are written. */
    readonly onSent?: () => void;
  },
): Promise<RunResult> {
  const { settings, environment, io, cwd = '', printed = 'usual' } = input;
  const { execute } = await import('../../run/execute.ts');
  const journal = output.folder.path(journalName);
  const onWaiting = () => preload(settings.reporters, output);
  const result = await execute({
    settings,
    environment,
    tool: startedTool(input),
    journal,
    signal,
    events: { ...events, onWaiting },
  });
  onSent?.();
  const { report, secrets } = result;
  const { reporters, reportUrl, answers } = settings;
  const pageUrl = reportUrl ?? buildServiceUrl(environment);
  const publication = { report, secrets, io, reporters, cwd, printed, pageUrl, answers, annotate: true };
  const published = await publishRun(publication, output);
  input.onReport?.(published.report);
  if (published.leaks.length > 0) throw leakError(published.leaks);
  return { ...result, report: published.report };
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

/** Sends, judges, reports. @returns the exit code of the outcome */
export async function run(input: RunInput): Promise<ExitCode> {
  const output = await takeOutput(input.settings, input.io);
  const { baseline = null } = input;
  const isReplaced = baseline !== null && input.settings.previousReport === null;
  const previous = isReplaced ? { replaced: JSON.stringify(baseline) } : output.previous;
  const { events, end } = progressTo(input.io);
  try {
    return await interruptible(async (signals) => {
      const conducted = { output: { ...output, previous }, signal: signals.signal, events, onSent: end };
      const { report } = await sending(conduct(input, conducted), signals);
      return exitCodeOf(signals, report.summary.exitCode, input.io);
    });
  } finally {
    end();
  }
}

/**
 * The input of a run, from flags, the environment and `.env`.
 * @throws UsageError that names every problem
 */
export async function runInput(
  { flags, invocation, again: typed }: Pick<CommandInput, 'flags' | 'invocation' | 'again'>,
  printed: NonNullable<RunInput['printed']>,
): Promise<RunInput> {
  const { environment, cwd, io } = invocation;
  const wordsOf = (isRun: boolean) =>
    typed.filter(({ isOfRun }) => isOfRun === isRun).flatMap(({ words }) => words);
  const [again, runAgain] = [wordsOf(false), wordsOf(true)];
  const { settings, sources } = await settingsFor({ flags, environment, cwd, err: io.err });
  return { ...invocation, cwd, printed, settings, sources, again, runAgain };
}
