import { told } from '../kinds/setting.ts';
import type { Members } from '../model/json.ts';
import type { Problem, SettingProblem, Wording } from '../model/setting.ts';
import { definitions } from './definitions.ts';
import { type Sources, unknownNames } from './read.ts';
import { fileSettings } from './service-settings.ts';

/** The settings that a program may give, in the order of the documentation; it reads its own files of variables. */
export function memberNames(): readonly string[] {
  return definitions.entries.flatMap(([key]) => (Object.hasOwn(fileSettings, key) ? [] : [key]));
}

/** A value as a program writes it, without the quotes that a shell needs around it. */
function literal(value: string): string {
  const text = value.replace(/^"(.*)"$/s, '$1');
  return /^(?:true|false|[0-9]{1,9})$/.test(text) ? text : `'${text}'`;
}

/** How a program knows settings: by names in camel case, as members of an object. */
function programWording(): Wording {
  const { get } = definitions;
  const name = (key: string) => key;
  const example = (key: string, value = get(key).example) => `${key}: ${literal(value)}`;
  return { name, label: name, example };
}

/** A problem with a setting as a program reads it. */
export function toldProgram(problem: SettingProblem): Problem {
  return told(problem, programWording());
}

/** Members that are not settings, such as a misspelt one. */
export function unknownMembers(given: Members): readonly Problem[] {
  const known = new Map(memberNames().map((name) => [name, name]));
  return unknownNames(Object.keys(given), known, programWording());
}

/**
 * A value as text, the form that every kind of setting reads: so there is one parser for each, and a program may give
 * text for a number as well. Numbers, true and false come back from it as they were.
 */
export function textOf(value: unknown): { readonly text: string } | { readonly message: string } {
  if (value === '') return { message: 'is empty; leave it out, or give a value' };
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return { text: String(value) };
  if (!Array.isArray(value))
    return { message: 'is neither text, a number, true or false, nor a list of texts' };
  const isList = value.length > 0 && value.every((item) => typeof item === 'string' && !item.includes(','));
  return isList
    ? { text: value.join(',') }
    : { message: 'is a list that is empty, or holds other than texts without commas' };
}

/** Where a program gives settings: an object, and nothing else; neither the environment nor a `.env` is read. */
export function programSources(given: Members): Sources {
  return {
    find: (_, name) => {
      const value = given[name];
      if (value === undefined || Object.hasOwn(fileSettings, name)) return null;
      const read = textOf(value);
      const source = { kind: 'program', name } as const;
      return 'text' in read ? { text: read.text, source } : { text: '', source, problem: read };
    },
    reference: given['reference'] === true,
  };
}
