import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf } from '../files/look.ts';
import { shown } from '../kinds/setting.ts';
import { answersName } from '../model/answer.ts';
import type { Members } from '../model/json.ts';
import type { Missing } from '../model/operation.ts';
import type { Given, Kind, Known as KnownSettings, ParseContext, Problem, Source } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { definitions, environmentNames, toldOperator, type Values } from './definitions.ts';
import { type EnvFile, readEnvFile } from './env-file.ts';
import { readSettings } from './read.ts';
import { rulesOfConnection, tokenKeys } from './rules.ts';
import { answersFile, waiversFile } from './run-settings.ts';
import { type AssembleOptions, assemble, type Settings } from './settings.ts';
import {
  type Flags,
  flagLayer,
  type GivenLayer,
  merged,
  programLayer,
  toldProgram,
  unknownMembers,
  unknownVariables,
  variableLayer,
} from './sources.ts';

export type { Problem } from '../model/setting.ts';
export { toldOperator } from './definitions.ts';
export { exposureProblems, shownOfOperations, tokenKeys } from './rules.ts';
export type { Settings, TargetSettings } from './settings.ts';
export type { Flags } from './sources.ts';
export { tokenProblem, withoutFinalLineBreaks } from './token.ts';

export type KnownValues = KnownSettings<Values>;

export interface ConfigInput extends Omit<AssembleOptions, 'usual'>, Pick<ParseContext, 'reporters'> {
  /** Flags that are not settings are ignored. */
  readonly flags: Flags;
  /** From takeEnvironment. */
  readonly environment: NodeJS.ProcessEnv;
  /** The formats to produce where none was chosen; all of them without it. */
  readonly usual?: readonly string[];
  /** When the run starts; now without it. Waivers expire by it. */
  readonly now?: Date;
  /** Whether nothing but the connection to the service is read, and what was answered. */
  readonly connectionOnly?: boolean;
  /** What was answered to questions, by the keys of settings. Goes before everything else. */
  readonly answers?: ReadonlyMap<string, Given>;
}

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
  /** Says of a `.env` that was found and left unread why, and how to name it; null for none. */
  readonly unread: string | null;
  readonly sources: readonly SettingSource[];
}

/** What a run is given. */
export interface Loaded extends Inspection {
  /** Null where there is a problem. */
  readonly settings: Settings | null;
  /** What operations in scope would be left out without: not a problem, but an operator should know. */
  readonly missing: readonly UnsentOperation[];
}

/** @param now the day in UTC counts */
function contextOf({ cwd, reporters }: Omit<ParseContext, 'today'>, now = new Date()): ParseContext {
  return { cwd, reporters, today: now.toISOString().slice(0, 10) };
}

/** A file that a setting names, for a command that has no such settings; problems continue "NAME …". */
async function fileOf<T>(
  key: string,
  { parse }: Kind<T>,
  path: string,
  context: ParseContext,
): Promise<{ readonly value: T } | { readonly problems: readonly Problem[] }> {
  const parsed = await parse(path, context);
  if ('value' in parsed) return parsed;
  return { problems: parsed.problems.map((message) => toldOperator({ key, message })) };
}

/**
 * Reads a waivers file for a run that is judged anew: it expires by the day on which that run started.
 * @param file as it was named, for a path relative to `cwd`
 * @param startedAt ISO 8601, UTC
 */
export function loadWaivers(file: string, cwd: string, startedAt: string) {
  return fileOf('waiversFile', waiversFile, file, contextOf({ cwd, reporters: [] }, new Date(startedAt)));
}

/**
 * What a file of answers declares, for commands that judge what others sent.
 * @param file as it was named; the one of the current folder, where there is one, without it
 */
export async function loadAnswers(file: string | undefined, cwd: string) {
  const path = file ?? (existsSync(join(cwd, answersName)) ? answersName : null);
  if (path === null) return { value: {} };
  return fileOf('answersFile', answersFile, path, contextOf({ cwd, reporters: [] }));
}

/** Every setting that has a meaning in this run, in the order of the documentation. */
function sourcesOf({ given, values }: KnownValues): readonly SettingSource[] {
  const { entries, wording } = definitions;
  const meant = entries.filter(([, { scope }]) => values.reference !== true || scope === 'run');
  return meant.map(([key, definition]) => ({
    setting: wording.name(key),
    value: shown(definition, given.get(key), values[key]),
    source: given.get(key)?.source ?? { kind: 'default', name: '' },
  }));
}

