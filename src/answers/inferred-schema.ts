import { isInteger, numberText } from '../json/decimal.ts';
import { isPlainObject } from '../json/plain.ts';
import { typeOf } from '../json/types.ts';
import type { InferredSchema } from '../model/answer.ts';

/**
 * A JSON Schema of values that were seen: types, members and elements, no values. By hand: what npm has for it reads
 * examples only, and neither merges two schemas nor compares them.
 */

/** Levels of a value that are looked into, and members of one object. */
const mostLevels = 6;
const mostMembers = 60;

/** The schema of one value. */
export function inferredSchema(value: unknown, levels = mostLevels): InferredSchema {
  const number = numberText(value);
  const type = number !== null && isInteger(number) ? 'integer' : typeOf(value);
  if (levels === 1) return { type };
  if (Array.isArray(value)) {
    const [first, ...others] = value.slice(0, mostMembers).map((one) => inferredSchema(one, levels - 1));
    return first === undefined ? { type } : { type, items: others.reduce(mergedSchema, first) };
  }
  if (!isPlainObject(value)) return { type };
  const required = Object.keys(value).sort().slice(0, mostMembers);
  const members = required.map((name) => [name, inferredSchema(value[name], levels - 1)]);
  return { type, properties: Object.fromEntries(members), required };
}

/** An integer is a number too. */
function mergedTypes(one: InferredSchema, other: InferredSchema): InferredSchema['type'] {
  const all = [...new Set([one.type, other.type].flat())].sort();
  const types = all.filter((type) => type !== 'integer' || !all.includes('number'));
  return types.length === 1 ? types.join() : types;
}

function mergedMembers(one: InferredSchema, other: InferredSchema): Partial<InferredSchema> {
  if (one.properties === undefined || other.properties === undefined) {
    const { properties, required = [] } = one.properties === undefined ? other : one;
    return properties === undefined ? {} : { properties, required };
  }
  const [left, right] = [new Map(Object.entries(one.properties)), new Map(Object.entries(other.properties))];
  // Sorted, so that two schemas of the same values are the same text.
  const names = [...new Set([...left.keys(), ...right.keys()])].sort().slice(0, mostMembers);
  const members = names.map((name) => [name, either(left.get(name), right.get(name))]);
  const required = names.filter((name) => one.required?.includes(name) && other.required?.includes(name));
  return { properties: Object.fromEntries(members), required };
}

function either(one: InferredSchema | undefined, other: InferredSchema | undefined): InferredSchema {
  if (one === undefined || other === undefined) return (one ?? other) as InferredSchema;
  return mergedSchema(one, other);
}

/** The schema of all that one of two allows. */
export function mergedSchema(one: InferredSchema, other: InferredSchema): InferredSchema {
  const isList = one.items !== undefined || other.items !== undefined;
  return {
    type: mergedTypes(one, other),
    ...mergedMembers(one, other),
    ...(isList && { items: either(one.items, other.items) }),
  };
}

/** Whether a schema allows all that another one allows. */
export function coversSchema(schema: InferredSchema, other: InferredSchema): boolean {
  const own = mergedSchema(schema, schema);
  return JSON.stringify(mergedSchema(own, other)) === JSON.stringify(own);
}
