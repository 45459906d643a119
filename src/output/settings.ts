import { reporterNames, usualReporters } from '../../reporters/index.ts';
import type { Recording } from '../model/recording.ts';
import { RefusedSettings } from '../run/run.ts';
import { toldOperator } from '../settings/definitions.ts';
import type { ConfigInput, Inspection, Problem, UnsentOperation } from '../settings/index.ts';
import { UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { type Interruption, refuseAfterSignal } from './signals.ts';

/** One example is enough for problems with the same setting that follow one another. */
function problemText(problem: Problem, at: number, all: readonly Problem[]): string {
  const { setting, message, example, remedies } = problem;
  const hint = all[at + 1]?.example === example ? [] : [`for example: ${example}`];
  return [`  ${setting} ${message}`, ...(remedies ?? hint).map((line) => `    ${line}`)].join('\n');
}

function missingText({ method, what, example }: UnsentOperation): string {
  return (
    `\n\nWarning: ${what}. The ${method} will not be checked, and the run will be incomplete (exit 3).` +
    `\n    for example: ${example}`
  );
}

/** Further problems are counted only: a file of 1 MiB may hold hundreds of thousands. */
const mostProblems = 100;

export function problemsError(
  problems: readonly Problem[],
  missing: readonly UnsentOperation[] = [],
): UsageError {
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  const left = problems.length - mostProblems;
  const texts = problems.slice(0, mostProblems).map(problemText);
  const all = [...texts, ...(left > 0 ? [`  and ${left} more`] : [])].join('\n');
  return new UsageError(
    `${count} with the configuration; nothing was sent.\n\n${all}${missing.map(missingText).join('')}`,
  );
}

/**
 * What a run, or what is like one, gives.
 * @throws UsageError that names every problem where nothing was sent, or Cancelled where a signal came before that
 */
export async function sending<Result>(run: Promise<Result>, signals?: Interruption): Promise<Result> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof RefusedSettings)) throw error;
    if (signals !== undefined) refuseAfterSignal(signals);
    throw problemsError(error.problems.map((problem) => toldOperator(problem)));
  }
}

/** The value of a file that was read. @throws UsageError that names every problem */
export function loaded<T>(read: { readonly value: T } | { readonly problems: readonly Problem[] }): T {
  if ('problems' in read) throw problemsError(read.problems);
  return read.value;
}

/** Where a command finds settings, and where it says what it left unread. */
export type SettingsContext = Pick<ConfigInput, 'flags' | 'environment' | 'cwd'> & Pick<Io, 'err'>;

/** Says which file was found and left unread. */
export function tellUnread({ unread }: Pick<Inspection, 'unread'>, { err }: Pick<Io, 'err'>): void {
  if (unread !== null) err(`conformance: ${unread}\n`);
}

/** @throws UsageError that names every problem */
export async function settingsFor({ err, ...surroundings }: SettingsContext) {
  // Loaded only here: to print a usage text does not need it.
  const { loadSettings } = await import('../settings/index.ts');
  const input = { ...surroundings, reporters: reporterNames, usual: usualReporters };
  const { settings, sources, problems, missing, unread } = await loadSettings(input);
  tellUnread({ unread }, { err });
  if (settings === null) throw problemsError(problems, missing);
  return { settings, sources };
}

/**
 * A recording with other waivers than the run had.
 * @param file as it was named; without one the recording's own waivers hold
 * @throws UsageError that names every problem
 */
export async function withWaivers(
  recording: Recording,
  file: string | undefined,
  cwd: string,
): Promise<Recording> {
  if (file === undefined || file === '') return recording;
  const { loadWaivers } = await import('../settings/index.ts');
  const waivers = loaded(await loadWaivers(file, cwd, recording.header.startedAt));
  return { ...recording, header: { ...recording.header, waivers } };
}
