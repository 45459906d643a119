import type { JsonNode } from '../../model/json.ts';
import { beside, type Checked, type Deviation, keywordsOf, parsed, sentFor, written } from './deviation.ts';
import { formOf, inForm, mayBeEmpty } from './forms.ts';
import { isSinceEpoch } from './moments.ts';
import { type Diagnosis, fieldTitle, type Rule, sendInstead, shortened } from './rule.ts';

type JsonType = JsonNode['type'];

const kindWords: Readonly<Record<JsonType, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** The types of which one is wanted; empty where the requirement is about something else. */
function typesOf({ requirement }: Deviation): readonly string[] {
  return requirement.facet === 'type' ? [keywordsOf(requirement).type ?? []].flat() : [];
}

function wants(deviation: Deviation, type: string): boolean {
  return typesOf(deviation).join() === type;
}

function wantedType(deviation: Deviation): string {
  return wants(deviation, 'string') ? 'text' : deviation.evidence.expected;
}

const yes = new Set(['true', 'yes', '1', 'on', 't', 'y']);
const no = new Set(['false', 'no', '0', 'off', 'f', 'n']);

/** The boolean that a text or a number means; null where that is not clear. */
export function meantBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}

/** The values of which one is wanted, as JSON. */
export function wordsOf(requirement: Checked | undefined): readonly string[] {
  const { const: only, enum: several = [] } = keywordsOf(requirement);
  return (only === undefined ? several : [only]).map((word) => JSON.stringify(word));
}

/** The word that the value means; null where that is not clear. */
export function wordFor(value: JsonNode | null, words: readonly string[]): string | null {
  const text = value?.type === 'number' ? value.text : value?.type === 'string' ? value.value : null;
  const meant = value?.type === 'boolean' ? value.value : text === null ? null : meantBoolean(text);
  return words.find((word) => word === JSON.stringify(String(meant))) ?? null;
}

/** The text that would conform where there is something else; null where that is not clear. */
function textInstead(deviation: Deviation): string | null {
  const { value } = deviation;
  const words = wordsOf(beside(deviation, 'value'));
  if (words.length === 1) return words[0] ?? null;
  if (words.length > 1) return wordFor(value, words);
  const sent = sentFor(deviation);
  if (sent?.type === 'string') return written(sent);
  if (beside(deviation, 'echo') !== undefined) return null;
  const form = formOf(beside(deviation, 'format'));
  if (form !== null) {
    const right = inForm(value, form);
    if (right !== null) return JSON.stringify(right);
    return value?.type === 'null' && mayBeEmpty(deviation) ? '""' : null;
  }
  return value?.type === 'number' ? JSON.stringify(value.text) : null;
}

function textRule(cause: string, kind: JsonType, title: Rule['title'], together: string): Rule {
  const look = (deviation: Deviation): Diagnosis | null => {
    if (!wants(deviation, 'string') || deviation.value?.type !== kind) return null;
    const right = textInstead(deviation);
    return right === null
      ? { cure: `send text, not ${shortened(deviation.evidence.actual)}` }
      : sendInstead(right, deviation);
  };
  return { cause, look, title, together };
}

/** The text of a number that is whole. */
function wholeNumber(node: JsonNode | null): string | null {
  return node?.type === 'string' && /^\s*[+-]?\d+\s*$/.test(node.value) && node.value.trim().length <= 15
    ? String(Number(node.value))
    : null;
}

/** The value inside a text or an array of one, where it is of the kind that was wanted. */
function unpacked(value: JsonNode | null, kind: JsonType): JsonNode | null {
  const inner =
    value?.type === 'string'
      ? parsed(value.value)
      : value?.type === 'array' && value.items.length === 1
        ? (value.items[0] ?? null)
        : null;
  return inner?.type === kind ? inner : null;
}

function packedRule(cause: string, outer: JsonType, title: Rule['title'], cure: string): Rule {
  const look = (deviation: Deviation): Diagnosis | null => {
    const { value } = deviation;
    const kind = (['object', 'array'] as const).find((one) => typesOf(deviation).includes(one));
    if (kind === undefined || value?.type !== outer) return null;
    const inner = unpacked(value, kind);
    if (inner === null) return null;
    return beside(deviation, 'count') === undefined ? { cure, instead: written(inner) } : { cure };
  };
  return { cause, look, title };
}

