import type { Evidence, RequirementResult } from '../../schemas/types.ts';

/** Deviations of responses whose cause is a deviation of the request (src/judge/follows.ts). */

type WithFollowing = Pick<RequirementResult, 'counts' | 'follows'>;

/** The requirement on requests from whose deviation a piece of evidence follows; undefined where it does not. */
export function causeOf(
  { follows = [] }: Pick<RequirementResult, 'follows'>,
  { exchange, pointer }: Pick<Evidence, 'exchange' | 'pointer'>,
): string | undefined {
  const isIt = (one: Evidence) => one.exchange === exchange && one.pointer === pointer;
  return follows.find(({ evidence }) => evidence.some(isIt))?.because;
}

/** How many messages deviate for a reason of their own. */
export function ownDeviations({ counts, follows = [] }: WithFollowing): number {
  return Math.max(
    0,
    follows.reduce((left, { exchanges }) => left - exchanges, counts.deviates),
  );
}

/** In how many messages it deviates, for a reason of its own where there is one, and how many were judged for that. */
export function seenOf(row: WithFollowing): { readonly deviates: number; readonly judged: number } {
  const own = ownDeviations(row);
  const deviates = own === 0 ? row.counts.deviates : own;
  return { deviates, judged: row.counts.conforms + deviates };
}

/** What was judged. */
export function judgedNoun({ side }: Pick<RequirementResult, 'side'>): string {
  return side ?? 'response';
}

/** Whether some of it follows from a deviation of these requirements on requests. */
export function followsFrom({ follows = [] }: WithFollowing, ids: ReadonlySet<string>): boolean {
  return follows.some(({ because }) => ids.has(because));
}
