import type { Check } from '../contract/checks.ts';
import { requirementId } from '../contract/requirement-id.ts';
import { requirementNamed } from '../contract/requirements.ts';
import { placeName } from '../contract/statements.ts';
import type { Requirement } from '../model/requirement.ts';
import type { JudgedAnswer } from './judged-run.ts';
import { nodeAt } from './locate.ts';
import { type Sent, sentValue } from './sent.ts';
import { notExercised, type SpotVerdict } from './verdicts.ts';

/** How many elements the array at a source had; null where none was sent. */
export function sentLength(sent: Sent, { source }: Extract<Check, { kind: 'count' }>): number | null {
  const value = sentValue(sent, source);
  return value?.node.type === 'array' ? value.node.items.length : null;
}

/**
 * Rows that compare an element with the one sent at its position hold only when as many came back.
 * @returns why a row cannot be put, or null where it can
 */
export function lengthMismatch(
  { operation, place }: Requirement,
  { sent, document }: JudgedAnswer,
): SpotVerdict | null {
  const array = (place ?? '').split('/*')[0] ?? '';
  const id = requirementId(operation, array, 'count');
  const check = requirementNamed(id)?.check;
  const node = nodeAt(document.root, array);
  if (check?.kind !== 'count' || node?.type !== 'array' || node.items.length === sentLength(sent, check))
    return null;
  return notExercised(`${placeName(array)} has another length than what was sent`, id);
}
