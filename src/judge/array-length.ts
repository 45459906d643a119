import type { Check } from '../contract/checks.ts';
import type { Contract } from '../contract/contract.ts';
import { requirementId } from '../contract/requirement-id.ts';
import { placeName } from '../contract/statements.ts';
import type { Requirement } from '../model/requirement.ts';
import type { JudgedText } from './answer-judge.ts';
import { nodeAt } from './locate.ts';
import { type Sent, sentValue } from './sent.ts';
import { notExercised, type Silent } from './verdicts.ts';

/** How many elements the array at a source had; null where none was sent. */
export function sentLength(sent: Sent, { source }: Extract<Check, { kind: 'count' }>): number | null {
  const value = sentValue(sent, source);
  return value?.node.type === 'array' ? value.node.items.length : null;
}

/** Compares the length of the array that holds a requirement's elements with the length of the array that was sent. */
export interface ArrayLength {
  /** Why elements cannot be compared by position; null where as many came back as were sent. */
  mismatch(answer: JudgedText): Silent | null;
}

/** For requirements on elements of an array whose length is a requirement; null for all others. */
export function arrayLength({ operation, place }: Requirement, contract: Contract): ArrayLength | null {
  const [array = '', element] = (place ?? '').split('/*');
  const id = requirementId(operation, array, 'count');
  const check = element === undefined ? undefined : contract.requirement(id)?.check;
  if (check?.kind !== 'count') return null;
  const mismatch = notExercised(`${placeName(array)} has another length than what was sent`, id);
  return {
    mismatch: ({ sent, document }) => {
      if (sent.unknown !== null) return null;
      const node = nodeAt(document.root, array);
      return node?.type !== 'array' || node.items.length === sentLength(sent, check) ? null : mismatch;
    },
  };
}
