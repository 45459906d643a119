import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { answersName } from '../model/answer.ts';
import type { Members } from '../model/json.ts';
import { locationsName } from '../model/location.ts';
import type { Missing } from '../model/operation.ts';
import type { Given, Kind, Known as KnownSettings, ParseContext, Problem, Source } from '../model/setting.ts';
import { settingsOf, toldOperator, type Values } from './definitions.ts';
import { type EnvFile, readEnvFile } from './env-file.ts';
import { isWithin } from './files.ts';
import { connectionSources, type Flags, operatorSources, unknownVariables } from './from-operator.ts';
import { programSources, toldProgram, unknownMembers } from './from-program.ts';
import { readSettings } from './read.ts';
import { answersFile, waiversFile } from './run-settings.ts';
import { shown, told } from './setting.ts';
import { type AssembleOptions, assemble, type Settings } from './settings.ts';
import type { TrustContext } from './trust.ts';
import { type Naming, trustedEnv } from './trusted-files.ts';

export type { Problem } from '../model/setting.ts';
export { toldOperator } from './definitions.ts';
export { takeEnvironment } from './environment.ts';
export type { Flags } from './from-operator.ts';
export { exposureProblems, shownOfOperations, tokenKeys } from './rules.ts';
export type { ReferenceSettings, Settings, TargetSettings } from './settings.ts';
export { tokenProblem, withoutFinalLineBreaks } from './token.ts';

export type KnownValues = KnownSettings<Values>;

export interface ConfigInput
  extends Omit<AssembleOptions, 'usual'>,
    Pick<ParseContext, 'reporters'>,
    Omit<TrustContext, 'definitions' | 'files'> {
  /** Flags that are not settings are ignored. */
  readonly flags: Flags;
  /** From takeEnvironment. */
  readonly environment: NodeJS.ProcessEnv;
  /** The formats to produce where none was chosen; all of them without it. */
  readonly usual?: readonly string[];
  /** When the run starts; now without it. Waivers expire by it. */
  readonly now?: Date;
  /** The command line that names a file, for whoever trusts one that was found; that of `run` by default. */
  readonly naming?: Naming;
  /** What was answered to questions, by the keys of settings. Goes before everything else. */
  readonly answers?: ReadonlyMap<string, Given>;
}

export type ConfigResult =
  | { readonly ok: true; readonly settings: Settings; readonly sources: readonly SettingSource[] }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** What operations in scope would be left out without: not a problem, but an operator should know. */
      readonly missing: readonly UnsentOperation[];
    };

/** An operation that a run would leave out. */
export interface UnsentOperation extends Missing {
  /** HTTP method. */
  readonly method: string;
}

/** A setting as `--plan` shows it. */
export interface SettingSource {
  /** Name in the environment, or the flag of what has none. */
  readonly setting: string;
  /** Without credentials, and never a secret; null when it was not given. */
  readonly value: string | null;
  readonly source: Source;
}

/** A problem as an operator reads it. */
export interface NamedProblem extends Problem {
  /** Key of the setting that it is about; left off where it is about none, such as a name that nothing has. */
  readonly key?: string;
}

/** What was given and what is wrong with it. */
export interface Inspection extends KnownValues {
  /** Of a file of variables that cannot be read its own problem alone: others may only follow from it. */
  readonly problems: readonly NamedProblem[];
  /** Whether everything was read that gives settings. */
  readonly isRead: boolean;
  /** Those of the problems that say what a file that nobody named may not give; such values are left out. */
  readonly untrusted: readonly Problem[];
  readonly sources: readonly SettingSource[];
  /** All values, including those that were left out: for messages about them, never to act on. */
  readonly all: Values;
}

/** The day of an instant in ISO 8601, UTC. */
function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

function contextOf(input: Omit<ParseContext, 'today'>, now = new Date()): ParseContext {
  const { contract, cwd, reporters } = input;
  return { contract, cwd, reporters, today: dayOf(now.toISOString()) };
}

/** A file that a setting names, for a command that has no such settings; problems continue "NAME …". */
async function fileOf<T>(
  key: string,
  { parse }: Kind<T>,
  path: string,
  context: ParseContext & { readonly contract: Contract },
): Promise<{ readonly value: T } | { readonly problems: readonly Problem[] }> {
  const parsed = await parse(path, context);
  if ('value' in parsed) return parsed;
  return { problems: parsed.problems.map((message) => toldOperator({ key, message }, context.contract)) };
}

/**
 * Reads a waivers file for a run that is judged anew: it expires by the day on which that run started.
 * @param file as it was named, for a path relative to `cwd`
 * @param startedAt ISO 8601, UTC
 */
export function loadWaivers(file: string, cwd: string, startedAt: string, contract: Contract) {
  return fileOf('waiversFile', waiversFile, file, { contract, cwd, reporters: [], today: dayOf(startedAt) });
}

/**
 * What a file of answers declares, for commands that judge what others sent.
 * @param file as it was named; the one of the current folder, where there is one, without it
 */
