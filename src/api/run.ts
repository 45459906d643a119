import { reporters, usualReporters } from '../../reporters/index.ts';
import type { Report } from '../../schemas/types.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Problem, WrittenOf } from '../model/setting.ts';
import { contract, type OperationName, type OperationSettings } from '../operations/index.ts';
import { SettingError, UsageError } from '../output/exit.ts';
import { journalName } from '../output/folder.ts';
import { printingTo } from '../output/io.ts';
import { publishRun, type RunOutput, takeOutput } from '../output/run-output.ts';
import { tool } from '../output/tool.ts';
import { workingDirectory } from '../output/working-directory.ts';
import { execute } from '../run/execute.ts';
import { RefusedSettings } from '../run/run.ts';
import type { CommonSettings } from '../settings/definitions.ts';
import { type Settings, settingsFromProgram } from '../settings/index.ts';
import { toldProgram } from '../settings/sources.ts';
import { FaultError, SettingsError } from './errors.ts';

/**
 * What `run` takes: the settings of the command, by their names in camel case (`CONFORMANCE_BASE_URL` is `baseUrl`); `conformance
 * docs configuration` describes each. The same forms, defaults and rules hold: rules that `automationRuleId` names WILL BE
 * DELETED. A setting that is left out is not looked for in the environment or in a `.env`, and nothing is written unless
 * `out` names a folder.
 */
export interface RunSettings
  extends OperationSettings,
    Omit<WrittenOf<CommonSettings>, 'envFile' | 'operation'> {
  /** Only this operation; all without it. */
  readonly operation?: OperationName;
}

export interface RunContext {
  /**
   * Ends the sending; the report then says what was done, and its outcome is incomplete. A command of the settings that
   * runs at that moment is ended, nothing is sent, and the call rejects with a SettingsError.
   */
  readonly signal?: AbortSignal;
  /** Where relative paths start; the working directory by default. */
  readonly cwd?: string;
  /** Variables for the commands among the settings; none by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const nowhere = () => undefined;
/** Prints nothing: a program prints its own. */
const silent = {
  ...printingTo(nowhere, nowhere),
  ...{ colour: false, columns: 80, live: false, annotations: false },
};

const fileFormats = reporters.flatMap(({ name, file }) => (file === null ? [] : [name]));

/**
 * What is a usage error for the command is a problem with the settings here.
 * @param problem of an error that is not about one setting
 */
async function asProgram<T>(task: () => T, problem?: (message: string) => Problem): Promise<Awaited<T>> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof RefusedSettings)
      throw new SettingsError(error.problems.map((one) => toldProgram(one)));
    if (error instanceof SettingError) throw new SettingsError([toldProgram(error.problem)]);
    if (error instanceof UsageError && problem) throw new SettingsError([problem(error.message)]);
    throw error;
  }
}

const noFolder = (message: string) => ({
  setting: 'cwd',
  message: `is missing, and ${message}`,
  example: "cwd: '/tmp'",
});

async function settingsOf(given: RunSettings, cwd: string): Promise<Settings> {
  const usual = usualReporters.filter((name) => fileFormats.includes(name));
  const result = await settingsFromProgram({ ...given }, { cwd, reporters: fileFormats, usual });
  if (!result.ok) throw new SettingsError(result.problems);
  return result.settings;
}

/** `history` keeps a copy of the files that `out` gets. */
function refuseHistoryAlone({ history, out }: RunSettings): void {
  if (history === undefined || out !== undefined) return;
  const message = 'keeps a copy of the reports, and out names no folder to write them to: set out as well';
  throw new SettingsError([{ setting: 'history', message, example: "out: 'conformance-report'" }]);
}

async function runIn(settings: Settings, output: RunOutput | null, context: RunContext): Promise<Report> {
  const { environment, signal } = context;
  const result = await asProgram(() =>
    execute({
      settings,
      environment: { ...environment },
      tool,
      journal: output?.folder.path(journalName) ?? null,
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const { reporters: names, reportUrl: pageUrl, answers } = settings;
  const publication = { ...result, io: silent, reporters: names, pageUrl, answers };
  const { report, leaks } = await publishRun(publication, output);
  if (leaks.length === 0) return report;
  const places = leaks.map(({ where }) => where).join(', ');
  throw new FaultError(
    `a secret had to be masked in ${places}; it should have been masked earlier. Please report it.`,
  );
}

/**
 * Sends the requests to a service, judges the responses and returns the report: `conformance run` without a process of
 * its own. Prints nothing, and writes nothing unless `out` names a folder.
 *
 * @throws SettingsError with every problem at once, before anything is sent
 * @throws FaultError for a fault of the suite itself. What a service sends is in the report, and never thrown.
 */
export async function run(given: RunSettings, context: RunContext = {}): Promise<Report> {
  const cwd = await asProgram(() => context.cwd ?? workingDirectory(), noFolder);
  const settings = await settingsOf(given, cwd);
  refuseHistoryAlone(given);
  const take = () => takeOutput(settings, silent);
  const output = given.out === undefined ? null : await asProgram(take);
  return runIn(settings, output, context);
}

/** Every requirement, in document order. Ids are permanent. */
export function requirements(): readonly Requirement[] {
  return contract.requirements.map(({ check, origin, ...requirement }) => requirement);
}
