import { flagKey, flagLine } from '../kinds/setting.ts';
import type { Given, Problem, Setting, Source } from '../model/setting.ts';
import { type Definitions, environmentNames, ownPrefix as prefix } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import type { Variables } from './environment.ts';
import { type FoundSetting, type Sources, unknownNames } from './read.ts';
import { rulesOfConnection, tokenKeys } from './rules.ts';

/** As commander gives them: by their names in camel case; a flag without a value is true, or false for a `--no-…`. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** Read where vitest is started by hand. */
const elsewhere = ['CONFORMANCE_EXCHANGES', 'CONFORMANCE_LIVE'];

/** An unset variable in `--automation-rule-id "$RULE"` must not make a run use the rule of another file. */
function fromFlag(definition: Setting, flags: Flags): FoundSetting | null {
  const { flag } = definition;
  const value = flag === null ? undefined : flags[flagKey(flag)];
  // commander says true where a `--no-…` was not given.
  if (flag === null || value === undefined || value === flag.startsWith('--no-')) return null;
  const given: Given = { text: String(value), source: { kind: 'flag', name: flag } };
  if (value !== '') return given;
  const message = 'on the command line is empty';
  return { ...given, problem: { message, example: () => flagLine(definition) } };
}

/** An empty value is an absent one. */
function fromVariables(
  definition: Setting,
  variables: Variables,
  source: (name: string) => Source,
): Given | null {
  const name = environmentNames(definition).find((candidate) => variables[candidate]);
  const text = name === undefined ? undefined : variables[name];
  return name === undefined || text === undefined ? null : { text, source: source(name) };
}

/** Everywhere an operator gives settings. */
export interface Operator {
  readonly flags: Flags;
  readonly environment: Variables;
  /** A file of variables; null where there is none. */
  readonly file: EnvFile | null;
  /** Replies to questions, by the keys of settings; they win over everything else. */
  readonly answers?: ReadonlyMap<string, Given> | undefined;
  /** Files that are in their usual place; everything else wins over them. */
  readonly found?: ReadonlyMap<string, Given> | undefined;
}

/** The value in the environment, otherwise in the file of variables. */
function fromBoth(definition: Setting, { environment, file }: Operator): Given | null {
  return (
    fromVariables(definition, environment, (name) => ({ kind: 'environment', name })) ??
    (file && fromVariables(definition, file.values, () => ({ kind: 'file', name: file.path })))
  );
}

/**
 * The settings of an operator: flags win over the environment, the environment over the file of variables.
 */
export function operatorSources(operator: Operator): Sources {
  const { flags, answers, found } = operator;
  return {
    find: (definition, key) =>
      answers?.get(key) ??
      fromFlag(definition, flags) ??
      fromBoth(definition, operator) ??
      found?.get(key) ??
      null,
    reference: flags['reference'] === true,
    besideReference: (definition) => `either --reference or ${flagLine(definition)}`,
  };
}

/** The same, of nothing but the connection to the service and of what was answered. */
export function connectionSources(operator: Operator): Sources {
  const { find } = operatorSources(operator);
  const isMeant = ({ connects, key }: Setting) => connects === true || operator.answers?.has(key) === true;
  return {
    find: (definition, key) => (isMeant(definition) ? find(definition, key) : null),
    reference: false,
    rules: rulesOfConnection,
  };
}

/** A misspelt setting must not be silently ignored. An empty value is an absent one. */
export function unknownVariables(
  environment: Variables,
  file: EnvFile | null,
  { entries, wording }: Definitions,
): readonly Problem[] {
  const known = new Map(entries.flatMap(([key, { env }]) => (env?.startsWith(prefix) ? [[env, key]] : [])));
  const unknownIn = (variables: Variables, place: string) => {
    const names = Object.keys(variables).filter((name) => variables[name] && name.startsWith(prefix));
    const ours = names.filter((name) => !elsewhere.includes(name));
    return unknownNames(ours, known, wording, { prefix, where: `in ${place} ` });
  };
  return [
    ...unknownIn(environment, 'the environment'),
    ...(file === null ? [] : unknownIn(file.values, file.path)),
  ];
}

/** The variable of the environment that gives the token; null for none. No flag does. */
export function tokenVariable(environment: Variables, { get }: Definitions): string | null {
  const names = tokenKeys.flatMap((key) => environmentNames(get(key)));
  return names.find((name) => environment[name]) ?? null;
}