/** Values of another type, the most specific mistake first. */
export const typeRules: readonly Rule[] = [
  {
    cause: 'number-as-text',
    look: (deviation) => {
      const right = wants(deviation, 'integer') ? wholeNumber(deviation.value) : null;
      const sent = sentFor(deviation);
      if (right === null) return null;
      return sendInstead(sent?.type === 'number' ? sent.text : right, deviation);
    },
    title: fieldTitle('is a number sent as text', 'numbers', 'are sent as text'),
    together: 'send numbers without quotes: 42, not "42"',
  },
  {
    cause: 'fraction',
    look: (deviation) =>
      wants(deviation, 'integer') && deviation.value?.type === 'number'
        ? { cure: `send a whole number, not ${shortened(deviation.evidence.actual)}` }
        : null,
    title: fieldTitle('is no whole number', 'numbers', 'are no whole numbers'),
    together: 'send whole numbers',
  },
  {
    cause: 'boolean-as-text',
    look: (deviation) => {
      const { value } = deviation;
      const right =
        wants(deviation, 'boolean') && value?.type === 'string' ? meantBoolean(value.value) : null;
      return right === null ? null : sendInstead(String(right), deviation);
    },
    title: fieldTitle('is true or false sent as text', 'booleans', 'are sent as text'),
    together: 'send booleans without quotes: true, not "true"',
  },
  {
    cause: 'boolean-as-number',
    look: (deviation) => {
      const { value } = deviation;
      const right = wants(deviation, 'boolean') && value?.type === 'number' ? meantBoolean(value.text) : null;
      return right === null ? null : sendInstead(String(right), deviation);
    },
    title: fieldTitle('is true or false sent as a number', 'booleans', 'are sent as numbers'),
    together: 'send true and false, not 1 and 0',
  },
  {
    cause: 'moment-as-number',
    look: (deviation) => {
      const form = formOf(beside(deviation, 'format'));
      const right =
        wants(deviation, 'string') && form !== null && isSinceEpoch(deviation.value)
          ? textInstead(deviation)
          : null;
      return right === null || deviation.value?.type !== 'number' ? null : sendInstead(right, deviation);
    },
    title: fieldTitle(
      'is a number that counts from 1970; the document has text',
      'moments',
      'are numbers that count from 1970; the document has text',
    ),
    together: 'write them in the form that the document gives',
  },
  textRule(
    'text-as-boolean',
    'boolean',
    fieldTitle(
      'is a JSON boolean; the document has text',
      'fields',
      'are JSON booleans; the document has text',
    ),
    'send text, in quotes',
  ),
  textRule(
    'text-as-number',
    'number',
    fieldTitle('is a number; the document has text', 'fields', 'are numbers; the document has text'),
    'send text, in quotes',
  ),
  textRule(
    'null-for-text',
    'null',
    fieldTitle('is null; the document has text', 'fields', 'are null; the document has text'),
    'send text, not null',
  ),
  packedRule(
    'json-as-text',
    'string',
    fieldTitle('is JSON written as text', 'fields', 'are JSON written as text'),
    'send the value itself, not its JSON as text',
  ),
  packedRule(
    'in-an-array',
    'array',
    fieldTitle('stands in an array', 'fields', 'stand in arrays'),
    'send the object itself, not an array that holds it',
  ),
  {
    cause: 'other-type',
    look: (deviation) => {
      const { requirement, value } = deviation;
      if (requirement.facet !== 'type' || value === null) return null;
      const wanted = wantedType(deviation);
      return { cure: `send ${wanted}, not ${kindWords[value.type]}`, key: `${wanted} ${value.type}` };
    },
    title: (subject, first) => {
      const kind = kindWords[first.value?.type ?? 'null'];
      const wanted = wantedType(first);
      return fieldTitle(
        `is ${kind}; the document says ${wanted}`,
        'fields',
        `are ${kind}; the document says ${wanted}`,
      )(subject, first);
    },
  },
];
