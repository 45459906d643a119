import { nearest } from '../model/nearest.ts';
import { entries, type Key } from './definitions.ts';
import type { Given } from './resolve.ts';
import { label, type Problem, type Setting } from './setting.ts';

/** A setting's name in a program: `CONFORMANCE_BASE_URL` is `baseUrl`, `--reference` is `reference`. */
function memberName({ env, flag }: Setting<unknown>): string {
  const name = env?.replace(/^CONFORMANCE_/, '') ?? flag ?? '';
  const words = name.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/** Settings that a program may give, by name; a program reads its own files of variables. */
const members: ReadonlyMap<string, readonly [Key, Setting<unknown>]> = new Map(
  entries
    .filter(([key]) => key !== 'envFile')
    .map((entry): [string, readonly [Key, Setting<unknown>]] => [memberName(entry[1]), entry]),
);

/** The names that `settingsFromProgram` knows, in the order of the documentation. */
export const memberNames: readonly string[] = [...members.keys()];

/** `CONFORMANCE_BASE_URL` and `--base-url` in a message → `baseUrl`; the longest names first. */
const spellings: readonly (readonly [string, string])[] = [...members]
  .flatMap(([name, [, definition]]): (readonly [string, string])[] => [
    [label(definition), name],
    ...[definition.env, definition.flag].flatMap((text): (readonly [string, string])[] =>
      text === null ? [] : [[text, name]],
    ),
  ])
  .sort(([left], [right]) => right.length - left.length);

function reworded(text: string): string {
  return spellings.reduce((words, [spelling, name]) => words.replaceAll(spelling, name), text);
}

function literal(given: string): string {
  const text = given.replace(/^"(.*)"$/s, '$1');
  return /^(?:true|false|[0-9]{1,9})$/.test(text) ? text : `'${text}'`;
}

/** A problem that names settings as a program does, with an example line of an object. */
export function problemForProgram({ setting, message, example }: Problem): Problem {
  const [name, value] = example.split(/=(.*)/s);
  const isLine = value !== undefined && spellings.some(([spelling]) => spelling === name);
  return {
    setting: reworded(setting),
    message: reworded(message),
    example: isLine ? `${reworded(name ?? '')}: ${literal(value)}` : reworded(example),
  };
}

function exampleOf(name: string, { kind, example }: Setting<unknown>): string {
  return `${name}: ${kind.placeholder === null ? 'true' : literal(example)}`;
}

function unknownName(name: string): Problem {
  const [meant = ''] = nearest(name, memberNames);
  const definition = members.get(meant)?.[1];
  const example = definition === undefined ? '' : exampleOf(meant, definition);
  return { setting: name, message: `is no setting; the nearest one is ${meant}`, example };
}

/** The text of a value, or what is wrong with it. */
function textOf(value: unknown): { readonly text: string } | { readonly problem: string } {
  if (value === '') return { problem: 'is empty; leave it out, or give a value' };
  if (typeof value === 'string' || typeof value === 'boolean') return { text: String(value) };
  if (typeof value === 'number') return { text: String(value) };
  if (!Array.isArray(value))
    return { problem: 'is neither text, a number, true or false, nor a list of texts' };
  const isList = value.length > 0 && value.every((item) => typeof item === 'string' && !item.includes(','));
  return isList
    ? { text: value.join(',') }
    : { problem: 'is a list that is empty, or holds other than texts without commas' };
}

/** What a program gave, with the defaults of the rest. */
export interface FromProgram {
  readonly given: ReadonlyMap<Key, Given>;
  readonly problems: readonly Problem[];
}

type Resolved = { readonly text: string } | { readonly problem: string } | null;

function resolveMember(definition: Setting<unknown>, value: unknown, reference: boolean): Resolved {
  const meant = !reference || definition.scope === 'run';
  if (value === undefined)
    return meant && definition.default !== undefined ? { text: definition.default } : null;
  return meant
    ? textOf(value)
    : { problem: 'is given together with reference, which brings a service of its own' };
}

/** Takes settings from an object's members; no variable of the environment and no `.env` is looked at. */
export function resolveProgram(settings: Readonly<Record<string, unknown>>): FromProgram {
  const given = new Map<Key, Given>();
  const problems = Object.keys(settings)
    .filter((name) => !members.has(name))
    .map(unknownName);
  for (const [name, [key, definition]] of members) {
    const value = settings[name];
    const resolved = resolveMember(definition, value, settings['reference'] === true);
    if (resolved === null) continue;
    const text = 'text' in resolved ? resolved.text : '';
    given.set(key, { text, source: { kind: value === undefined ? 'default' : 'program', name } });
    if ('problem' in resolved)
      problems.push({ setting: name, message: resolved.problem, example: exampleOf(name, definition) });
  }
  return { given, problems };
}
