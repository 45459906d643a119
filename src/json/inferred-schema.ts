import type { InferredSchema } from '../model/answer.ts';
import { ExactNumber, isInteger } from './decimal.ts';
import { isPlainObject } from './plain.ts';

/**
 * A JSON Schema of values that were seen: types, members and elements, no values. By hand: what npm has for it reads
 * examples only, and neither merges two schemas nor compares them.
 */

/** Levels of a value that are looked into, and members of one object. */
const mostLevels = 6;
const mostMembers = 60;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof ExactNumber) return isInteger(value.text) ? 'integer' : 'number';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The schema of one value. */
export function inferredSchema(value: unknown, levels = mostLevels): InferredSchema {
  const type = typeOf(value);
  if (levels === 1) return { type };
  if (Array.isArray(value)) {
    const [first, ...others] = value.slice(0, mostMembers).map((one) => inferredSchema(one, levels - 1));
    return first === undefined ? { type } : { type, items: others.reduce(mergedSchema, first) };
  }
  if (!isPlainObject(value)) return { type };
  const members = Object.keys(value)
    .sort()
    .slice(0, mostMembers)
    .map((name) => [name, inferredSchema(value[name], levels - 1)] as const);
  return { type, properties: Object.fromEntries(members), required: members.map(([name]) => name) };
}

function typesOf({ type }: InferredSchema): readonly string[] {
  return typeof type === 'string' ? [type] : type;
}

/** An integer is a number too. */
function mergedTypes(one: InferredSchema, other: InferredSchema): InferredSchema['type'] {
  const all = [...new Set([...typesOf(one), ...typesOf(other)])].sort();
  const types = all.filter((type) => type !== 'integer' || !all.includes('number'));
  return types.length === 1 && types[0] !== undefined ? types[0] : types;
}

function mergedMembers(one: InferredSchema, other: InferredSchema): Partial<InferredSchema> {
  const [left, right] = [one.properties, other.properties];
  if (left === undefined || right === undefined) {
    const { properties, required } = left === undefined ? other : one;
    return properties === undefined ? {} : { properties, required: required ?? [] };
  }
  // Sorted, so that two schemas of the same values are the same text.
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort().slice(0, mostMembers);
  const own = (all: typeof left, name: string) => (Object.hasOwn(all, name) ? all[name] : undefined);
  const members = names.map((name) => [name, either(own(left, name), own(right, name))] as const);
  const required = (one.required ?? []).filter(
    (name) => other.required?.includes(name) === true && names.includes(name),
  );
  return { properties: Object.fromEntries(members), required };
}

function either(one: InferredSchema | undefined, other: InferredSchema | undefined): InferredSchema {
  if (one === undefined || other === undefined) return (one ?? other) as InferredSchema;
  return mergedSchema(one, other);
}

/** The schema of all that one of two allows. */
export function mergedSchema(one: InferredSchema, other: InferredSchema): InferredSchema {
  const items = one.items ?? other.items;
  return {
    type: mergedTypes(one, other),
    ...mergedMembers(one, other),
    ...(items === undefined ? {} : { items: either(one.items, other.items) }),
  };
}

/** Whether a schema allows all that another one allows. */
export function coversSchema(schema: InferredSchema, other: InferredSchema): boolean {
  const own = mergedSchema(schema, schema);
  return JSON.stringify(mergedSchema(own, other)) === JSON.stringify(own);
}
