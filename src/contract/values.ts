import { requestPlace } from '../model/requirement.ts';
import { formats } from './formats.ts';
import { type ContractRequirement, requirementId } from './requirements.ts';
import type { Schema } from './schemas.ts';

/** Values that keep a requirement or break it, derived from its keywords: for `explain`, for faulty responses, for tests. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface TypeValues {
  readonly values: readonly Json[];
  /** The one that people are shown. */
  readonly usual: Json;
  /** What services send in its place, the most frequent first; never null for an object, which may be null. */
  readonly mistakes: readonly Json[];
}

const types: Readonly<Record<string, TypeValues>> = {
  null: { values: [null], usual: null, mistakes: [] },
  boolean: { values: [true, false], usual: true, mistakes: ['true', 1, null] },
  integer: { values: [0, 1, -7], usual: 42, mistakes: ['42', 4.2, null] },
  number: { values: [1.5], usual: 1.5, mistakes: [] },
  string: { values: ['', 'text', '1', 'true', 'null', '[]', '{}'], usual: 'text', mistakes: [42, null] },
  array: { values: [[], ['text'], [{}]], usual: [], mistakes: [{}, null] },
  object: { values: [{}, { key: 'value' }], usual: {}, mistakes: [[{}], '{}'] },
};

const booleanWritings = ['True', 'TRUE', 'yes', 'no', '1', '0', 'on', 't'];

/** Ways in which a word is written by mistake: case, padding, neighbours. */
function otherWritings(word: string): readonly string[] {
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  const padded = [` ${word}`, `${word} `, `${word}\n`, `${word}!`];
  return ['', capital, inOtherCase(word), ...padded, word.slice(1), 'other', 'null', ...booleanWritings];
}

function inOtherCase(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase();
}

function wordsOf({ const: constant, enum: words }: Schema): readonly string[] {
  return words ?? (constant === undefined ? [] : [constant]);
}

/** Values that break the check of a schema on one member; for a form of text, one value. */
export function deviatingValues(schema: Schema): readonly Json[] {
  const named = [schema.type ?? []].flat();
  if (named.length > 0)
    return Object.entries(types).flatMap(([name, { values }]) => (named.includes(name) ? [] : values));
  if (schema.format !== undefined) return [formats.get(schema.format)?.wrong ?? ''];
  const words = wordsOf(schema);
  return words.length === 0 ? [''] : words.flatMap(otherWritings).filter((text) => !words.includes(text));
}

type Find = (id: string) => ContractRequirement | undefined;

/** A value that conforms in every facet of the field; undefined where none can be given alone. */
function exampleOf({ operation, place }: ContractRequirement, find: Find): Json | undefined {
  const keywords = (facet: ContractRequirement['facet']): Schema => {
    const check = find(requirementId(operation, place, facet))?.check;
    return check?.kind === 'schema' ? check.schema : {};
  };
  const [form] = formats.get(keywords('format').format ?? '')?.examples ?? [];
  const [word] = wordsOf(keywords('value'));
  const [type = ''] = [keywords('type').type ?? []].flat();
  return form ?? word ?? types[type]?.usual;
}

/** Values that services really send in place of what a requirement asks for, the most frequent first. */
function mistakesOf(requirement: ContractRequirement, find: Find): readonly Json[] {
  const { check } = requirement;
  if (check.kind !== 'schema') return [];
  const { format } = check.schema;
  const [type] = [check.schema.type ?? []].flat();
  if (type !== undefined) {
    const value = exampleOf(requirement, find);
    if (value === 'true') return [true, null];
    if (typeof value === 'string' && /^\d{4}-/.test(value)) return [1736072430, null];
    return types[type]?.mistakes ?? [];
  }
  if (format !== undefined) return formats.get(format)?.mistakes ?? [];
  const [word] = wordsOf(check.schema);
  return word === undefined ? [''] : [...Object.values(check.where ?? {}), inOtherCase(word)];
}

const lastName = (place: string) => place.slice(place.lastIndexOf('/') + 1);

/** A member with a value in short; without one, as it looks where it is left out. */
function memberText(place: string, value?: Json): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  if (place === requestPlace) return text;
  const name = lastName(place);
  if (name === '*') return `[${text}]`;
  return text === '' ? '{}' : `{"${name}":${text}}`;
}

/** A member under another name, as services with snake case send it. */
function inSnakeCase(place: string): readonly string[] {
  const name = lastName(place);
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return snake === name ? [] : [`{"${snake}":…}`];
}

/** Of whole messages, and of what is compared with the request. */
const pairs: Readonly<Record<string, readonly [conforming: string, deviating: string]>> = {
  'response json': ['{"status":"success",…}', '{"status":"success",…} trailing text'],
  'response byte-order-mark': ['{"status":"success",…}', 'U+FEFF {"status":"success",…}'],
  'response unique-keys': ['{"a":1,"b":2}', '{"a":1,"a":1}'],
  'response authorization': [
    'status 401 and an error',
    'status 200 and {"status":"success",…} without the Authorization header',
  ],
  'response made-up-token': [
    'status 401 and an error',
    'status 200 and {"status":"success",…} for a token that was never issued',
  ],
  'response uniqueness': ['a requestId of its own in every response', 'the same requestId in two responses'],
  'echo echo': ['what was sent is returned', 'another value than what was sent'],
  'count count': ['two elements sent, two returned', 'two elements sent, one returned'],
  'request method': ['the method as the document writes it', 'the same in lower case'],
  'request path': ['the path as the document writes it', 'the same with another end'],
  'request bearer': ['Authorization: Bearer TOKEN', 'Authorization: TOKEN'],
  'request content-type': ['Content-Type: application/json', 'Content-Type: text/plain'],
  'request json': ['{"name":…}', 'name=…'],
  'request body': ['no body', '{}'],
};

/** What keeps a requirement and what breaks it, in short, for people; the most frequent mistakes first. */
export function illustrate(
  requirement: ContractRequirement,
  find: Find,
): { readonly conforming: string; readonly deviating: readonly string[] } {
  const { place, facet, check } = requirement;
  const at = place ?? '';
  const pair = pairs[`${check.kind} ${facet}`];
  if (pair !== undefined) return { conforming: pair[0], deviating: [pair[1]] };
  const [there, absent] = [memberText(at, exampleOf(requirement, find) ?? '…'), memberText(at)];
  if (check.kind === 'presence') return { conforming: there, deviating: [absent, ...inSnakeCase(at)] };
  if (check.kind === 'absence') return { conforming: absent, deviating: [memberText(at, '…')] };
  return {
    conforming: there,
    deviating: mistakesOf(requirement, find).map((value) => memberText(at, value)),
  };
}
