import type { JsonNode } from '../../model/json.ts';
import { beside, type Checked, type Deviation, keywordsOf, parsed, sentFor, written } from './deviation.ts';
import { formOf, inForm, mayBeEmpty } from './forms.ts';
import { type Mistake, sendInstead, shortened } from './mistake.ts';
import { isSinceEpoch } from './moments.ts';

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

const yes = new Set(['true', 'yes', '1', 'on', 't', 'y']);
const no = new Set(['false', 'no', '0', 'off', 'f', 'n']);

/** The boolean that a text or a number means, as JSON; null where that is not clear. */
function meantBoolean(value: JsonNode | null): string | null {
  const text = value?.type === 'number' ? value.text : value?.type === 'string' ? value.value : '';
  const word = text.trim().toLowerCase();
  return yes.has(word) ? 'true' : no.has(word) ? 'false' : null;
}

/** The values of which one is wanted, as JSON. */
export function wordsOf(requirement: Checked | undefined): readonly string[] {
  const { const: only, enum: several = [] } = keywordsOf(requirement);
  return (only === undefined ? several : [only]).map((word) => JSON.stringify(word));
}

/** The word that the value means; null where that is not clear. */
export function wordFor(value: JsonNode | null, words: readonly string[]): string | null {
  const meant = value?.type === 'boolean' ? String(value.value) : meantBoolean(value);
  return words.find((word) => word === JSON.stringify(meant)) ?? null;
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

interface TypeMistake extends Omit<Mistake, 'facet' | 'look'> {
  readonly types: readonly [wanted: string, found: JsonType];
  /** JSON text of the value that would conform; null where it is not clear. */
  readonly right?: (value: JsonNode, deviation: Deviation) => string | null;
  /** What to send where it is not clear; without it, the deviation is another mistake then. */
  readonly otherwise?: string;
}

const inQuotes = 'send text, in quotes';

/** One type in place of another, the most specific mistake first. */
const otherTypes: readonly TypeMistake[] = [
  {
    cause: 'number-as-text',
    types: ['integer', 'string'],
    right: (value, deviation) => {
      const sent = sentFor(deviation);
      const right = wholeNumber(value);
      return right !== null && sent?.type === 'number' ? sent.text : right;
    },
    title: ['is a number sent as text', 'numbers', 'are sent as text'],
    together: 'send numbers without quotes: 42, not "42"',
  },
  {
    cause: 'fraction',
    types: ['integer', 'number'],
    otherwise: 'a whole number',
    title: ['is no whole number', 'numbers', 'are no whole numbers'],
    together: 'send whole numbers',
  },
  {
    cause: 'boolean-as-text',
    types: ['boolean', 'string'],
    right: meantBoolean,
    title: ['is true or false sent as text', 'booleans', 'are sent as text'],
    together: 'send booleans without quotes: true, not "true"',
  },
  {
    cause: 'boolean-as-number',
    types: ['boolean', 'number'],
    right: meantBoolean,
    title: ['is true or false sent as a number', 'booleans', 'are sent as numbers'],
    together: 'send true and false, not 1 and 0',
  },
  {
    cause: 'moment-as-number',
    types: ['string', 'number'],
    right: (value, deviation) => {
      const isMoment = formOf(beside(deviation, 'format')) !== null && isSinceEpoch(value);
      return isMoment ? textInstead(deviation) : null;
    },
    title: [
      'is a number that counts from 1970; the document has text',
      'moments',
      'are numbers that count from 1970; the document has text',
    ],
    together: 'write them in the form that the document gives',
  },
  {
    cause: 'text-as-boolean',
    types: ['string', 'boolean'],
    right: (_, deviation) => textInstead(deviation),
    otherwise: 'text',
    title: ['is a JSON boolean; the document has text', 'fields', 'are JSON booleans; the document has text'],
    together: inQuotes,
  },
  {
    cause: 'text-as-number',
    types: ['string', 'number'],
    right: (_, deviation) => textInstead(deviation),
    otherwise: 'text',
    title: ['is a number; the document has text', 'fields', 'are numbers; the document has text'],
    together: inQuotes,
  },
  {
    cause: 'null-for-text',
    types: ['string', 'null'],
    right: (_, deviation) => textInstead(deviation),
    otherwise: 'text',
    title: ['is null; the document has text', 'fields'],
    together: 'send text, not null',
  },
];

function ofOtherType({ types: [wanted, found], right, otherwise, ...mistake }: TypeMistake): Mistake {
  return {
    ...mistake,
    facet: 'type',
    look: (deviation) => {
      const { value, evidence } = deviation;
      if (!wants(deviation, wanted) || value?.type !== found) return null;
      const known = right?.(value, deviation) ?? null;
      if (known !== null) return sendInstead(known, deviation);
      return otherwise === undefined
        ? null
        : { cure: `send ${otherwise}, not ${shortened(evidence.actual)}` };
    },
  };
}

/** An object or an array that is inside something else. */
function packed(outer: JsonType, cure: string): Mistake['look'] {
  return (deviation) => {
    const { value } = deviation;
    const kind = (['object', 'array'] as const).find((one) => typesOf(deviation).includes(one));
    const inner = kind !== undefined && value?.type === outer ? unpacked(value, kind) : null;
    if (inner === null) return null;
    return beside(deviation, 'count') === undefined ? { cure, instead: written(inner) } : { cure };
  };
}

/** Values of another type, the most specific mistake first. */
export const typeMistakes: readonly Mistake[] = [
  ...otherTypes.map(ofOtherType),
  {
    cause: 'json-as-text',
    facet: 'type',
    look: packed('string', 'send the value itself, not its JSON as text'),
    title: ['is JSON written as text', 'fields'],
  },
  {
    cause: 'in-an-array',
    facet: 'type',
    look: packed('array', 'send the object itself, not an array that holds it'),
    title: ['stands in an array', 'fields', 'stand in arrays'],
  },
  {
    cause: 'other-type',
    facet: 'type',
    look: (deviation) => {
      const { value, evidence } = deviation;
      if (value === null) return null;
      const wanted = wants(deviation, 'string') ? 'text' : evidence.expected;
      const found = kindWords[value.type];
      const what = `${found}; the document says ${wanted}`;
      return { cure: `send ${wanted}, not ${found}`, key: `${wanted} ${value.type}`, what };
    },
    title: ['is {what}', 'fields'],
  },
];
