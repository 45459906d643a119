import type { AnswerValue, Bound } from '../../schemas/types.ts';
import type { AnswerForm } from '../model/answer.ts';

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

const byForm = { choice: choices, set: sets, bound: bounds } as const;

/** By the form of two answers; their values were checked against it when they were read or made. */
export function relationOf({ kind }: AnswerForm): Relation<AnswerValue> {
  return byForm[kind] as unknown as Relation<AnswerValue>;
}
