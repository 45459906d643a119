import { coversSchema, mergedSchema } from '../json/inferred-schema.ts';
import type { AnswerForm, AnswerValue, Bound, InferredSchema } from '../model/answer.ts';

/** How two answers to one question go together, by their form. */

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

function largest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function smallest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

const bounds: Relation<Bound> = {
  together: (one, other) => {
    const largestAccepted = largest(one.largestAccepted, other.largestAccepted);
    const smallestRefused = smallest(one.smallestRefused, other.smallestRefused);
    const isEmpty =
      largestAccepted !== null && smallestRefused !== null && largestAccepted >= smallestRefused;
    return isEmpty ? null : { largestAccepted, smallestRefused };
  },
  agrees: (declared, seen) => bounds.together(declared, seen) !== null,
};

const schemas: Relation<InferredSchema> = {
  together: mergedSchema,
  agrees: coversSchema,
};

const byForm = { choice: choices, set: sets, bound: bounds, schema: schemas } as const;

/** The values were checked against the form when they were read or made. */
function relationOf({ kind }: AnswerForm): Relation<AnswerValue> {
  return byForm[kind] as unknown as Relation<AnswerValue>;
}

/** What two answers of one form show together; null where they differ. */
export function together(form: AnswerForm, one: AnswerValue, other: AnswerValue): AnswerValue | null {
  return relationOf(form).together(one, other);
}

export function agrees(form: AnswerForm, declared: AnswerValue, seen: AnswerValue): boolean {
  return relationOf(form).agrees(declared, seen);
}
