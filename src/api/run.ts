import { reporters } from '../../reporters/index.ts';
import { UsageError } from '../cli/exit.ts';
import { carryOut } from '../cli/job.ts';
import { journalName, type OutputFolder, takeFolder } from '../cli/output-folder.ts';
import { cleanJournal, publish } from '../cli/publish.ts';
import { newRunId } from '../cli/run-id.ts';
import { tool } from '../cli/tool.ts';
import { problemForProgram, type Settings, settingsFromProgram } from '../config.ts';
import { judge } from '../judge/judge.ts';
import type { Report } from '../model/report.ts';
import { buildReport } from '../report/build.ts';
import type { SessionResult } from '../session.ts';
import { createRedactor, type Secret } from '../target/redaction.ts';
import { FaultError, SettingsError } from './errors.ts';
import type { RunContext, RunSettings } from './settings.ts';

const files = reporters.flatMap(({ file }) => file ?? []);

async function settingsOf(given: RunSettings, cwd: string): Promise<Settings> {
  const names = reporters.flatMap(({ name, file }) => (file === null ? [] : [name]));
  const result = await settingsFromProgram({ settings: { ...given }, cwd, reporters: names });
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

/** What is handed out is searched once more; a report that held a secret is not handed out at all. */
function checkReport(report: Report, secrets: readonly Secret[]): void {
  const found = createRedactor(secrets).contains(JSON.stringify(report));
  if (found.length === 0) return;
  throw new FaultError(
    `the report held a secret (${found.join(', ')}), which should have been masked. Please report it.`,
  );
}

async function write(
  report: Report,
  folder: OutputFolder,
  names: readonly string[],
  secrets: readonly Secret[],
): Promise<void> {
  const io = { out: () => undefined, err: () => undefined, colour: false, columns: 80, live: false };
  const leaks = [
    ...cleanJournal(folder, secrets),
    ...(await publish({ report, folder, io, reporters: names, secrets })),
  ];
  if (leaks.length === 0) return;
  const places = leaks.map(({ where }) => where).join(', ');
  throw new FaultError(
    `a secret had to be masked in ${places}; it should have been masked earlier. Please report it.`,
  );
}

async function runIn(settings: Settings, folder: OutputFolder | null, context: RunContext): Promise<Report> {
  const result = await send(settings, folder, context);
  if (!result.ok) throw new SettingsError(result.problems.map(problemForProgram));
  const { recording, secrets } = result;
  const report = buildReport(recording, judge(recording.exchanges));
  if (folder !== null) await write(report, folder, settings.reporters, secrets);
  checkReport(report, secrets);
  return report;
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
