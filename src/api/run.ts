import { carryOut } from '../cli/job.ts';
import { journalName } from '../cli/output-folder.ts';
import { newRunId } from '../cli/run-id.ts';
import { tool } from '../cli/tool.ts';
import { problemForProgram } from '../config/from-program.ts';
import { type Settings, settingsFromProgram } from '../config.ts';
import { judge } from '../judge/judge.ts';
import type { Report } from '../model/report.ts';
import { buildReport } from '../report/build.ts';
import type { SessionResult } from '../session.ts';
import { FaultError, SettingsError } from './errors.ts';
import { fileFormats, type Output, published, takeOutput, usualFormats } from './output.ts';
import type { RunContext, RunSettings } from './settings.ts';
import { checkDescriptors, startingFolder } from './surroundings.ts';

async function settingsOf(given: RunSettings, cwd: string): Promise<Settings> {
  const settings = { ...given };
  const result = await settingsFromProgram({ settings, cwd, reporters: fileFormats, usual: usualFormats });
  if (!result.ok) throw new SettingsError(result.problems);
  return result.settings;
}

function send(settings: Settings, output: Output | null, context: RunContext): Promise<SessionResult> {
  const job = {
    settings,
    environment: { ...context.environment },
    tool,
    runId: newRunId(),
    startedAt: new Date().toISOString(),
    journalPath: output?.folder.path(journalName) ?? null,
  };
  return carryOut(job, {}, context.signal ?? new AbortController().signal);
}

async function runIn(settings: Settings, output: Output | null, context: RunContext): Promise<Report> {
  const result = await send(settings, output, context);
  if (!result.ok) throw new SettingsError(result.problems.map(problemForProgram));
  const { recording, secrets } = result;
  const found = buildReport(recording, judge(recording.exchanges));
  const { report, leaks } = await published(found, secrets, output, settings.reporters);
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
  const settings = await settingsOf(given, startingFolder(context.cwd));
  checkDescriptors(settings);
  const output = given.out === undefined ? null : await takeOutput(settings);
  try {
    return await runIn(settings, output, context);
  } finally {
    output?.folder.release();
  }
}
