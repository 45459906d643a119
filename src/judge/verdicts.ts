import type { Evidence, Finding } from '../model/finding.ts';
import type { Requirement } from '../model/requirement.ts';
import { evidenceLimit } from './evidence.ts';

/** What one spot of one answer says about one requirement. */
export type SpotVerdict =
  | {
      readonly verdict: 'conforms' | 'deviates';
      readonly pointer: string;
      readonly expected: string;
      readonly actual: string;
    }
  | { readonly verdict: 'not-exercised'; readonly reason: string; readonly because?: string };

type Judged = Exclude<SpotVerdict, { verdict: 'not-exercised' }>;

export function notExercised(reason: string, because?: string): SpotVerdict {
  return { verdict: 'not-exercised', reason, ...(because === undefined ? {} : { because }) };
}

export function verdictOf(holds: boolean, pointer: string, expected: string, actual: string): SpotVerdict {
  return { verdict: holds ? 'conforms' : 'deviates', pointer, expected, actual };
}

function withEvidence(
  requirement: Requirement,
  exchange: string,
  verdict: Judged['verdict'],
  spots: readonly Judged[],
): Finding {
  const evidence: Evidence[] = spots
    .slice(0, evidenceLimit)
    .map(({ pointer, expected, actual }) => ({ exchange, pointer, expected, actual }));
  return {
    requirement: requirement.id,
    exchange,
    verdict,
    evidence,
    evidenceOmitted: spots.length - evidence.length,
  };
}

/** One deviating spot makes the exchange deviate; it conforms only if a spot was there to conform. */
export function toFinding(
  requirement: Requirement,
  exchange: string,
  spots: readonly SpotVerdict[],
): Finding {
  const judged = (verdict: Judged['verdict']) =>
    spots.filter((spot): spot is Judged => spot.verdict === verdict);
  const deviating = judged('deviates');
  if (deviating.length > 0) return withEvidence(requirement, exchange, 'deviates', deviating);
  const conforming = judged('conforms');
  if (conforming.length > 0) return withEvidence(requirement, exchange, 'conforms', conforming);
  const silent = spots.filter((spot) => spot.verdict === 'not-exercised');
  const cause = silent.find(({ because }) => because !== undefined) ?? silent[0];
  return {
    requirement: requirement.id,
    exchange,
    verdict: 'not-exercised',
    evidence: [],
    evidenceOmitted: 0,
    reason: cause?.reason ?? 'the place was not in the answer',
    ...(cause?.because === undefined ? {} : { because: cause.because }),
  };
}
