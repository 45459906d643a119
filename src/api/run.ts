import { reporters, usualReporters } from '../../reporters/index.ts';
import { UsageError } from '../cli/exit.ts';
import { carryOut } from '../cli/job.ts';
import { journalName, type OutputFolder, takeFolder } from '../cli/output-folder.ts';
import { type Previous, readPrevious, sincePrevious } from '../cli/previous.ts';
import { cleanJournal, cleanReport, type Leak, publish } from '../cli/publish.ts';
import { newRunId } from '../cli/run-id.ts';
import { tool } from '../cli/tool.ts';
import { problemForProgram, type Settings, settingsFromProgram } from '../config.ts';
import { judge } from '../judge/judge.ts';
import type { Report } from '../model/report.ts';
import { buildReport } from '../report/build.ts';
import type { SessionResult } from '../session.ts';
import type { Secret } from '../target/redaction.ts';
import { FaultError, SettingsError } from './errors.ts';
import type { RunContext, RunSettings } from './settings.ts';

const files = reporters.flatMap(({ file }) => file ?? []);

async function settingsOf(given: RunSettings, cwd: string): Promise<Settings> {
  const names = reporters.flatMap(({ name, file }) => (file === null ? [] : [name]));
  const usual = usualReporters.filter((name) => names.includes(name));
  const result = await settingsFromProgram({ settings: { ...given }, cwd, reporters: names, usual });
  if (!result.ok) throw new SettingsError(result.problems);
  return result.settings;
}

/** @throws SettingsError where the folder cannot be had */
function folderFor(path: string): OutputFolder {
  try {
    return takeFolder(path, files);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message = error.message.replace('CONFORMANCE_OUT (--out) ', '');
    const example = 'CONFORMANCE_OUT=conformance-report';
    throw new SettingsError([problemForProgram({ setting: 'CONFORMANCE_OUT', message, example })]);
  }
}

function send(settings: Settings, folder: OutputFolder | null, context: RunContext): Promise<SessionResult> {
  const job = {
    settings,
    environment: { ...context.environment },
    tool,
    runId: newRunId(),
    startedAt: new Date().toISOString(),
    journalPath: folder?.path(journalName) ?? null,
  };
  return carryOut(job, {}, context.signal ?? new AbortController().signal);
}

/** Prints nothing: a program prints its own. */
const silent = {
  out: () => undefined,
  err: () => undefined,
  colour: false,
  columns: 80,
  live: false,
  annotations: false,
};

/** @throws SettingsError for a file that is no report */
async function previousOf({ previousReport }: Settings): Promise<Previous | null> {
  try {
    return await readPrevious(previousReport, silent);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message = error.message.replace('CONFORMANCE_PREVIOUS_REPORT (--previous) ', '');
    const example = 'CONFORMANCE_PREVIOUS_REPORT=last/report.json';
    throw new SettingsError([
      problemForProgram({ setting: 'CONFORMANCE_PREVIOUS_REPORT', message, example }),
    ]);
  }
}

/** The report as it may be written and handed out, and whatever should have been masked before. */
async function published(
  found: Report,
  secrets: readonly Secret[],
  folder: OutputFolder | null,
  names: readonly string[],
  previous: Previous | null,
): Promise<{ readonly report: Report; readonly leaks: readonly Leak[] }> {
  const leaks: Leak[] = folder === null ? [] : [...cleanJournal(folder, secrets)];
  const report = cleanReport({ report: found, secrets }, leaks);
  if (folder !== null) {
    const since = previous === null ? null : await sincePrevious(previous, report);
    leaks.push(...(await publish({ report, folder, io: silent, reporters: names, secrets, since })));
  }
  return { report, leaks };
}

async function runIn(settings: Settings, folder: OutputFolder | null, context: RunContext): Promise<Report> {
  const previous = await previousOf(settings);
  const result = await send(settings, folder, context);
  if (!result.ok) throw new SettingsError(result.problems.map(problemForProgram));
  const { recording, secrets } = result;
  const found = buildReport(recording, judge(recording.exchanges));
  const { report, leaks } = await published(found, secrets, folder, settings.reporters, previous);
  if (leaks.length === 0) return report;
  const places = leaks.map(({ where }) => where).join(', ');
  throw new FaultError(
    `a secret had to be masked in ${places}; it should have been masked earlier. Please report it.`,
  );
}

/**
 * Sends the requests to a service, judges the answers and returns the report: `conformance run` without a process of
 * its own. Prints nothing, and writes nothing unless `out` names a folder.
 *
 * @throws SettingsError with every problem at once, before anything is sent
 * @throws FaultError for a fault of the suite itself. What a service answers is in the report, and never thrown.
 */
export async function run(given: RunSettings, context: RunContext = {}): Promise<Report> {
  const settings = await settingsOf(given, context.cwd ?? process.cwd());
  const folder = given.out === undefined ? null : folderFor(settings.out);
  try {
    return await runIn(settings, folder, context);
  } finally {
    folder?.release();
  }
}
