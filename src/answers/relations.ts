import { isInteger, numberText } from '../json/decimal.ts';
import { isPlainObject } from '../json/plain.ts';
import { typeOf } from '../json/types.ts';
import type { AnswerForm, AnswerValue, Bound, InferredSchema } from '../model/answer.ts';

/** How two answers to one question go together, by their form. */

/**
 * Levels of a value that are looked into, and members of one object. A schema of values that were seen has types, members
 * and elements, no values. By hand: what npm has for it reads examples only, and neither merges two schemas nor compares them.
 */
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

interface Relation<V> {
  /** What both show together; null where they differ. */
  readonly together: (one: V, other: V) => V | null;
  /** Whether what was seen agrees with what is declared. */
  readonly agrees: (declared: V, seen: V) => boolean;
}

const choices: Relation<string> = {
  together: (one, other) => (one === other ? one : null),
  agrees: (declared, seen) => declared === seen,
};

/** Exchanges show some of what there is, so that a part of a set agrees with it. */
const sets: Relation<readonly string[]> = {
  together: (one, other) => {
    const isShared = one.length === 0 || other.length === 0 || one.some((text) => other.includes(text));
    return isShared ? [...new Set([...one, ...other])].sort() : null;
  },
  agrees: (declared, seen) => seen.every((text) => declared.includes(text)),
};

const finite = (number: number) => (Number.isFinite(number) ? number : null);

const bounds: Relation<Bound> = {
  together: (one, other) => {
    const largest = Math.max(one.largestAccepted ?? -Infinity, other.largestAccepted ?? -Infinity);
    const smallest = Math.min(one.smallestRefused ?? Infinity, other.smallestRefused ?? Infinity);
    if (largest >= smallest) return null;
    return { largestAccepted: finite(largest), smallestRefused: finite(smallest) };
  },
  agrees: (declared, seen) => bounds.together(declared, seen) !== null,
};

const schemas: Relation<InferredSchema> = { together: mergedSchema, agrees: coversSchema };

const byForm = { choice: choices, set: sets, bound: bounds, schema: schemas } as const;

/** By the form of two answers; their values were checked against it when they were read or made. */
export function relationOf({ kind }: AnswerForm): Relation<AnswerValue> {
  return byForm[kind] as unknown as Relation<AnswerValue>;
}
