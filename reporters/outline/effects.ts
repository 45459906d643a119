import type { Effect, Report } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { plural } from '../../src/text/plural.ts';
import { capped, joined, type RichText } from './outline.ts';
import { operationWords } from './words.ts';

/**
 * What the run did to each object of the target, and how often: equal effects once, in the order in which they first
 * happened. An object is removed once: by a request that is known to have done it, by no other.
 * @param whole the file that has all of it; null for none
 */
export function effectsText(report: Report, whole: string | null): RichText {
  const keyOf = ({ operation, id, state }: Omit<Effect, 'exchange'>) =>
    JSON.stringify([operation, id, state]);
  const groups = groupBy(report.effects, keyOf);
  const all = [...groups.values()].flatMap((group): readonly RichText[] => {
    const [one] = group;
    const { effect } = operationWords(report, one.operation);
    const isRemoval = effect?.removes !== undefined && one.state === 'unknown';
    if (effect === null || (isRemoval && groups.has(keyOf({ ...one, state: 'confirmed' })))) return [];
    const count = isRemoval ? 1 : group.length;
    if (one.id === null && one.state === 'unknown' && count > 1)
      return [`up to ${plural(count, effect.noun)} ${effect.unknown} (identifiers unknown)`];
    const missing = one.id === null ? '(identifier unknown)' : '(identifier empty)';
    // `written 2 times`; what may have happened, at most so often.
    const often = count === 1 ? '' : ` ${one.state === 'unknown' ? 'up to ' : ''}${count} times`;
    return [[`${effect.noun} `, one.id ? { value: one.id } : missing, ` ${effect[one.state]}${often}`]];
  });
  const { rows, more } = capped(all, 'effects', whole);
  return joined(more === '' ? rows : [...rows, more], '; ');
}
