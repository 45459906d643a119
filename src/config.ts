import { definitions, type Values } from './config/definitions.ts';
import type { EnvFile } from './config/env-file.ts';
import { parseSettings, type SettingSource, settingSources } from './config/parse.ts';
import type { Known } from './config/rules.ts';
import { type Problem, problemWith } from './config/setting.ts';
import { type AssembleOptions, assemble, type Settings } from './config/settings.ts';
import type { Contract } from './contract/contract.ts';
import type { Waiver } from './model/waiver.ts';

export { settingsList } from './config/definitions.ts';
export { renderEnvExample } from './config/env-example.ts';
export { takeEnvironment } from './config/environment.ts';
export { exposureProblems } from './config/exposure.ts';
export { type SettingSource, settingSources } from './config/parse.ts';
export type { Known } from './config/rules.ts';
export type { Problem } from './config/setting.ts';
export type { ReferenceSettings, Settings, TargetSettings } from './config/settings.ts';
export { tokenProblem, withoutFinalLineBreaks } from './config/token.ts';

export interface ConfigInput {
  readonly contract: Contract;
  /** By their names in camel case, as commander gives them; flags that are no settings are ignored. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** From takeEnvironment. */
  readonly environment: NodeJS.ProcessEnv;
  /** Where `.env` is looked for and relative paths start. */
  readonly cwd: string;
  /** The formats of report that there are. */
  readonly reporters: readonly string[];
  /** Those to produce where none was chosen; all of them without it. */
  readonly usual?: readonly string[];
  /** When the run starts; now without it. Waivers expire by it. */
  readonly now?: Date;
  /** The command line that names a file of variables, for whoever trusts one that was found; that of a run without it. */
  readonly naming?: (file: string) => string;
}

export type ConfigResult =
  | { readonly ok: true; readonly settings: Settings; readonly sources: readonly SettingSource[] }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** Whether a DELETE is in scope for which no rule is named: no problem, but an operator should know. */
      readonly noRule: boolean;
    };

/** The day of an instant in ISO 8601, UTC. */
function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/**
 * Reads a waivers file for a run that is judged anew: it expires by the day on which that run started.
 * @param file as it was named, for a path relative to `cwd`
 * @param startedAt ISO 8601, UTC
 * @returns waivers, or problems that continue "NAME …"
 */
export async function loadWaivers(
  file: string,
  cwd: string,
  startedAt: string,
  contract: Contract,
): Promise<{ readonly value: readonly Waiver[] } | { readonly problems: readonly Problem[] }> {
  const { waivers } = definitions;
  const parsed = await waivers.kind.parse(file, { contract, cwd, reporters: [], today: dayOf(startedAt) });
  if ('value' in parsed) return parsed;
  return { problems: parsed.problems.map((problem) => problemWith(waivers, problem)) };
}

function namingForRun(file: string): string {
  return `conformance run --env-file ${file}`;
}

/** What was given and what is wrong with it. */
export interface Inspection extends Known {
  readonly problems: readonly Problem[];
  /** Those of the problems that say what a file may not give which nobody named; such values are left out. */
  readonly untrusted: readonly Problem[];
  /** What was read, with the values that were left out: to say more of them, never to act on. */
  readonly read: { readonly file: EnvFile | null; readonly values: Values };
  readonly sources: readonly SettingSource[];
}

/**
 * Reads `.env` and the files that settings name; sends nothing and runs no command. Every problem is named at once,
 * and what has none is known in spite of them.
 */
export async function inspectSettings(input: ConfigInput): Promise<Inspection> {
  const { contract, flags, environment, cwd, reporters, now = new Date() } = input;
  const reference = flags['reference'] === true;
  const envFile =
    typeof flags['envFile'] === 'string' && flags['envFile'] !== '' ? flags['envFile'] : undefined;
  const reading = await import('./config/reading.ts');
  const file = reference ? null : await reading.readEnvFile(cwd, envFile);
  const { given, problems: misplaced } = reading.resolveSettings({ flags, environment, file, reference });
  const outside = reading.leadingOutside(given, { file, cwd });
  const readable = new Map([...given].filter(([key]) => !outside.has(key)));
  const { values: all, problems: malformed } = await parseSettings(readable, {
    contract,
    cwd,
    reporters,
    today: dayOf(now.toISOString()),
  });
  const { naming = namingForRun } = input;
  const refused = reading.refusalOf({ given, values: all }, { file, cwd, naming });
  const values = reading.withoutKeys(all, refused.keys);
  const problems = [
    ...(reference ? [] : reading.unknownNames(environment, file)),
    ...(file?.problems ?? []),
    ...refused.problems,
    ...misplaced,
    ...malformed,
    ...(reference ? [] : reading.targetProblems({ given, values })),
  ];
  const sources = settingSources(given, values, reference);
  return { given, values, problems, untrusted: refused.problems, read: { file, values: all }, sources };
}

/** Settings to show a plan with, while the token is still to come; everything else has no problem any more. */
export function settingsToPlan({ values }: Known, surroundings: AssembleOptions): Settings {
  return assemble({ accessToken: '(to come)', ...values }, surroundings);
}

/** As inspectSettings, and nothing of it where there is a problem. */
export async function loadSettings(input: ConfigInput): Promise<ConfigResult> {
  const { given, values, problems, sources } = await inspectSettings(input);
  const hasRule = given.has('automationRuleIds') || given.has('ruleCommand');
  const noRule = values.reference !== true && !hasRule && values.operation !== 'put';
  if (problems.length > 0) return { ok: false, problems, noRule };
  const { contract, cwd, usual = input.reporters } = input;
  return { ok: true, settings: assemble(values, { contract, cwd, usual }), sources };
}

export interface ProgramInput {
  readonly contract: Contract;
  /** By their names in camel case: `CONFORMANCE_BASE_URL` is `baseUrl`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Where relative paths start. */
  readonly cwd: string;
  /** The formats of report that there are. */
  readonly reporters: readonly string[];
  /** Those to produce where none was chosen. */
  readonly usual: readonly string[];
}

/** Settings as a program gives them: the same kinds and rules, no environment and no `.env`. */
export async function settingsFromProgram({
  contract,
  settings,
  cwd,
  reporters,
  usual,
}: ProgramInput): Promise<
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly Problem[] }
> {
  const { problemForProgram, resolveProgram } = await import('./config/from-program.ts');
  const { targetProblems } = await import('./config/reading.ts');
  const { given, problems: misplaced } = resolveProgram(settings);
  const { values, problems: malformed } = await parseSettings(given, {
    contract,
    cwd,
    reporters,
    today: dayOf(new Date().toISOString()),
  });
  const reference = settings['reference'] === true;
  const together = reference ? [] : targetProblems({ given, values });
  const problems = [...misplaced, ...[...malformed, ...together].map(problemForProgram)];
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, settings: assemble(values, { contract, cwd, usual }) };
}
