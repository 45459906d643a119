import { flagKey, flagLine, told } from '../kinds/setting.ts';
import type { Members } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import type { Given, Problem, SettingProblem, Source, Wording } from '../model/setting.ts';
import { definitions, environmentNames, ownPrefix } from './definitions.ts';
import type { Variables } from './environment.ts';
import { fileSettings } from './service-settings.ts';

/** The text of a setting where it was found; a `problem` says why that text cannot be read. */
export interface Found extends Given {
  readonly problem?: Omit<SettingProblem, 'key'>;
}

/** What one source gives, by the keys of settings. Of several layers the last one wins. */
export type GivenLayer = ReadonlyMap<string, Found>;

/** As commander gives them: by their names in camel case; a flag without a value is true, or false for a `--no-…`. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

const { entries, get } = definitions;

/** An unset variable in `--automation-rule-id "$RULE"` must not make a run use the rule of another file. */
export function flagLayer(flags: Flags): GivenLayer {
  const found = entries.flatMap(([key, setting]): readonly (readonly [string, Found])[] => {
    const { flag } = setting;
    const value = flag === null ? undefined : flags[flagKey(flag)];
    // commander says true where a `--no-…` was not given.
    if (flag === null || value === undefined || value === flag.startsWith('--no-')) return [];
    const given: Given = { text: String(value), source: { kind: 'flag', name: flag } };
    const problem = { message: 'on the command line is empty', example: () => flagLine(setting) };
    return [[key, value === '' ? { ...given, problem } : given]];
  });
  return new Map(found);
}

/** Of the environment, or of a file in its place. An empty value is an absent one. */
export function variableLayer(variables: Variables, source: (name: string) => Source): GivenLayer {
  const found = entries.flatMap(([key, setting]): readonly (readonly [string, Found])[] => {
    const name = environmentNames(setting).find((one) => variables[one]);
    return name === undefined ? [] : [[key, { text: variables[name] ?? '', source: source(name) }]];
  });
  return new Map(found);
}

/** The settings that a program may give, in the order of the documentation; it reads its own files of variables. */
export function memberNames(): readonly string[] {
  return entries.flatMap(([key]) => (Object.hasOwn(fileSettings, key) ? [] : [key]));
}

/**
 * A value of a program as text, the form that every kind of setting reads: so there is one parser for each, and a program
 * may give text for a number as well. Numbers, true and false come back from it as they were.
 */
function textOf(value: unknown): Pick<Found, 'text' | 'problem'> {
  const wrong = (message: string) => ({ text: '', problem: { message } });
  if (value === '') return wrong('is empty; leave it out, or give a value');
  if (['string', 'boolean', 'number'].includes(typeof value)) return { text: String(value) };
  if (!Array.isArray(value)) return wrong('is neither text, a number, true or false, nor a list of texts');
  const isList = value.length > 0 && value.every((item) => typeof item === 'string' && !item.includes(','));
  return isList
    ? { text: value.join(',') }
    : wrong('is a list that is empty, or holds other than texts without commas');
}

export function programLayer(given: Members): GivenLayer {
  const names = memberNames().filter((name) => given[name] !== undefined);
  return new Map(names.map((name) => [name, { ...textOf(given[name]), source: { kind: 'program', name } }]));
}

/** All layers as one. A later one replaces all of a group: a token of the environment the token file of a `.env`. */
export function merged(layers: readonly GivenLayer[]): GivenLayer {
  const all = new Map<string, Found>();
  for (const layer of layers) {
    const groups = [...layer.keys()].flatMap((key) => get(key).group ?? []);
    for (const key of all.keys()) if (groups.includes(get(key).group ?? '')) all.delete(key);
    for (const [key, found] of layer) all.set(key, found);
  }
  return all;
}

/** A value as a program writes it, without the quotes that a shell needs around it. */
function literal(value: string): string {
  const text = value.replace(/^"(.*)"$/s, '$1');
  return /^(?:true|false|[0-9]{1,9})$/.test(text) ? text : `'${text}'`;
}

/** How a program knows settings: by names in camel case, as members of an object. */
const programWording: Wording = {
  name: (key) => key,
  label: (key) => key,
  example: (key, value = get(key).example) => `${key}: ${literal(value)}`,
};

/** A problem with a setting as a program reads it. */
export function toldProgram(problem: SettingProblem): Problem {
  return told(problem, programWording);
}

const unknownRemedy = 'remove it, or correct its name: docs/configuration.md lists the settings';

/** Names that are not settings, such as a misspelt one. @param known keys of settings, by the names that they are given under */
function unknownNames(
  names: readonly string[],
  known: ReadonlyMap<string, string>,
  { name, example }: Wording,
  { prefix = '', where = '' } = {},
): readonly Problem[] {
  const words = new Map([...known].map(([full, key]) => [full.slice(prefix.length), key]));
  const unknown = names.filter((given) => !known.has(given));
  return unknown.map((setting) => {
    const [meant = ''] = nearest(setting.slice(prefix.length), [...words.keys()]);
    const key = words.get(meant);
    const message = `${where}is not a setting${key === undefined ? '' : `; the nearest one is ${name(key)}`}`;
    if (key !== undefined) return { setting, message, example: example(key) };
    return { setting, message, example: '', remedies: [unknownRemedy] };
  });
}

/** Read where vitest is started by hand. */
const elsewhere = ['CONFORMANCE_EXCHANGES'];

/** A misspelt setting must not be silently ignored. @param where `the environment`, or a file */
export function unknownVariables(variables: Variables, where: string): readonly Problem[] {
  const prefix = ownPrefix;
  const known = new Map(entries.flatMap(([key, { env }]) => (env?.startsWith(prefix) ? [[env, key]] : [])));
  const names = Object.keys(variables).filter((name) => variables[name] && name.startsWith(prefix));
  const ours = names.filter((name) => !elsewhere.includes(name));
  return unknownNames(ours, known, definitions.wording, { prefix, where: `in ${where} ` });
}

export function unknownMembers(given: Members): readonly Problem[] {
  const known = new Map(memberNames().map((name) => [name, name]));
  return unknownNames(Object.keys(given), known, programWording);
}
