import { requestPlace } from '../model/requirement.ts';
import type { Check } from './checks.ts';
import { formats } from './formats.ts';
import { requirementId } from './requirement-id.ts';
import type { ContractRequirement } from './requirements.ts';
import type { Schema } from './schemas.ts';

/** Values that keep a requirement or break it, derived from its keywords: for `explain`, for faulty responses, for tests. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface TypeValues {
  readonly values: readonly Json[];
  /** One that shows the type, where the first one does not. */
  readonly usual?: Json;
  /** What services send in its place, the most frequent first. */
  readonly mistakes: readonly Json[];
}

const types: Readonly<Record<string, TypeValues>> = {
  null: { values: [null], mistakes: [] },
  boolean: { values: [true, false], mistakes: ['true', 1, null] },
  integer: { values: [0, 1, -7], usual: 42, mistakes: ['42', 4.2, null] },
  number: { values: [1.5], mistakes: ['42', null] },
  string: { values: ['', 'text', '1', 'true', 'null', '[]', '{}'], usual: 'text', mistakes: [42, null] },
  array: { values: [[], ['text'], [{}]], mistakes: [{}, null] },
  object: { values: [{}, { key: 'value' }], mistakes: [[{}], '{}'] },
};

const namedTypes = ({ type }: Schema): readonly string[] => (type === undefined ? [] : [type].flat());

/** Ways in which a word is written by mistake: case, padding, neighbours. */
function otherWritings(word: string): readonly string[] {
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  const other = word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase();
  const padded = [` ${word}`, `${word} `, `${word}\n`, `${word}!`];
  return ['', capital, other, ...padded, word.slice(1), 'other', 'null'].filter((text) => text !== word);
}

const booleanWritings = ['True', 'TRUE', 'yes', 'no', '1', '0', 'on', 't'];

/** Of a keyword of a new facet: without values that break it, nothing would show that it is checked. */
function noValues(schema: Schema): never {
  throw new Error(`no values for ${JSON.stringify(schema)}; they belong into src/contract/values.ts`);
}

function right(schema: Schema): readonly Json[] {
  const { type, format, const: constant, enum: words, minLength } = schema;
  if (type !== undefined) return namedTypes(schema).flatMap((name) => types[name]?.values ?? []);
  if (format !== undefined) return formats.get(format)?.examples ?? [];
  if (constant !== undefined) return [constant];
  return words ?? (minLength === 1 ? ['text'] : noValues(schema));
}

function wrong(schema: Schema): readonly Json[] {
  const { type, format, const: constant, enum: words, minLength } = schema;
  if (type !== undefined) {
    const named = namedTypes(schema);
    const isRight = (name: string) =>
      named.includes(name) || (name === 'integer' && named.includes('number'));
    return Object.entries(types).flatMap(([name, { values }]) => (isRight(name) ? [] : values));
  }
  const form = formats.get(format ?? '');
  if (form !== undefined) return [form.wrong];
  if (constant !== undefined) return otherWritings(constant);
  if (words !== undefined)
    return [...words.flatMap(otherWritings), ...booleanWritings].filter((text) => !words.includes(text));
  return minLength === 1 ? [''] : noValues(schema);
}

/** Values that satisfy a check on one member. */
export function conformingValues(check: Check): readonly Json[] {
  return check.kind === 'schema' ? right(check.schema) : [];
}

/** Values that break a check on one member; for a form of text, one value. */
export function deviatingValues(check: Check): readonly Json[] {
  return check.kind === 'schema' ? wrong(check.schema) : [];
}

type Find = (id: string) => ContractRequirement | undefined;

/** A value that conforms in every facet of the field; undefined where none can be given alone. */
function exampleOf({ operation, place }: ContractRequirement, find: Find): Json | undefined {
  const beside = (facet: ContractRequirement['facet']) => find(requirementId(operation, place, facet))?.check;
  const first = (facet: ContractRequirement['facet']) => {
    const check = beside(facet);
    return check === undefined ? undefined : conformingValues(check)[0];
  };
  const type = beside('type');
  const [name = ''] = type?.kind === 'schema' ? namedTypes(type.schema) : [];
  return first('format') ?? first('value') ?? types[name]?.usual ?? first('type');
}

/** Other ways to write a word, as services do. @param sent words that it follows from and that are given back instead */
function wordMistakes(words: readonly string[], sent: readonly string[]): readonly Json[] {
  const [first = ''] = words;
  if (words.includes('true')) return ['TRUE', 'yes', '1'];
  const lower = first.toLowerCase();
  const otherCase = first === lower ? first.toUpperCase() : lower;
  return first === 'success' ? [otherCase, 'ok'] : [...sent, otherCase];
}

/** Values that services really send in place of what a requirement asks for, the most frequent first. */
function mistakesOf(requirement: ContractRequirement, find: Find): readonly Json[] {
  const { check } = requirement;
  if (check.kind !== 'schema') return [];
  const { format, const: constant, enum: words = constant, minLength } = check.schema;
  const [type, ...others] = namedTypes(check.schema);
  if (type !== undefined) {
    const value = type === 'string' ? exampleOf(requirement, find) : undefined;
    if (value === 'true' || value === 'false') return [true, null];
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)) return [1736072430, null];
    const all = types[type]?.mistakes ?? [];
    return others.includes('null') ? all.filter((one) => one !== null) : all;
  }
  if (format !== undefined) return formats.get(format)?.mistakes ?? [];
  if (words !== undefined) return wordMistakes([words].flat(), Object.values(check.where ?? {}));
  return minLength === 1 ? [''] : [];
}

/** A member with a value in short; without one, as it looks where it is left out. */
function memberText(place: string, value: Json | undefined): string {
  const name = place.slice(place.lastIndexOf('/') + 1);
  const text = value === undefined ? '' : JSON.stringify(value);
  if (place === requestPlace) return text;
  return name === '*' ? `[${text}]` : `{${value === undefined ? '' : `"${name}":${text}`}}`;
}

/** A member under another name, as services with snake case send it. */
function inSnakeCase(place: string): readonly string[] {
  const name = place.slice(place.lastIndexOf('/') + 1);
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
  const [there, absent] = [memberText(at, exampleOf(requirement, find) ?? '…'), memberText(at, undefined)];
  if (check.kind === 'presence') return { conforming: there, deviating: [absent, ...inSnakeCase(at)] };
  if (check.kind === 'absence') return { conforming: absent, deviating: [memberText(at, '…')] };
  const mistakes = mistakesOf(requirement, find);
  const shown = mistakes.length > 0 ? mistakes : deviatingValues(check).slice(0, 1);
  return { conforming: there, deviating: shown.map((value) => memberText(at, value)) };
}