export async function loadAnswers(file: string | undefined, cwd: string, contract: Contract) {
  const path = file ?? (isThere(join(cwd, answersName)) ? answersName : null);
  if (path === null) return { value: {} };
  const origin = file === undefined ? 'found' : 'named';
  return fileOf('answersFile', answersFile, path, { contract, cwd, reporters: [], today: '', origin });
}

const namingForRun: Naming = (file) => `conformance run --env-file ${file}`;

/** Every setting that has a meaning in this run, in the order of the documentation. */
function sourcesOf({ given, values }: KnownValues, contract: Contract): readonly SettingSource[] {
  const { entries, wording } = settingsOf(contract);
  const meant = entries.filter(([, { scope }]) => values.reference !== true || scope === 'run');
  return meant.map(([key, definition]) => ({
    setting: wording.name(key),
    value: shown(definition, given.get(key), values[key]),
    source: given.get(key)?.source ?? { kind: 'default', name: '' },
  }));
}

/** Whether a file is there that nobody named; a link that leads elsewhere is not. */
function isThere(path: string): boolean {
  return existsSync(path) && isWithin(dirname(path), path);
}

/**
 * The file of locations in the folder of the `.env`, or where one would be, and that of answers in the current
 * folder.
 */
function foundFiles(cwd: string, file: EnvFile | null): ReadonlyMap<string, Given> {
  const all = [
    ['locationsFile', join(file === null ? cwd : dirname(file.path), locationsName)],
    ['answersFile', join(cwd, answersName)],
  ] as const;
  const there = all.filter(([, path]) => isThere(path));
  return new Map(there.map(([key, path]) => [key, { text: path, source: { kind: 'file', name: path } }]));
}

/**
 * Reads `.env` and the files that settings name; sends nothing and runs no command. Every problem is named at once, and
 * settings without a problem have their values in spite of them.
 */
export async function inspectSettings(input: ConfigInput): Promise<Inspection> {
  const { contract, flags, environment, cwd, answers } = input;
  const { now, naming = namingForRun, tokenToCome = false, tokensPass = false } = input;
  const reference = flags['reference'] === true;
  const file = reference ? null : await readEnvFile(cwd, flags['envFile']);
  const operator = { flags, environment, file, answers, found: foundFiles(cwd, file) };
  const context = contextOf(input, now);
  const files = file === null ? [] : [trustedEnv(file, naming)];
  const sources = tokensPass ? connectionSources(operator) : operatorSources(operator);
  const read = await readSettings(contract, sources, context, { files, tokenToCome, tokensPass });
  const { given, values, all, refusal } = read;
  const definitions = settingsOf(contract);
  const { wording } = definitions;
  const isRead = file?.isRead !== false;
  const problems = isRead
    ? [
        ...(reference ? [] : unknownVariables(environment, file, definitions)),
        ...(file?.problems ?? []),
        ...refusal.problems,
        ...read.problems.map((problem) => ({ key: problem.key, ...told(problem, wording) })),
      ]
    : file.problems;
  const shownSources = sourcesOf({ given, values }, contract);
  const { problems: untrusted } = refusal;
  return { given, values, problems, isRead, untrusted, sources: shownSources, all };
}

/** Settings to show a plan with, while the token is still to come; nothing else has a problem any more. */
export function settingsToPlan({ given, values }: KnownValues, surroundings: AssembleOptions): Settings {
  return assemble({ given, values: { accessToken: '(to come)', ...values } }, surroundings);
}

/** What operations in scope would be left out without. */
function missingOf({ given, values }: Inspection, contract: Contract): readonly UnsentOperation[] {
  const { wording } = settingsOf(contract);
  const inScope = contract.operations.filter(({ name }) => [name, undefined].includes(values.operation));
  return inScope.flatMap((operation) => {
    const missing = operation.missing?.({ given, values }, wording) ?? null;
    return missing === null ? [] : [{ method: operation.method, ...missing }];
  });
}

/** As inspectSettings, but without values where there is a problem. */
export async function loadSettings(input: ConfigInput): Promise<ConfigResult> {
  const inspection = await inspectSettings(input);
  const { given, values, problems, isRead, sources } = inspection;
  const { contract, cwd, usual = input.reporters } = input;
  if (problems.length > 0) {
    const isKnown = values.reference !== true && isRead;
    const missing = !isKnown ? [] : missingOf(inspection, contract);
    return { ok: false, problems, missing };
  }
  return { ok: true, settings: assemble({ given, values }, { contract, cwd, usual }), sources };
}

/**
 * Settings as a program gives them: the same kinds and rules, no environment and no `.env`.
 * @param settings by their names in camel case: `CONFORMANCE_BASE_URL` is `baseUrl`
 */
export async function settingsFromProgram(
  settings: Members,
  input: AssembleOptions & Pick<ParseContext, 'reporters'>,
) {
  const { contract } = input;
  const read = await readSettings(contract, programSources(settings), contextOf(input), { files: [] });
  const problems = [
    ...unknownMembers(settings, contract),
    ...read.problems.map((problem) => toldProgram(problem, contract)),
  ];
  return problems.length > 0
    ? ({ ok: false, problems } as const)
    : ({ ok: true, settings: assemble(read, input) } as const);
}
