import type { Effect, Exchange, RequirementResult, Unanswered } from '../../schemas/types.ts';
import { statusOf } from '../model/exchange.ts';
import { contract } from '../operations/index.ts';
import { isProtectionUnknown } from './gaps.ts';
import { credentialsOf } from './results.ts';

/** An authorised request whose object was gone, and an unauthorised one before it that may have removed the object. */
interface Removal {
  readonly by: Exchange;
  readonly missedBy: Exchange;
  readonly status: number;
  /** `the automation rule may have been deleted by`. */
  readonly words: string;
}

/** @param effects of the same exchanges */
export function removalsOf(exchanges: readonly Exchange[], effects: readonly Effect[]): readonly Removal[] {
  return exchanges.flatMap((by) => {
    const { effect } = contract.operation(by.operation);
    const done = effects.find(({ exchange, state }) => exchange === by.id && state === 'unknown');
    if (by.credentials === 'authorised' || effect?.removes === undefined || done === undefined) return [];
    const { removes, noun, unknown } = effect;
    const missedBy = exchanges.find(
      ({ operation, credentials, request }) =>
        operation === by.operation && credentials === 'authorised' && request.addressed[removes] === done.id,
    );
    const status = missedBy && statusOf(missedBy);
    if (missedBy === undefined || (status !== 404 && status !== 410)) return [];
    return [{ by, missedBy, status, words: `the ${noun} ${unknown} by` }];
  });
}

/** A result that says what an unclear request may have removed. */
export function withRemoval(row: RequirementResult, removals: readonly Removal[]): RequirementResult {
  const removal = removals.find(
    ({ by }) => by.operation === row.operation && by.credentials === credentialsOf(row),
  );
  if (removal === undefined || !isProtectionUnknown(row)) return row;
  const { words, missedBy, status } = removal;
  return { ...row, reason: `${row.reason}; ${words} that request, as ${missedBy.id} then got ${status}` };
}

/** The same for the request that found nothing to remove. */
export function withRemover(one: Unanswered, removals: readonly Removal[]): Unanswered {
  const own = removals.filter(({ missedBy }) => missedBy.id === one.exchange);
  const [first] = own;
  if (first === undefined) return one;
  const by = own.map(({ by: { id } }) => id).join(' or ');
  return {
    ...one,
    hint: [`${first.words} ${by}`, ...(one.hint === undefined ? [] : [one.hint])].join('; else: '),
  };
}
