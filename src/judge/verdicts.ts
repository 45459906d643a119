import type { Evidence, Finding } from '../model/finding.ts';
import type { Requirement } from '../model/requirement.ts';
import { evidenceLimit, furtherLimit } from './evidence.ts';

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
type Silent = Extract<SpotVerdict, { verdict: 'not-exercised' }>;

export function notExercised(reason: string, because?: string): SpotVerdict {
  return { verdict: 'not-exercised', reason, ...(because === undefined ? {} : { because }) };
}

export function verdictOf(holds: boolean, pointer: string, expected: string, actual: string): SpotVerdict {
  return { verdict: holds ? 'conforms' : 'deviates', pointer, expected, actual };
}

/** What spots say together. Only so much evidence is kept as a finding lists: an array may have a hundred thousand. */
interface Collected {
  readonly evidence: Evidence[];
  /** One more than are kept means too many. */
  readonly further: Set<string>;
  count: number;
}

const nothing = (): Collected => ({ evidence: [], further: new Set(), count: 0 });

function collect(into: Collected, exchange: string, { pointer, expected, actual }: Judged): void {
  into.count += 1;
  if (into.evidence.length < evidenceLimit) into.evidence.push({ exchange, pointer, expected, actual });
  else if (into.further.size <= furtherLimit && into.evidence.every((listed) => listed.actual !== actual))
    into.further.add(actual);
}

function furtherActuals({ further }: Collected): Pick<Finding, 'furtherActuals'> {
  if (further.size === 0) return {};
  return { furtherActuals: further.size > furtherLimit ? null : [...further] };
}

/** One deviating spot makes the exchange deviate; it conforms only if a spot was there to conform. */
export function toFinding(requirement: Requirement, exchange: string, spots: Iterable<SpotVerdict>): Finding {
  const collected: Record<Judged['verdict'], Collected> = {
    deviates: nothing(),
    conforms: nothing(),
  };
  let cause: Silent | undefined;
  for (const spot of spots) {
    if (spot.verdict !== 'not-exercised') collect(collected[spot.verdict], exchange, spot);
    else if (cause === undefined || (cause.because === undefined && spot.because !== undefined)) cause = spot;
  }
  const { id } = requirement;
  for (const verdict of ['deviates', 'conforms'] as const) {
    const { evidence, count } = collected[verdict];
    if (count === 0) continue;
    const further = verdict === 'deviates' ? furtherActuals(collected[verdict]) : {};
    const evidenceOmitted = count - evidence.length;
    return { requirement: id, exchange, verdict, evidence, evidenceOmitted, ...further };
  }
  const { reason = 'the place was not in the answer', because } = cause ?? {};
  const why = because === undefined ? { reason } : { reason, because };
  return { requirement: id, exchange, verdict: 'not-exercised', evidence: [], evidenceOmitted: 0, ...why };
}
