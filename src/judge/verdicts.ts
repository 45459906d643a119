import type { Evidence, Finding } from '../model/finding.ts';
import type { Requirement } from '../model/requirement.ts';
import { evidenceLimit, furtherLimit } from './evidence.ts';

/** Evidence before it is known of which exchange it is. */
export type Shown = Omit<Evidence, 'exchange'>;

/** What one spot of one answer says about one requirement; its evidence is written out only where it is kept. */
export type SpotVerdict =
  | { readonly verdict: 'conforms' | 'deviates'; readonly shown: () => Shown }
  | { readonly verdict: 'not-exercised'; readonly reason: string; readonly because?: string };

type Judged = Exclude<SpotVerdict, { verdict: 'not-exercised' }>;
type Silent = Extract<SpotVerdict, { verdict: 'not-exercised' }>;

export function notExercised(reason: string, because?: string): SpotVerdict {
  return { verdict: 'not-exercised', reason, ...(because === undefined ? {} : { because }) };
}

export function verdictOf(holds: boolean, shown: () => Shown): SpotVerdict {
  return { verdict: holds ? 'conforms' : 'deviates', shown };
}

/** What spots say together. Keeps only as much evidence as a finding lists: an array may have 100,000 elements. */
interface Collected {
  readonly evidence: Evidence[];
  /** One more than are kept means too many. */
  readonly further: Set<string>;
  count: number;
}

const nothing = (): Collected => ({ evidence: [], further: new Set(), count: 0 });

function collect(into: Collected, exchange: string, { shown }: Judged): void {
  if (into.evidence.length < evidenceLimit) {
    into.evidence.push({ exchange, ...shown() });
  } else if (into.further.size <= furtherLimit) {
    const { actual } = shown();
    if (into.evidence.every((listed) => listed.actual !== actual)) into.further.add(actual);
  }
}

function furtherActuals({ further }: Collected): Pick<Finding, 'furtherActuals'> {
  if (further.size === 0) return {};
  return { furtherActuals: further.size > furtherLimit ? null : [...further] };
}

/**
 * One deviating spot makes the exchange deviate; without one, the exchange conforms only if some spot conforms.
 * @param isShown whether evidence of what conforms is kept
 */
export function toFinding(
  requirement: Requirement,
  exchange: string,
  spots: Iterable<SpotVerdict>,
  isShown: boolean,
): Finding {
  const collected: Record<Judged['verdict'], Collected> = {
    deviates: nothing(),
    conforms: nothing(),
  };
  let cause: Silent | undefined;
  for (const spot of spots) {
    if (spot.verdict !== 'not-exercised') {
      const into = collected[spot.verdict];
      into.count += 1;
      if (isShown || spot.verdict === 'deviates') collect(into, exchange, spot);
    } else if (cause === undefined || (cause.because === undefined && spot.because !== undefined))
      cause = spot;
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
