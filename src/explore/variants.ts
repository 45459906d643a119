// Makes values of any form from a seed, and finds the smallest one that fails; nothing else of npm does both. Only `explore` loads it.
import fc from 'fast-check';
import { formats } from '../contract/formats.ts';
import { changed } from './edits.ts';
import { allFields, type RequestField } from './fields.ts';

/** Bodies and values out of the schema of a request; the same seed gives the same ones. */

/** Elements of an array, and characters of a text, that are made. */
const mostElements = 3;
const longestText = 40;

const byType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  integer: fc.integer(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
  string: fc.string({ minLength: 1, maxLength: longestText }),
  array: fc.constant([]),
  object: fc.constant({}),
};

/** Values that the document gives a field: of a form of text its examples, of shown values these. */
function valuesOf({ types, shown, format, members }: RequestField): fc.Arbitrary<unknown> {
  const examples = format === null ? shown : (formats.get(format)?.examples ?? []);
  if (types.includes('array')) return fc.array(objectsOf(members), { minLength: 1, maxLength: mostElements });
  if (types.includes('object')) return objectsOf(members);
  if (examples.length > 0) return fc.constantFrom(...examples);
  return fc.oneof(...types.flatMap((type) => byType[type] ?? []));
}

function objectsOf(fields: readonly RequestField[]): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const members = fields.map((field) => [field.name.split('.').at(-1), valuesOf(field)] as const);
  return fc.record(Object.fromEntries(members), { noNullPrototype: true });
}

/** Bodies with all fields of the document, each with a value of its type. */
export const bodies = objectsOf;

/** Values of any type but those of a field; null is none of them. */
export function valuesOfOtherTypes({ types }: RequestField): fc.Arbitrary<unknown> {
  const right = types.includes('number') ? [...types, 'integer'] : types;
  const others = Object.keys(byType).filter((type) => type !== 'null' && !right.includes(type));
  return fc.oneof(...others.flatMap((type) => byType[type] ?? []));
}

/** A body that no longer is what the schema describes, and where. */
export interface Mutated {
  readonly field: string;
  readonly how: 'left out' | 'null' | 'other type';
  readonly body: unknown;
}

/** One field of a body left out, null, or of another type. */
export function mutated(body: unknown, fields: readonly RequestField[]): fc.Arbitrary<Mutated> {
  return fc.constantFrom(...allFields(fields)).chain((field) => {
    const { name, path } = field;
    const of = (how: Mutated['how'], value: unknown): Mutated => ({
      field: name,
      how,
      body: changed(body, path, () => value),
    });
    return fc.oneof(
      fc.constant(of('left out', undefined)),
      fc.constant(of('null', null)),
      valuesOfOtherTypes(field).map((value) => of('other type', value)),
    );
  });
}

/** The first value that a seed gives. */
export function sampled<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  return value as T;
}

export interface SearchOptions {
  readonly seed: number;
  /** Values that are tried before one fails. */
  readonly values: number;
  /** Values that are tried at most, with those that make a failing one smaller. */
  readonly most: number;
}

/** The smallest value found that does not hold; undefined where all hold that were tried. */
export async function smallestFailing<T>(
  arbitrary: fc.Arbitrary<T>,
  holds: (value: T) => Promise<boolean>,
  { seed, values, most }: SearchOptions,
): Promise<T | undefined> {
  let left = most;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    // What is not tried counts as holding, which ends the search.
    if (left === 0) return true;
    left -= 1;
    return holds(value);
  });
  const { counterexample } = await fc.check(property, { seed, numRuns: values });
  return counterexample?.[0];
}
