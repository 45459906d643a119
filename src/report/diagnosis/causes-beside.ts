import type { FollowingDeviations } from '../../../schemas/types.ts';
import { pointerKeys } from '../../json/place.ts';
import { groupBy } from '../../model/group-by.ts';
import { known } from '../../model/known.ts';
import { requestPlace } from '../../model/requirement.ts';
import { contract } from '../../operations/index.ts';
import type { Checked } from './deviation.ts';

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
