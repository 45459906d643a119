import type { Evidence, Finding } from '../model/finding.ts';
import type { Requirement } from '../model/requirement.ts';
import { evidenceLimit, furtherLimit } from './evidence.ts';

/** Evidence before it is known of which exchange it is. */
export type Shown = Omit<Evidence, 'exchange'>;

/** What one spot of one answer says about one requirement; its evidence is written out only where it is kept. */
export type SpotVerdict =
  | { readonly verdict: 'conforms' | 'deviates'; readonly shown: () => Shown }
  | { readonly verdict: 'not-exercised'; readonly reason: string; readonly because?: string };

type Silent = Extract<SpotVerdict, { verdict: 'not-exercised' }>;

export function notExercised(reason: string, because?: string): SpotVerdict {
  if (because === undefined) return { verdict: 'not-exercised', reason };
  return { verdict: 'not-exercised', reason, because };
}

export function verdictOf(holds: boolean, shown: () => Shown): SpotVerdict {
  return { verdict: holds ? 'conforms' : 'deviates', shown };
}

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

const noEvidence: readonly Evidence[] = [];

/**
 * One deviating spot makes the exchange deviate; without one, the exchange conforms only if some spot conforms.
 * @param isShown whether evidence of what conforms is kept
 */
export function toFinding(
  { id: requirement }: Requirement,
  exchange: string,
  spots: readonly SpotVerdict[],
  isShown: boolean,
): Finding {
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
  if (conforming + deviating === 0) {
    const { reason = 'the place was not in the answer', because } = cause ?? {};
    const silent = { requirement, exchange, verdict: 'not-exercised', reason } as const;
    const none = { ...silent, evidence: noEvidence, evidenceOmitted: 0 };
    return because === undefined ? none : { ...none, because };
  }
  const verdict = deviating > 0 ? 'deviates' : 'conforms';
  const count = deviating > 0 ? deviating : conforming;
  if (verdict === 'conforms' && !isShown)
    return { requirement, exchange, verdict, evidence: noEvidence, evidenceOmitted: count };
  const found = evidenceOf(verdict, exchange, spots);
  return { requirement, exchange, verdict, evidenceOmitted: count - found.evidence.length, ...found };
}
