import { typePhrase } from '../json/types.ts';
import { formats } from './formats.ts';
import type { Check } from './requirements.ts';
import type { Schema } from './schemas.ts';

function schemaPhrase(schema: Schema): string {
  const { type, format, const: word, enum: words = word === undefined ? [] : [word], minLength } = schema;
  if (type !== undefined) return [type].flat().map(typePhrase).join(' or ');
  if (format !== undefined) return formats.get(format)?.phrase ?? format;
  if (words.length > 0) return `exactly ${words.map((one) => JSON.stringify(one)).join(' or ')}`;
  if (minLength === 1) return 'not empty';
  throw new Error(`src/contract/statements.ts has no words for ${JSON.stringify(schema)}`);
}

/** `body#/conditions/∗/column` → "the column of the condition that was sent at its position". */
export function sourcePhrase(source: string): string {
  const [part, pointer = ''] = source.split('#');
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (part === 'path') return `the ${name} in the path`;
  if (pointer.includes('/*/')) return `the ${name} that was sent at its position`;
  return `the ${pointer.slice(1).replaceAll('/', '.')} that was sent`;
}

const phrases = {
  presence: 'present',
  absence: 'absent',
  count: 'as long as the array that was sent',
  response: 'as the document says',
  request: 'as the document says',
};

/** What a check wants, to be read after "is": "an integer", "equal to the name that was sent". */
export function wanted(check: Check): string {
  if (check.kind === 'schema') return schemaPhrase(check.schema);
  if (check.kind === 'echo') return `equal to ${sourcePhrase(check.source)}`;
  return phrases[check.kind];
}

/** `/data/conditions/∗/column` → `data.conditions.each.column`. */
export function placeName(place: string): string {
  return place.slice(1).replaceAll('*', 'each').replaceAll('/', '.');
}

/** How a sentence is turned into what is true where it does not hold; the first that fits. */
const opposites: readonly (readonly [RegExp, string])[] = [
  [/ is not /, ' is '],
  [/ is /, ' is not '],
  [/ does not start /, ' starts '],
  [/ ends in /, ' does not end in '],
  [/ has no /, ' has a '],
  [/^no other /, 'another '],
  [/^no /, 'an '],
];

/** What a deviation shows: "data.action.amount is not an integer". */
export function contradicted(statement: string): string {
  const [words, opposite] = opposites.find(([one]) => one.test(statement)) ?? [/^/, 'not so: '];
  return statement.replace(words, opposite);
}

/** One sentence, without its full stop: "data.action.amount is an integer". */
export function fieldStatement(place: string, check: Check): string {
  const sentence = `${placeName(place)} is ${wanted(check)}`;
  if (check.kind !== 'schema') return sentence;
  const where = Object.entries(check.where ?? {}).map(
    ([source, value]) => ` where ${sourcePhrase(source)} is ${value}`,
  );
  const unless = check.unless === undefined ? '' : ` unless it is ${JSON.stringify(check.unless)}`;
  return `${sentence}${where.join('')}${unless}`;
}
