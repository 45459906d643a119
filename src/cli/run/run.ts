import { known } from '../../model/known.ts';
import type { Report } from '../../model/report.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes } from '../../output/exit.ts';
import { journalName } from '../../output/folder.ts';
import type { Leak, Printed } from '../../output/publish.ts';
import { preloadPrevious, publishRun, type RunOutput, takeOutput } from '../../output/run-output.ts';
import { assertSent, settingsFor } from '../../output/settings.ts';
import { exitCodeOf, interruptible } from '../../output/signals.ts';
import type { RunEvents, RunResult } from '../../run/run.ts';
import type { SettingSource, Settings, TargetSettings } from '../../settings/index.ts';
import { buildServiceUrl } from '../../settings/report-url.ts';
import { namingFile, startedTool } from '../options/command-line.ts';
import type { TargetOptions } from '../options/common.ts';
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
  readonly target?: string;
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
  const print = async (target: TargetSettings) => io.out(textOf(target));
  if (!settings.reference) await print(settings);
  else await (await import('../../run/reference.ts')).withReference(settings, print);
  return exitCodes.conforms;
}

export async function plan(input: RunInput): Promise<ExitCode> {
  const { sources, io, target } = input;
  const { planText } = await import('./plan-text.ts');
  return printPlan(input, (settings) =>
    planText({ contract, settings, sources, target, columns: io.columns }),
  );
}

/** Redaction missed something: what was about to be written held a secret. It was masked there, and the rest was kept. */
function leakError(leaks: readonly Leak[]): Error {
  const places = leaks.map(({ where, secrets }) => `${where} (${secrets.join(', ')})`);
  return new Error(
    `a secret had to be masked in ${places.join(', ')}. Please report it: it should have been masked earlier`,
  );
}

/**
 * Sends, judges and writes the reports into a folder that is taken already. Problems are returned before the first request.
 * @throws Error, once the reports are written, if a secret was found in them
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
    contract,
    settings,
    environment,
    ...known({ target: input.target }),
    tool: startedTool(input),
    journal,
    signal,
    events: { ...events, onWaiting },
  });
  onSent?.();
  if (!result.ok) return result;
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
      const result = await conduct(input, conducted);
      assertSent(result, signals);
      return exitCodeOf(signals, result.report.summary.exitCode, input.io);
    });
  } finally {
    end();
  }
}

/**
 * The input of each run: one for each chosen target, or the one that the environment and `.env` describe.
 * @throws UsageError that names every problem of all of them
 */
export async function runInputs(
  { flags, invocation, again: typed }: Pick<CommandInput, 'flags' | 'invocation' | 'again'>,
  chosen: TargetOptions,
  printed: NonNullable<RunInput['printed']>,
): Promise<readonly RunInput[]> {
  const { environment, cwd, command, args } = invocation;
  const wordsOf = (isRun: boolean) =>
    typed.filter(({ isOfRun }) => isOfRun === isRun).flatMap(({ words }) => words);
  const [again, runAgain] = [wordsOf(false), wordsOf(true)];
  const asked = { ...invocation, cwd, printed, runAgain };
  const surroundings = { flags, environment, cwd, naming: namingFile(command, ...args) };
  const { chosenTargets, targetInputs } = await import('../options/targets.ts');
  const targets = await chosenTargets(chosen, flags, cwd);
  if (targets.length === 0) {
    const { settings, sources } = await settingsFor(surroundings);
    return [{ ...asked, settings, sources, again }];
  }
  const inputs = await targetInputs(targets, surroundings);
  return inputs.map(({ name, settings, sources }) => ({
    ...{ ...asked, settings, sources, target: name },
    again: ['--target', name, ...again],
  }));
}
