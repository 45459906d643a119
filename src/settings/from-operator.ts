import type { Given, Problem, Setting, Source } from '../model/setting.ts';
import { type Definitions, environmentNames } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { type Found, type Sources, unknownNames } from './read.ts';
import { flagLine } from './setting.ts';

/** As commander gives them: by their names in camel case; a flag without a value is true, or false for a `--no-…`. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

type Variables = Readonly<Record<string, string | undefined>>;

const prefix = 'CONFORMANCE_';

/** Read where vitest is started by hand. */
const elsewhere = ['CONFORMANCE_EXCHANGES', 'CONFORMANCE_LIVE', 'CONFORMANCE_VITEST'];

/** `--no-unauthorized` → `unauthorized`, `--delay-ms` → `delayMs`. */
function flagKey(flag: string): string {
  return flag.replace(/^--(?:no-)?/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An unset variable in `--automation-rule-id "$RULE"` must not make a run use the rule of another file. */
function fromFlag(definition: Setting<unknown>, flags: Flags): Found | null {
  const { flag } = definition;
  const value = flag === null ? undefined : flags[flagKey(flag)];
  // commander says true where a `--no-…` was not given.
  if (flag === null || value === undefined || value === flag.startsWith('--no-')) return null;
  const given: Given = { text: String(value), source: { kind: 'flag', name: flag } };
  if (value !== '') return given;
  const message = 'is given as a flag with an empty value';
  return { ...given, problem: { message, example: () => flagLine(definition) } };
}

/** An empty value is an absent one. */
function fromVariables(
  definition: Setting<unknown>,
  variables: Variables,
  source: (name: string) => Source,
): Given | null {
  const name = environmentNames(definition).find((candidate) => variables[candidate]);
  const text = name === undefined ? undefined : variables[name];
  return name === undefined || text === undefined ? null : { text, source: source(name) };
}

/**
 * Where an operator gives settings: flags go before the environment, the environment before the file.
 * @param found files that are in their usual place, by the keys of settings; everything else goes before them
 */
export function operatorSources(
  flags: Flags,
  environment: Variables,
  file: EnvFile | null,
  answers: ReadonlyMap<string, Given> = new Map(),
  found: ReadonlyMap<string, Given> = new Map(),
): Sources {
  return {
    find: (definition, key) =>
      answers.get(key) ??
      fromFlag(definition, flags) ??
      fromVariables(definition, environment, (name) => ({ kind: 'environment', name })) ??
      (file && fromVariables(definition, file.values, () => ({ kind: 'file', name: file.path }))) ??
      found.get(key) ??
      null,
    reference: flags['reference'] === true,
    besideReference: (definition) => `either --reference or ${flagLine(definition)}`,
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
    return unknownNames(ours, known, wording, { prefix, where: ` (from ${place})` });
  };
  return [
    ...unknownIn(environment, 'the environment'),
    ...(file === null ? [] : unknownIn(file.values, file.path)),
  ];
}
