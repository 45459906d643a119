import type { Evidence, Verdict } from '../../schemas/types.ts';
import { bounds } from '../bounded/bounds.ts';
import { addLowest, highestKey, lowest, takesLowest, valuesOf } from '../bounded/lowest.ts';
import { hashOf } from '../bounded/sample.ts';
import {
  count,
  entryOf,
  fewTexts,
  named,
  range,
  record,
  type Shape,
  type StateOf,
} from '../bounded/state.ts';
import { known } from '../model/known.ts';
import { rememberingLatest } from '../model/latest.ts';
import type { Skipped } from '../reading/skipped.ts';

/** How many pieces of evidence are kept of what deviates besides the first ones, spread over all exchanges. */
const mostSpread = 5;

/** What an exchange that says something of a requirement says. */
export type Judged = Exclude<Verdict, 'waived' | 'not-exercised'>;

/** Exchanges that did not exercise a requirement for reasons of one kind: the lowest key of theirs, and its reason. */
interface SkippedAlike {
  exchanges: number;
  key: number;
  why: Skipped;
}

const skippedAlike: Shape<SkippedAlike> = {
  empty: () => ({ exchanges: 0, key: Number.POSITIVE_INFINITY, why: { reason: '' } }),
  merge: (into, { exchanges, key, why }) => {
    into.exchanges += exchanges;
    if (key < into.key) Object.assign(into, { key, why });
    return into;
  },
};

const evidence = lowest<Evidence>(bounds.evidence);
const spread = lowest<Evidence>(mostSpread);
const actuals = fewTexts(bounds.actuals);
const follow = record({ exchanges: count, evidence });

/** What is known of one requirement. */
export const finding = record({
  /** Exchanges, by what they say of it. */
  counts: record({ conforms: count, deviates: count, notExercised: count }),
  places: record({ conforms: count, deviates: count }),
  evidence: record({ conforms: evidence, deviates: evidence }),
  /** The first deviating place of an exchange: what its id scatters to, then its key. */
  spread,
  /** Values that deviate. */
  actuals,
  /** By what the reason names: its cause, or its kind. */
  skips: named(skippedAlike),
  /** Deviations that follow from one of the request, by the requirement on it. */
  follows: named(follow),
  /** Times of exchanges that conform, in milliseconds since 1970. */
  conforming: range,
});

export type RequirementState = StateOf<typeof finding>;

/**
 * A number that depends on the id of an exchange alone, so that the lowest ones are a spread over all, the same however
 * they are divided into parts. One exchange may deviate from many requirements.
 */
const scattered = rememberingLatest((exchange: string) => Number.parseInt(hashOf(exchange).slice(0, 8), 16));

/** Evidence is kept of exchanges that conform, up to this key. */
export function shownUpTo({ evidence }: RequirementState): number {
  return highestKey(evidence.conforms, bounds.evidence);
}

/** Whether evidence would be kept. */
export function shows(found: RequirementState, verdict: Judged, key: number, exchange: string): boolean {
  if (takesLowest(found.evidence[verdict], bounds.evidence, key)) return true;
  return verdict === 'deviates' && takesLowest(found.spread, mostSpread, scattered(exchange), key);
}

/** Adds evidence of an exchange that is counted. */
export function show(found: RequirementState, verdict: Judged, key: number, all: readonly Evidence[]): void {
  for (const [at, one] of all.entries()) addLowest(found.evidence[verdict], bounds.evidence, [key, at, one]);
  const [first] = all;
  if (verdict === 'deviates' && first !== undefined)
    addLowest(found.spread, mostSpread, [scattered(first.exchange), key, first]);
}

/** Counts an exchange that deviates as its request does. @returns whether evidence of it is kept */
export function addFollowing(
  { follows }: RequirementState,
  because: string,
  key: number,
  all: () => readonly Evidence[],
): boolean {
  const following = entryOf(follows, because, follow);
  following.exchanges += 1;
  const isKept = takesLowest(following.evidence, bounds.evidence, key);
  if (isKept)
    for (const [at, one] of all().entries()) addLowest(following.evidence, bounds.evidence, [key, at, one]);
  return isKept;
}

/** Counts exchanges that did not exercise it. @param key the lowest of theirs */
export function skip({ counts, skips }: RequirementState, key: number, why: Skipped, exchanges = 1): void {
  const alike = entryOf(skips, why.because ?? why.kind ?? '', skippedAlike);
  counts.notExercised += exchanges;
  alike.exchanges += exchanges;
  if (key >= alike.key) return;
  // A reason may be one that is only worded when it is read.
  const { reason, because, unclear, kind } = why;
  Object.assign(alike, { key, why: { reason, ...known({ because, unclear, kind }) } });
}

/** @param texts values of what deviates; null for more than are kept */
export function addActuals(found: RequirementState, texts: Iterable<string> | null): void {
  found.actuals = actuals.add(found.actuals, texts);
}

export function isEmpty({ counts }: RequirementState): boolean {
  return counts.conforms + counts.deviates + counts.notExercised === 0;
}

/** That of most exchanges; of as many, one that names a cause goes first. */
function commonest(skips: readonly SkippedAlike[]): Skipped | null {
  const hasCause = ({ why }: SkippedAlike) => Number(why.because !== undefined);
  const [most] = [...skips].sort(
    (one, other) => other.exchanges - one.exchanges || hasCause(other) - hasCause(one) || one.key - other.key,
  );
  if (most === undefined) return null;
  const { kind: _, ...why } = most.why;
  return why;
}

/** Of deviations that follow from requests only where there are no others. */
function evidenceOf({ evidence: own, follows }: RequirementState, judged: Judged): readonly Evidence[] {
  if (judged === 'conforms' || own.deviates.length > 0) return valuesOf(own[judged]);
  return valuesOf(
    Object.values(follows).reduce((all, one) => evidence.merge(all, one.evidence), evidence.empty()),
  );
}

/** What the judge says of one requirement. */
export type RequirementFindings = ReturnType<typeof findingsOf>;

/** Deviates if any exchange deviates, else conforms if any conforms, else not exercised. */
export function findingsOf(found: RequirementState) {
  const { counts, places, conforming, actuals: values } = found;
  const judged = counts.deviates > 0 ? 'deviates' : counts.conforms > 0 ? 'conforms' : null;
  const verdict: Judged | 'not-exercised' = judged ?? 'not-exercised';
  const skips = Object.values(found.skips);
  const listed = judged === null ? [] : evidenceOf(found, judged);
  const follows = Object.entries(found.follows).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    verdict,
    /** Exchanges, by what they say of it. */
    counts: { ...counts },
    /** Of the verdict; the lowest keys first. */
    evidence: listed,
    evidenceOmitted: judged === null ? 0 : places[judged] - listed.length,
    /** Of the deviations, from all over the exchanges; some of it may be in `evidence` as well. */
    spread: judged === 'deviates' ? valuesOf(found.spread) : [],
    /** Why it was not exercised, and which requirement is the cause; null where no exchange said anything about it. */
    why: judged === null ? commonest(skips) : null,
    /** Every value that deviates; null where they were too many to keep. */
    actuals: values && new Set(values),
    /** The requirements because of which exchanges did not exercise it; '' for no cause. */
    causes: new Set(skips.map(({ why }) => why.because ?? '')),
    /** Deviations that follow from deviations of requests. `evidence` and `spread` are of the others, where there are any. */
    follows: follows.map(([because, { exchanges, evidence }]) => ({
      because,
      exchanges,
      evidence: valuesOf(evidence),
    })),
    conforming,
  };
}
