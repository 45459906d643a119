import { dirname, join } from 'node:path';
import { reporterNamed, targetsReporters } from '../../../reporters/index.ts';
import { kindOf } from '../../files/look.ts';
import { readText } from '../../files/read.ts';
import { removeFile } from '../../files/write.ts';
import { attempt } from '../../model/attempt.ts';
import type { TargetResult, TargetsSummary } from '../../model/targets.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { journalName, type OutputFolder, openFolder, shownPath } from '../../output/folder.ts';
import { heldOutput } from '../../output/io.ts';
import { type RunOutput, takeOutput } from '../../output/run-output.ts';
import { problemsError } from '../../output/settings.ts';
import { exitCodeOf, interruptible, refuseAfterSignal } from '../../output/signals.ts';
import { tool } from '../../output/tool.ts';
import { matrixOf, type ReducedReport, reduced, withText } from '../../report/matrix.ts';
import { judgedTarget, targetsSummary } from '../../report/targets.ts';
import { provenToken } from '../../run/prepare.ts';
import { createRedactor, type Secret } from '../../secrets/redaction.ts';
import { type NamedProblem, type TargetSettings, toldOperator } from '../../settings/index.ts';
import { progressOfTargets, type TargetsProgress } from './progress.ts';
import { conduct, plan, type RunInput } from './run.ts';

/** The page for all targets, in the folder that holds theirs. */
export const pageName = 'index.html';

/** The title of the page in every version. Other tools write an index.html too, so the name alone does not make it ours. */
const ownTitle = /<title>Exit [0-4] · \d+ targets? · conformance<\/title>/;

/**
 * The folder that holds those of the targets; removes the page of an earlier run.
 * @param folders of the targets
 * @throws UsageError for a page that no run wrote
 */
function openSummary(folders: readonly string[]): Pick<OutputFolder, 'path' | 'write'> {
  const folder = dirname(folders[0] ?? '');
  const opened = openFolder(folder, [pageName]);
  const page = opened.path(pageName);
  const isOwn = () => kindOf(page) === 'file' && ownTitle.test(readText(page, 'referred'));
  if (kindOf(page) !== null && !attempt(isOwn, false))
    throw new UsageError(
      `${page} was not written by conformance, and is not replaced; nothing was sent. Move it away, or choose another folder, for example --out conformance-report-2.`,
    );
  removeFile(page);
  return opened;
}

/**
 * Several targets are several runs of the one `execute`. Everything that can be refused is refused, for all of them,
 * before the first request: settings, tokens of commands, folders.
 */

interface NamedRun extends RunInput {
  readonly target: string;
  readonly settings: TargetSettings;
}

function targetRuns(inputs: readonly RunInput[]): readonly NamedRun[] {
  return inputs.map(({ target, settings, ...input }) => {
    if (target === undefined || settings.reference) throw new Error('several runs need a name each');
    return { ...input, target, settings };
  });
}

/** Prints what would be sent to each target, one after another. */
export async function planTargets(inputs: readonly RunInput[]): Promise<ExitCode> {
  for (const input of inputs) {
    input.io.out(`Target ${input.target}\n\n`);
    await plan(input);
    input.io.out('\n');
  }
  return exitCodes.conforms;
}

/** The commands that print tokens are run for all targets before anything is sent to one of them. */
async function withTokens(runs: readonly NamedRun[], signal: AbortSignal): Promise<readonly NamedRun[]> {
  const problems: NamedProblem[] = [];
  const proven: NamedRun[] = [];
  for (const run of runs) {
    const { settings, environment, target } = run;
    const token = await provenToken({ contract, settings, environment, signal });
    if ('token' in token)
      proven.push({ ...run, settings: { ...settings, token: { kind: 'value', value: token.token } } });
    else
      for (const problem of token.problems) {
        const { setting, ...words } = toldOperator(problem, contract);
        problems.push({ ...words, setting: `${target}: ${setting}` });
      }
  }
  if (problems.length > 0 && !signal.aborted) throw problemsError(problems);
  return proven;
}

/** Takes all folders, or none of them. @throws UsageError where one cannot be taken */
async function takeAll(runs: readonly NamedRun[]): Promise<readonly RunOutput[]> {
  const taken: RunOutput[] = [];
  for (const { settings, io } of runs) taken.push(await takeOutput(settings, io));
  return taken;
}

/** Runs at most `most` tasks at a time. @returns their results in the order of the tasks */
async function pooled<T>(tasks: readonly (() => Promise<T>)[], most: number): Promise<readonly T[]> {
  const results: T[] = [];
  const left = tasks.entries();
  const work = async () => {
    for (const [at, task] of left) results[at] = await task();
  };
  await Promise.all(Array.from({ length: most }, work));
  return results;
}

/** The result for one target, and what prints its output. */
interface Ended {
  readonly row: TargetResult;
  /** What the page for all targets keeps of its report; null where there is none. */
  readonly report: ReducedReport | null;
  readonly secrets: readonly Secret[];
  readonly print: () => void;
}