/**
 * Why the `.env` of the folder is not read: beside a token that somebody gave, it could say where that goes. Null where
 * there is none, or it may be read.
 */
function leftUnread({ flags, environment, cwd }: ConfigInput): string | null {
  const isNamed = typeof flags['envFile'] === 'string' && flags['envFile'] !== '';
  if (isNamed || [null, 'folder'].includes(kindOf(join(cwd, '.env')))) return null;
  const variable = tokenKeys
    .flatMap((key) => environmentNames(definitions.get(key)))
    .find((name) => environment[name]);
  if (variable === undefined) return null;
  return `.env in this folder was not read, because ${variable} is set in the environment. To read it, name it: --env-file .env`;
}

/** Where an operator gives settings: flags win over the environment, the environment over the file; answers over all. */
function layerOf(
  { flags, environment, cwd, answers = new Map() }: ConfigInput,
  file: EnvFile | null,
): GivenLayer {
  const path = join(cwd, answersName);
  const found: Given = { text: path, source: { kind: 'file', name: path } };
  return merged([
    new Map(existsSync(path) ? [['answersFile', found]] : []),
    variableLayer(file?.values ?? {}, () => ({ kind: 'file', name: file?.path ?? '' })),
    variableLayer(environment, (name) => ({ kind: 'environment', name })),
    flagLayer(flags),
    answers,
  ]);
}

/**
 * Reads `.env` and the files that settings name; sends nothing and runs no command. Every problem is named at once, and
 * settings without a problem have their values in spite of them.
 */
export async function inspectSettings(input: ConfigInput): Promise<Inspection> {
  const { flags, environment, cwd, answers, connectionOnly = false } = input;
  const reference = flags['reference'] === true;
  const unread = reference ? null : leftUnread(input);
  const file = reference || unread !== null ? null : await readEnvFile(cwd, flags['envFile']);
  const isMeant = (key: string) =>
    !connectionOnly || definitions.get(key).connects === true || answers?.has(key) === true;
  const layer = new Map([...layerOf(input, file)].filter(([key]) => isMeant(key)));
  const rules = connectionOnly ? rulesOfConnection : undefined;
  const read = await readSettings(layer, contextOf(input, input.now), reference, rules);
  const { given, values } = read;
  const isRead = file?.isRead !== false;
  const problems = isRead
    ? [
        ...(reference ? [] : unknownVariables(environment, 'the environment')),
        ...(file === null ? [] : [...unknownVariables(file.values, file.path), ...file.problems]),
        ...read.problems.map((problem) => toldOperator(problem)),
      ]
    : file.problems;
  return { given, values, problems, isRead, unread, sources: sourcesOf({ given, values }) };
}

/** Settings to show a plan with, while the token is still to come; nothing else has a problem any more. */
export function settingsToPlan({ given, values }: KnownValues, surroundings: AssembleOptions): Settings {
  return assemble({ given, values: { accessToken: '(to come)', ...values } }, surroundings);
}

/** What operations in scope would be left out without. */
function missingOf({ given, values }: KnownValues): readonly UnsentOperation[] {
  const inScope = contract.operations.filter(({ name }) => [name, undefined].includes(values.operation));
  return inScope.flatMap(({ method, missing: look }) => {
    const missing = look?.({ given, values }, definitions.wording) ?? null;
    return missing === null ? [] : [{ method, ...missing }];
  });
}

/** As inspectSettings, for a run. */
export async function loadSettings(input: ConfigInput): Promise<Loaded> {
  const inspection = await inspectSettings(input);
  const { problems, isRead, values } = inspection;
  const { cwd, usual = input.reporters } = input;
  if (problems.length === 0)
    return { ...inspection, settings: assemble(inspection, { cwd, usual }), missing: [] };
  const missing = isRead && values.reference !== true ? missingOf(inspection) : [];
  return { ...inspection, settings: null, missing };
}

/**
 * Settings as a program gives them: the same kinds and rules, no environment and no `.env`.
 * @param settings by their names in camel case: `CONFORMANCE_BASE_URL` is `baseUrl`
 */
export async function settingsFromProgram(
  settings: Members,
  input: AssembleOptions & Pick<ParseContext, 'reporters'>,
) {
  const isReference = `${settings['reference']}` === 'true';
  const read = await readSettings(programLayer(settings), contextOf(input), isReference);
  const problems = [...unknownMembers(settings), ...read.problems.map((problem) => toldProgram(problem))];
  return problems.length > 0
    ? ({ ok: false, problems } as const)
    : ({ ok: true, settings: assemble(read, input) } as const);
}
