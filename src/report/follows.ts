import { pointerKeys } from '../json/pointer.ts';
import type { Evidence } from '../model/finding.ts';
import { groupBy } from '../model/group-by.ts';
import { known } from '../model/known.ts';
import type { FollowingDeviations, RequirementResult } from '../model/report.ts';
import { requestPlace } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import type { Checked } from './diagnosis/deviation.ts';

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

/** The place in the request of a place in the response: elements have the same positions. */
function requestPointer(place: string, { pointer }: { readonly pointer: string }): string {
  const positions = pointerKeys(pointer).filter((key) => /^\d+$/.test(key));
  return place.replaceAll('*', () => positions.shift() ?? '0');
}

function missingRow({ because, exchanges, evidence }: FollowingDeviations): Checked | null {
  const found = contract.requirement(because);
  if (found === undefined) return null;
  const place = found.place ?? requestPlace;
  return {
    ...found,
    settings: null,
    verdict: 'deviates',
    counts: { conforms: 0, deviates: exchanges, notExercised: 0 },
    evidence: evidence.map(({ exchange, ...one }) => ({
      exchange,
      pointer: requestPointer(place, one),
      expected: '',
      actual: '',
    })),
    evidenceOmitted: 0,
    ...known({ schema: found.schema }),
  };
}

/** Requirements on requests that are the cause of deviations, and were not judged or do not deviate. */
export function causesBeside(deviating: readonly Checked[], all: readonly Checked[]): readonly Checked[] {
  const own = new Set(deviating.map(({ id }) => id));
  const causes = deviating.flatMap(({ follows = [] }) => follows).filter(({ because }) => !own.has(because));
  return [...groupBy(causes, ({ because }) => because).values()].flatMap(
    ([one]) => all.find(({ id }) => id === one.because) ?? missingRow(one) ?? [],
  );
}
