import { typePhrase } from '../json/types.ts';
import type { Check } from './checks.ts';
import { formats } from './formats.ts';
import type { Schema } from './schemas.ts';

function schemaPhrase(schema: Schema): string {
  if (schema.type !== undefined) return [schema.type].flat().map(typePhrase).join(' or ');
  if (schema.format !== undefined) return formats.get(schema.format)?.phrase ?? schema.format;
  if (schema.const !== undefined) return `exactly ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined)
    return `exactly ${schema.enum.map((value) => JSON.stringify(value)).join(' or ')}`;
  if (schema.minLength === 1) return 'not empty';
  const fix =
    schema.pattern === undefined
      ? 'they belong into src/contract/statements.ts'
      : 'a pattern needs a format beside it (CONTRIBUTING.md, "A form of text")';
  throw new Error(`no words for ${JSON.stringify(schema)}: ${fix}`);
}

/** `body#/conditions/∗/column` → "the column of the condition that was sent at its position". */
export function sourcePhrase(source: string): string {
  const [part, pointer = ''] = source.split('#');
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (part === 'path') return `the ${name} in the path`;
  if (pointer.includes('/*/')) return `the ${name} that was sent at its position`;
  return `the ${pointer.slice(1).replaceAll('/', '.')} that was sent`;
}

/** What a check wants, to be read after "is": "an integer", "equal to the name that was sent". */
export function wanted(check: Check): string {
  switch (check.kind) {
    case 'presence':
      return 'present';
    case 'absence':
      return 'absent';
    case 'schema':
      return schemaPhrase(check.schema);
    case 'echo':
      return `equal to ${sourcePhrase(check.source)}`;
    case 'count':
      return 'as long as the array that was sent';
    case 'response':
    case 'request':
      return 'as the document says';
  }
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
