import { conformingValues, type Json, memberText } from './examples.ts';
import { requirementId } from './requirement-id.ts';
import type { ContractRequirement } from './requirements.ts';

type Find = (id: string) => ContractRequirement | undefined;

/** Values that show a type, preferred to the first value that conforms. */
const usual: Readonly<Record<string, Json>> = { integer: 42, string: 'text' };

/** The requirement of another facet on the same place. */
function beside({ operation, place }: ContractRequirement, facet: string, find: Find) {
  return find(requirementId(operation, place, facet as ContractRequirement['facet']));
}

/** A value that conforms in every facet of the field; undefined where none can be given alone. */
export function exampleOf(requirement: ContractRequirement, find: Find): Json | undefined {
  const value = (facet: string) => {
    const found = beside(requirement, facet, find);
    return found === undefined ? undefined : conformingValues(found.check)[0];
  };
  const type = beside(requirement, 'type', find)?.check;
  const name = type?.kind === 'schema' ? [type.schema.type].flat()[0] : undefined;
  return value('format') ?? value('value') ?? usual[name ?? ''] ?? value('type');
}

const hex = '0123456789abcdef0123456789abcdef';
const uuid = '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f';

/** What services write in place of a form of text. */
const otherForms: Readonly<Record<string, readonly Json[]>> = {
  'local-date-time': ['2025-01-05T10:20:30Z', '2025-01-05', ''],
  date: ['2025-01-05 10:20:30', '2025-01-05T00:00:00Z', '05.01.2025'],
  'timestamp-text': ['1736072430', '0000-00-00 00:00:00', '2025/01/05 10:20'],
  'hex-identifier': [uuid, hex.toUpperCase(), ''],
  uuid: [uuid.replaceAll('-', ''), `urn:uuid:${uuid}`, '42'],
  'iana-time-zone': ['+08:00', 'GMT+8', 'China Standard Time'],
};

const otherTypes: Readonly<Record<string, readonly Json[]>> = {
  integer: ['42', 4.2, null],
  number: ['42', null],
  boolean: ['true', 1, null],
  object: [[{}], '{}'],
  array: [{}, null],
};

function typeMistakes(requirement: ContractRequirement, type: string, find: Find): readonly Json[] {
  if (type !== 'string') return otherTypes[type] ?? [];
  const value = exampleOf(requirement, find);
  if (value === 'true' || value === 'false') return [true, null];
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? [1736072430, null] : [42, null];
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
export function mistakesOf(requirement: ContractRequirement, find: Find): readonly Json[] {
  const { check } = requirement;
  if (check.kind !== 'schema') return [];
  const { type, format, const: constant, enum: words = constant, minLength } = check.schema;
  if (type !== undefined) {
    const [first = '', ...others] = [type].flat();
    const all = typeMistakes(requirement, first, find);
    return others.includes('null') ? all.filter((value) => value !== null) : all;
  }
  if (format !== undefined) return otherForms[format] ?? [];
  if (words !== undefined) return wordMistakes([words].flat(), Object.values(check.where ?? {}));
  return minLength === 1 ? [''] : [];
}

/** A member under another name, as services with snake case send it. */
function inSnakeCase(place: string): string | null {
  const name = place.slice(place.lastIndexOf('/') + 1);
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return snake === name ? null : `{"${snake}":…}`;
}

/** Responses that deviate as services really do, in short, for people; empty where only a whole response can show it. */
export function mistakeTexts(requirement: ContractRequirement, find: Find): readonly string[] {
  const { place, check } = requirement;
  if (place === null) return [];
  if (check.kind === 'presence') return [memberText(place, undefined), inSnakeCase(place) ?? []].flat();
  return mistakesOf(requirement, find).map((value) => memberText(place, value));
}

/** A response that conforms in every facet of the field, in short, for people; null where only a whole one can show it. */
export function exampleText(requirement: ContractRequirement, find: Find): string | null {
  const { place, check } = requirement;
  const isShownAlone = check.kind === 'schema' || check.kind === 'presence';
  if (place === null || !isShownAlone) return null;
  const value = exampleOf(requirement, find);
  return value === undefined ? null : memberText(place, value);
}