/** Names of the files of one target, the first to read first; from the folder for all targets. */
function filesOf({ target, settings: { reporters } }: NamedRun): readonly string[] {
  const files = reporters.flatMap((name) => reporterNamed(name)?.file ?? []);
  const isPage = (file: string) => file.endsWith('.html');
  return [...files.filter(isPage), ...files, journalName].map((file) => `${target}/${file}`);
}

/** Writes the page for all targets, and prints what each comes to. */
async function publishAll(
  ended: readonly Ended[],
  startedAt: string,
  folder: ReturnType<typeof openSummary>,
  { io, cwd, printed }: Pick<RunInput, 'io' | 'cwd' | 'printed'>,
): Promise<TargetsSummary> {
  const { text: redacted } = createRedactor(ended.flatMap(({ secrets }) => secrets));
  const masked = (found: string) => redacted(found).text;
  const rows = ended.map(({ row }) => ({ ...row, verdict: masked(row.verdict) }));
  // A service may send back what is a secret of another target.
  const reports = ended.flatMap(({ report }) => (report === null ? [] : withText(report, masked)));
  const summary = targetsSummary(rows, { startedAt, tool });
  const matrix = matrixOf(reports, { by: 'targets', asGiven: true });
  const shown = shownPath(dirname(folder.path(pageName)), cwd);
  const run = { summary, folder: shown, page: join(shown, pageName), isVerbose: printed === 'verbose' };
  const options = { colour: io.colour, columns: io.columns, isTerminal: io.isTerminal === true };
  for (const { file, load } of targetsReporters) {
    const text = (await load())({ matrix, run }, options);
    // What the runs printed is above it.
    if (file === null) io.rendered(`\n${text}`);
    else folder.write(file, text);
  }
  return summary;
}

async function runOne(
  run: NamedRun,
  output: RunOutput,
  signal: AbortSignal,
  progress: TargetsProgress,
): Promise<Ended> {
  const { target, settings, printed } = run;
  const silent = { ...run.io, live: false, overwrite: () => undefined };
  const held = heldOutput(silent, ['out', 'err', 'rendered', 'commands']);
  const base = { name: target, baseUrl: settings.baseUrl, counts: null, path: null };
  const end = (row: TargetResult, judged: Partial<Ended> = {}): Ended => {
    progress.tell(`${target}: ${row.verdict}`);
    const print = printed === 'quiet' ? () => undefined : held.release;
    return { row, report: null, secrets: [], ...judged, print };
  };
  const unjudged = (
    verdict: string,
    exitCode: TargetResult['exitCode'],
    outcome: TargetResult['outcome'] = 'not-run',
  ) => end({ ...base, outcome, exitCode, verdict });
  try {
    if (signal.aborted) return unjudged('Not run: ended by a signal before its turn; nothing was sent', null);
    held.io.out(`\nTarget ${target}\n`);
    const events = progress.eventsOf(target);
    const result = await conduct({ ...run, io: held.io }, { output, signal, events });
    if (result.ok) {
      const { report, secrets } = result;
      const [path = ''] = filesOf(run);
      const page = path.endsWith('.html') ? path : null;
      return end(judgedTarget(target, path, report), { report: reduced(report, page), secrets });
    }
    if (signal.aborted) return unjudged('Not run: ended by a signal; nothing was sent', null);
    const told = result.problems.map((problem) => toldOperator(problem, contract));
    return unjudged(
      `Not run: ${told.map(({ setting, message }) => `${setting} ${message}`).join('; ')}`,
      exitCodes.fault,
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return unjudged(`Fault of the suite itself: ${message}`, exitCodes.fault, 'fault');
  }
}

/**
 * Runs against several targets, each with its own folder of reports; one table and one page list them all. Settings,
 * tokens and folders of all targets are checked before the first request to any of them.
 *
 * @param jobs how many at a time
 * @returns the exit code of the worst: 4 before 1, before 3, before 0
 * @throws UsageError before anything was sent
 */
export async function runTargets(inputs: readonly RunInput[], jobs: number): Promise<ExitCode> {
  if (inputs[0]?.printed === 'json')
    throw new UsageError(
      `--json prints the report of one run, and ${inputs.length} targets are chosen; nothing was sent. Leave it out: each target has a report.json in its folder.`,
    );
  const runs = targetRuns(inputs);
  return interruptible(async (signals) => {
    const { signal } = signals;
    const startedAt = new Date().toISOString();
    const ready = await withTokens(runs, signal);
    refuseAfterSignal(signals);
    const summary = openSummary(runs.map(({ settings }) => settings.out));
    const outputs = await takeAll(ready);
    const { io } = runs[0] as NamedRun;
    const progress = progressOfTargets(io);
    const tasks = ready.map((run, at) => () => runOne(run, outputs[at] as RunOutput, signal, progress));
    const ended = await pooled(tasks, jobs);
    // Standard error and output often are one log: progress of all targets is above the results of the first.
    progress.end();
    for (const { print } of ended) print();
    const told = await publishAll(ended, startedAt, summary, runs[0] as NamedRun);
    return exitCodeOf(signals, told.exitCode, io);
  });
}
