import type { Contract } from '../contract/contract.ts';
import type { Missing } from '../model/operation.ts';
import type { Known as KnownSettings, ParseContext, Problem, SettingProblem } from '../model/setting.ts';
import type { Waiver } from '../model/waiver.ts';
import { settingsOf, type Values } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { parseSettings, type SettingSource, settingSources } from './parse.ts';
import { told } from './setting.ts';
import { type AssembleOptions, assemble, type Settings } from './settings.ts';
import { waiversFile } from './waivers-file.ts';

export type { Problem } from '../model/setting.ts';
export { renderEnvExample } from './env-example.ts';
export { takeEnvironment } from './environment.ts';
export { exposureProblems, shownOfOperations } from './exposure.ts';
export { type SettingSource, settingSources } from './parse.ts';
export type { ReferenceSettings, Settings, TargetSettings } from './settings.ts';
export { tokenProblem, withoutFinalLineBreaks } from './token.ts';

export type Known = KnownSettings<Values>;

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
      /** What operations in scope would be left out without: no problem, but an operator should know. */
      readonly missing: readonly Unsent[];
    };

/** An operation that a run would leave out. */
export interface Unsent extends Missing {
  /** HTTP method. */
  readonly method: string;
}

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
  const today = dayOf(startedAt);
  const parsed = await waiversFile.parse(file, { contract, cwd, reporters: [], today });
  if ('value' in parsed) return parsed;
  const { front } = settingsOf(contract);
  return { problems: parsed.problems.map((message) => told({ key: 'waivers', message }, front)) };
}

function namingForRun(file: string): string {
  return `conformance run --env-file ${file}`;
}

/** A problem as an operator is told. */
export interface NamedProblem extends Problem {
  /** Key of the setting that it is about; left off where it is about none, such as a name that nothing has. */
  readonly key?: string;
}

/** A problem with a setting as an operator is told. */
export function toldOperator(problem: SettingProblem, contract: Contract): NamedProblem {
  return { key: problem.key, ...told(problem, settingsOf(contract).front) };
}

/** What was given and what is wrong with it. */
export interface Inspection extends Known {
  readonly problems: readonly NamedProblem[];
  /** Those of the problems that say what a file may not give which nobody named; such values are left out. */
  readonly untrusted: readonly Problem[];
  /** What was read, with the values that were left out: to say more of them, never to act on. */
  readonly read: { readonly file: EnvFile | null; readonly values: Values };
  readonly sources: readonly SettingSource[];
}

function contextOf(
  { contract, cwd, reporters }: Pick<ParseContext, 'contract' | 'cwd' | 'reporters'>,
  now: Date,
): ParseContext {
  return { contract, cwd, reporters, today: dayOf(now.toISOString()) };
}

/**
 * Reads `.env` and the files that settings name; sends nothing and runs no command. Every problem is named at once,
 * and what has none is known in spite of them.
 */
export async function inspectSettings(input: ConfigInput): Promise<Inspection> {
  const { contract, flags, environment, cwd, now = new Date(), naming = namingForRun } = input;
  const reference = flags['reference'] === true;
  const envFile =
    typeof flags['envFile'] === 'string' && flags['envFile'] !== '' ? flags['envFile'] : undefined;
  const definitions = settingsOf(contract);
  const reading = await import('./reading.ts');
  const file = reference ? null : await reading.readEnvFile(cwd, envFile);
  const layers = reading.operatorLayers(flags, environment, file);
  const { given, problems: misplaced } = reading.resolveSettings(definitions, layers);
  const outside = reading.leadingOutside(given, { definitions, file, cwd });
  const readable = new Map([...given].filter(([key]) => !outside.has(key)));
  const context = contextOf(input, now);
  const { values: all, problems: malformed } = await parseSettings(definitions, readable, context);
  const refused = reading.refusalOf({ given, values: all }, { definitions, file, cwd, naming });
  const values = reading.withoutKeys(all, refused.keys);
  const together = reference ? [] : reading.targetProblems({ given, values }, contract.operations);
  const problems = [
    ...(reference ? [] : reading.unknownNames(environment, file, definitions)),
    ...(file?.problems ?? []),
    ...refused.problems,
    ...[...misplaced, ...malformed, ...together].map((problem) => toldOperator(problem, contract)),
  ];
  const sources = settingSources(definitions, given, values, reference);
  return { given, values, problems, untrusted: refused.problems, read: { file, values: all }, sources };
}

/** Settings to show a plan with, while the token is still to come; everything else has no problem any more. */
export function settingsToPlan({ values }: Known, surroundings: AssembleOptions): Settings {
  return assemble({ accessToken: '(to come)', ...values }, surroundings);
}

/** What operations in scope would be left out without. */
function missingOf({ given, values }: Known, { operations }: Contract): readonly Unsent[] {
  const inScope = operations.filter(({ name }) => [name, undefined].includes(values.operation));
  return inScope.flatMap((operation) => {
    const missing = operation.missing?.({ given, values }) ?? null;
    return missing === null ? [] : [{ method: operation.method, ...missing }];
  });
}

/** As inspectSettings, and nothing of it where there is a problem. */
export async function loadSettings(input: ConfigInput): Promise<ConfigResult> {
  const { given, values, problems, sources } = await inspectSettings(input);
  const { contract, cwd, usual = input.reporters } = input;
  if (problems.length > 0) {
    const missing = values.reference === true ? [] : missingOf({ given, values }, contract);
    return { ok: false, problems, missing };
  }
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
  const { programLayers, toldProgram, unknownMembers } = await import('./from-program.ts');
  const { resolveSettings, targetProblems } = await import('./reading.ts');
  const definitions = settingsOf(contract);
  const layers = programLayers(settings);
  const { given, problems: misplaced } = resolveSettings(definitions, layers);
  const context = contextOf({ contract, cwd, reporters }, new Date());
  const { values, problems: malformed } = await parseSettings(definitions, given, context);
  const together = layers.reference ? [] : targetProblems({ given, values }, contract.operations);
  const problems = [
    ...unknownMembers(settings, contract),
    ...[...misplaced, ...malformed, ...together].map((problem) => toldProgram(problem, contract)),
  ];
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, settings: assemble(values, { contract, cwd, usual }) };
}
