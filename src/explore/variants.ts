// Makes values of any form from a seed. Only `explore` loads it.
import fc from 'fast-check';
import type { RequestField } from './fields.ts';

/** Values for the fields of a request; the same seed gives the same ones. */

/** Characters of a text that is made. */
const longestText = 40;

/** By types of JSON Schema. */
export const byType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  integer: fc.integer(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
  string: fc.string({ minLength: 1, maxLength: longestText }),
  array: fc.constant([]),
  object: fc.constant({}),
};

/** Values of any type but those of a field; null is none of them. */
export function valuesOfOtherTypes({ types }: RequestField): fc.Arbitrary<unknown> {
  const right = types.includes('number') ? [...types, 'integer'] : types;
  const others = Object.keys(byType).filter((type) => type !== 'null' && !right.includes(type));
  return fc.oneof(...others.flatMap((type) => byType[type] ?? []));
}

/** The first value that a seed gives. */
export function sampled<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  return value as T;
}
