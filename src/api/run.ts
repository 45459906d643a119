import { journalName } from '../cli/output-folder.ts';
import { tool } from '../cli/tool.ts';
import type { Report } from '../model/report.ts';
import { contract } from '../operations/index.ts';
import { execute } from '../run/execute.ts';
import { toldProgram } from '../settings/from-program.ts';
import { type Settings, settingsFromProgram } from '../settings/index.ts';
import { FaultError, SettingsError } from './errors.ts';
import { fileFormats, type Output, published, takeOutput, usualFormats } from './output.ts';
import type { RunContext, RunSettings } from './settings.ts';
import { checkDescriptors, startingFolder } from './surroundings.ts';

async function settingsOf(given: RunSettings, cwd: string): Promise<Settings> {
  const settings = { ...given };
  const result = await settingsFromProgram({
    contract,
    settings,
    cwd,
    reporters: fileFormats,
    usual: usualFormats,
  });
  if (!result.ok) throw new SettingsError(result.problems);
  return result.settings;
}

async function runIn(settings: Settings, output: Output | null, context: RunContext): Promise<Report> {
  const { environment, signal } = context;
  const result = await execute({
    contract,
    settings,
    environment: { ...environment },
    tool,
    journal: output?.folder.path(journalName) ?? null,
    ...(signal === undefined ? {} : { signal }),
  });
  if (!result.ok) throw new SettingsError(result.problems.map((problem) => toldProgram(problem, contract)));
  const { report, leaks } = await published(result.report, result.secrets, output, settings.reporters);
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
