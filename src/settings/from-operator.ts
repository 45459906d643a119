import type { Given, Problem, Setting, Source } from '../model/setting.ts';
import { type Definitions, environmentNames, ownPrefix as prefix } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { secretPrefix, type Variables } from './environment.ts';
import { type FoundSetting, type Sources, unknownNames } from './read.ts';
import { rulesOfConnection } from './rules.ts';
import { flagKey, flagLine } from './setting.ts';

/** As commander gives them: by their names in camel case; a flag without a value is true, or false for a `--no-…`. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** Read where vitest is started by hand. */
const elsewhere = ['CONFORMANCE_EXCHANGES', 'CONFORMANCE_LIVE', 'CONFORMANCE_VITEST'];

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
  /** Settings of the chosen target. Which service a run is against then comes from here or from flags only. */
  readonly target?: ReadonlyMap<string, FoundSetting> | undefined;
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
 * The settings of an operator: flags win over the environment, the environment over the file of variables, and that over
 * a target.
 */
export function operatorSources(operator: Operator): Sources {
  const { flags, answers, target, found } = operator;
  const isTargets = (definition: Setting) => target !== undefined && definition.ofTarget === true;
  return {
    find: (definition, key) =>
      answers?.get(key) ??
      fromFlag(definition, flags) ??
      (isTargets(definition) ? null : fromBoth(definition, operator)) ??
      target?.get(key) ??
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
    const ours = names.filter((name) => !elsewhere.includes(name) && !name.startsWith(secretPrefix));
    return unknownNames(ours, known, wording, { prefix, where: `in ${place} ` });
  };
  return [
    ...unknownIn(environment, 'the environment'),
    ...(file === null ? [] : unknownIn(file.values, file.path)),
  ];
}

/** A chosen target, as a message names it. */
export interface Beside {
  /** The name of its file in messages. */
  readonly label: string;
  /** Which flags may replace its settings. */
  readonly flags: 'none' | 'ids' | 'all';
}

/**
 * Problems for settings outside a target that say which service a run is against, or what it uses there. The environment
 * wins over files, so what is meant for one service would be sent to another.
 */
export function givenBeside(
  { label, flags }: Beside,
  operator: Operator,
  { entries }: Definitions,
): readonly Problem[] {
  const why = `is also set, and would replace the value of ${label}`;
  return entries.flatMap(([, definition]): readonly Problem[] => {
    if (definition.ofTarget !== true) return [];
    const flag = fromFlag(definition, operator.flags);
    const isRefused =
      flag !== null && flags !== 'all' && (flags === 'none' || definition.reach === 'base-url');
    const variable = fromBoth(definition, operator);
    return [
      ...(isRefused
        ? [{ setting: flag.source.name, message: `${why}: leave the flag out`, example: '--target staging' }]
        : []),
      ...(variable === null ? [] : [besideProblem(variable.source, definition, why)]),
    ];
  });
}

function besideProblem({ kind, name }: Source, definition: Setting, why: string): Problem {
  const setting = definition.env ?? '';
  if (kind === 'environment')
    return { setting: name, message: `(in the environment) ${why}`, example: `unset ${name}` };
  const message = `(in ${name}) ${why}: remove the line, or leave --target out`;
  return { setting, message, example: `# ${setting}=…` };
}
