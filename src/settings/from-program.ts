import type { Contract } from '../contract/contract.ts';
import { nearest } from '../model/nearest.ts';
import type { Front, Problem, Setting, SettingProblem } from '../model/setting.ts';
import { settingsOf } from './definitions.ts';
import type { Direct, Layers } from './resolve.ts';
import { told } from './setting.ts';

/** A setting's name in a program: `CONFORMANCE_BASE_URL` is `baseUrl`, `--reference` is `reference`. */
function memberName({ env, flag }: Setting<unknown>): string {
  const name = env?.replace(/^CONFORMANCE_/, '') ?? flag ?? '';
  const words = name.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/** The keys of settings that a program may give, by its names for them; a program reads its own files of variables. */
function members(contract: Contract): ReadonlyMap<string, string> {
  const entries = settingsOf(contract).entries.filter(([key]) => key !== 'envFile');
  return new Map(entries.map(([key, definition]) => [memberName(definition), key]));
}

/** The names under which a program gives settings, in the order of the documentation. */
export function memberNames(contract: Contract): readonly string[] {
  return [...members(contract).keys()];
}

/** A value as a program writes it, without the quotes that a shell needs around it. */
function literal(value: string): string {
  const text = value.replace(/^"(.*)"$/s, '$1');
  return /^(?:true|false|[0-9]{1,9})$/.test(text) ? text : `'${text}'`;
}

/** How a program knows settings: by names in camel case, as members of an object. */
function programFront(contract: Contract): Front {
  const { get } = settingsOf(contract);
  const name = (key: string) => memberName(get(key));
  const example = (key: string, value = get(key).example) => `${name(key)}: ${literal(value)}`;
  return { name, label: name, example };
}

/** A problem with a setting as a program is told. */
export function toldProgram(problem: SettingProblem, contract: Contract): Problem {
  return told(problem, programFront(contract));
}

/** Members that are no settings, such as a misspelt one. */
export function unknownMembers(
  given: Readonly<Record<string, unknown>>,
  contract: Contract,
): readonly Problem[] {
  const known = members(contract);
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  return unknown.map((name) => {
    const [meant = ''] = nearest(name, [...known.keys()]);
    const key = known.get(meant);
    const example = key === undefined ? '' : programFront(contract).example(key);
    return { setting: name, message: `is no setting; the nearest one is ${meant}`, example };
  });
}

/** The text of a value, as it would stand in the environment, or what is wrong with it. */
function textOf(value: unknown): { readonly text: string } | { readonly message: string } {
  if (value === '') return { message: 'is empty; leave it out, or give a value' };
  if (typeof value === 'string' || typeof value === 'boolean') return { text: String(value) };
  if (typeof value === 'number') return { text: String(value) };
  if (!Array.isArray(value))
    return { message: 'is neither text, a number, true or false, nor a list of texts' };
  const isList = value.length > 0 && value.every((item) => typeof item === 'string' && !item.includes(','));
  return isList
    ? { text: value.join(',') }
    : { message: 'is a list that is empty, or holds other than texts without commas' };
}

function fromMember(name: string, value: unknown): Direct | null {
  if (value === undefined) return null;
  const found = textOf(value);
  const text = 'text' in found ? found.text : '';
  const given: Direct['given'] = { text, source: { kind: 'program', name } };
  return 'message' in found ? { given, problem: found } : { given };
}

/** Where a program gives settings: an object, and nothing else; neither the environment nor a `.env` is looked at. */
export function programLayers(given: Readonly<Record<string, unknown>>): Layers {
  return {
    direct: (definition, key) => {
      const name = memberName(definition);
      return key === 'envFile' ? null : fromMember(name, given[name]);
    },
    others: [],
    reference: given['reference'] === true,
  };
}
