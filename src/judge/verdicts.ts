import type { Evidence, Finding } from '../model/finding.ts';
import { evidenceLimit, furtherLimit } from './evidence.ts';
import type { Said } from './tally.ts';

/** Evidence before it is known of which exchange it is. */
export type Shown = Omit<Evidence, 'exchange'>;

/** What one spot of one answer says about one requirement; its evidence is written out only where it is kept. */
export type SpotVerdict =
  | { readonly verdict: 'conforms' | 'deviates'; readonly shown: () => Shown }
  | { readonly verdict: 'not-exercised'; readonly reason: string; readonly because?: string };

export type Silent = Extract<SpotVerdict, { verdict: 'not-exercised' }>;

export function notExercised(reason: string, because?: string): Silent {
  if (because === undefined) return { verdict: 'not-exercised', reason };
  return { verdict: 'not-exercised', reason, because };
}

export function verdictOf(holds: boolean, shown: () => Shown): SpotVerdict {
  return { verdict: holds ? 'conforms' : 'deviates', shown };
}

/** A spot that conforms, where no evidence of that is kept. */
export const unlisted: SpotVerdict = verdictOf(true, () => ({ pointer: '', expected: '', actual: '' }));

/** What an exchange says that has no other spot: most say so of most requirements. */
export const onlyUnlisted: readonly SpotVerdict[] = [unlisted];

/** Only as much evidence as a finding lists: an array may have 100,000 elements. */
function evidenceOf(
  verdict: 'conforms' | 'deviates',
  exchange: string,
  spots: readonly SpotVerdict[],
): Pick<Finding, 'evidence' | 'furtherActuals'> {
  const evidence: Evidence[] = [];
  /** One more than are kept means too many. */
  const further = new Set<string>();
  for (const spot of spots) {
    if (spot.verdict !== verdict) continue;
    if (evidence.length < evidenceLimit) evidence.push({ exchange, ...spot.shown() });
    else if (verdict === 'deviates' && further.size <= furtherLimit) {
      const { actual } = spot.shown();
      if (evidence.every((listed) => listed.actual !== actual)) further.add(actual);
    }
  }
  if (further.size === 0) return { evidence };
  return { evidence, furtherActuals: further.size > furtherLimit ? null : [...further] };
}

const nowhere = notExercised('the place was not in the answer');

/**
 * What the spots of an exchange say together. One deviating spot makes it deviate; without one, it conforms only if some
 * spot conforms.
 * @param isShown whether evidence of what conforms is kept
 */
export function saidBy(spots: readonly SpotVerdict[], exchange: string, isShown: boolean): Said {
  let conforming = 0;
  let deviating = 0;
  let cause: Silent | undefined;
  for (const spot of spots) {
    if (spot.verdict !== 'not-exercised') {
      if (spot.verdict === 'conforms') conforming += 1;
      else deviating += 1;
    } else if (cause === undefined || (cause.because === undefined && spot.because !== undefined))
      cause = spot;
  }
  if (conforming + deviating === 0) return cause ?? nowhere;
  const verdict = deviating > 0 ? 'deviates' : 'conforms';
  const count = deviating > 0 ? deviating : conforming;
  if (verdict === 'conforms' && !isShown) return { verdict, evidenceOmitted: count };
  const found = evidenceOf(verdict, exchange, spots);
  return { verdict, evidenceOmitted: count - found.evidence.length, ...found };
}
