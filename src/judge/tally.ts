import { bounds } from '../bounded/bounds.ts';
import { Lowest } from '../bounded/lowest.ts';
import { NumberRange, type RangeState } from '../bounded/range.ts';
import { hashOf } from '../bounded/sample.ts';
import type { Evidence, Verdict } from '../model/finding.ts';
import { known } from '../model/known.ts';
import type { Skipped } from '../reading/skipped.ts';

/** How many pieces of evidence are kept of what deviates besides the first ones, spread over all exchanges. */
const mostSpread = 5;

/** What an exchange that says something of a requirement says. */
export type Judged = Exclude<Verdict, 'waived' | 'not-exercised'>;

/**
 * A number that depends on the id of an exchange alone, so that the lowest ones are a spread over all, the same however
 * they are divided into parts.
 */
function scattered(exchange: string): number {
  return Number.parseInt(hashOf(exchange).slice(0, 8), 16);
}

/** Exchanges that did not exercise a requirement for reasons of one kind. */
interface SkippedAlike {
  exchanges: number;
  /** The lowest of theirs, and its reason. */
  key: number;
  why: Skipped;
}

/** A reason may be one that is only worded when it is read. */
function keptReason({ reason, because, unclear, kind }: Skipped): Skipped {
  return { reason, ...known({ because, unclear, kind }) };
}

/** That of most exchanges; of as many, one that names a cause goes first. */
function commonest(skips: Iterable<SkippedAlike>): Skipped | null {
  const hasCause = ({ why }: SkippedAlike) => Number(why.because !== undefined);
  const [most] = [...skips].sort(
    (one, other) => other.exchanges - one.exchanges || hasCause(other) - hasCause(one) || one.key - other.key,
  );
  if (most === undefined) return null;
  const { kind: _, ...why } = most.why;
  return why;
}

/** What the judge knows of one requirement. */
export interface RequirementFindings {
  readonly verdict: Judged | 'not-exercised';
  /** Exchanges, by what they say of it. */
  readonly counts: { readonly conforms: number; readonly deviates: number; readonly notExercised: number };
  /** Of the verdict; the lowest keys first. */
  readonly evidence: readonly Evidence[];
  readonly evidenceOmitted: number;
  /** Of the deviations, from all over the exchanges; some of it may be in `evidence` as well. */
  readonly spread: readonly Evidence[];
  /** Why it was not exercised, and which requirement is the cause; null where no exchange said anything about it. */
  readonly why: Skipped | null;
  /** Every value that deviates; null where they were too many to keep. */
  readonly actuals: ReadonlySet<string> | null;
  /** The requirements because of which exchanges did not exercise it; '' for no cause. */
  readonly causes: ReadonlySet<string>;
  /** Deviations that follow from deviations of requests. `evidence` and `spread` are of the others, where there are any. */
  readonly follows: readonly FollowingFindings[];
  /** Milliseconds since 1970 of the first and the last exchange that conforms; null where nobody asked for it, or for none. */
  readonly conforming: RangeState;
}

/** Of the exchanges that deviate, those in which it follows from a deviation of the request. */
export interface FollowingFindings {
  /** The requirement on the request. */
  readonly because: string;
  readonly exchanges: number;
  /** The lowest keys first. */
  readonly evidence: readonly Evidence[];
}

interface Following {
  exchanges: number;
  readonly evidence: Lowest<Evidence>;
}

export type TallyState = RequirementTally['state'];

function followsState(follows: ReadonlyMap<string, Following>) {
  return [...follows].map(([because, { exchanges, evidence }]) => ({
    because,
    exchanges,
    evidence: evidence.state,
  }));
}

/** All findings of one requirement in bounded space: adding is O(1), taking states too, in any order. */
export class RequirementTally {
  private readonly counts = { conforms: 0, deviates: 0, notExercised: 0 };
  private readonly places = { conforms: 0, deviates: 0 };
  private readonly evidence: Readonly<Record<Judged, Lowest<Evidence>>> = {
    conforms: new Lowest(bounds.evidence),
    deviates: new Lowest(bounds.evidence),
  };
  /** The first deviating place of an exchange: what its id scatters to, then its key. */
  private readonly spread = new Lowest<Evidence>(mostSpread);
  private actuals: Set<string> | null = new Set();
  /** By what the reason names: its cause, or its kind. */
  private readonly skips = new Map<string, SkippedAlike>();
  private readonly follows = new Map<string, Following>();
  /** Times of exchanges that conform. */
  readonly conforming = new NumberRange();

  /** Evidence is kept of exchanges that conform, up to this key. */
  get shownUpTo(): number {
    return this.evidence.conforms.highestKey;
  }

  /** Whether evidence would be kept. */
  shows(verdict: Judged, key: number, exchange: string): boolean {
    if (this.evidence[verdict].takes(key)) return true;
    return verdict === 'deviates' && this.spread.takes(scattered(exchange), key);
  }

  /** Whether values of what deviates are still kept. */
  get keepsActuals(): boolean {
    return this.actuals !== null;
  }

  /** Counts exchanges. @param places of all of them */
  count(verdict: Judged, exchanges: number, places = exchanges): void {
    // A member chosen by name takes a twelfth of the time of judging.
    if (verdict === 'conforms') {
      this.counts.conforms += exchanges;
      this.places.conforms += places;
    } else {
      this.counts.deviates += exchanges;
      this.places.deviates += places;
    }
  }

  /** Adds evidence of an exchange that is counted. */
  show(verdict: Judged, key: number, evidence: readonly Evidence[]): void {
    for (const [at, one] of evidence.entries()) this.evidence[verdict].add(key, one, at);
    const [first] = evidence;
    if (verdict === 'deviates' && first !== undefined) this.spread.add(scattered(first.exchange), first, key);
  }

  private following(because: string): Following {
    const known = this.follows.get(because) ?? {
      exchanges: 0,
      evidence: new Lowest<Evidence>(bounds.evidence),
    };
    this.follows.set(because, known);
    return known;
  }

  /** Counts an exchange that deviates as its request does. @returns whether evidence of it is kept */
  follow(because: string, key: number, evidence: () => readonly Evidence[]): boolean {
    const following = this.following(because);
    following.exchanges += 1;
    const isKept = following.evidence.takes(key);
    if (isKept) for (const [place, one] of evidence().entries()) following.evidence.add(key, one, place);
    return isKept;
  }

  /** Counts exchanges that did not exercise it. @param key the lowest of theirs */
  skip(key: number, why: Skipped, exchanges = 1): void {
    const name = why.because ?? why.kind ?? '';
    const alike = this.skips.get(name);
    this.counts.notExercised += exchanges;
    if (alike === undefined) this.skips.set(name, { exchanges, key, why: keptReason(why) });
    else {
      alike.exchanges += exchanges;
      if (key < alike.key) Object.assign(alike, { key, why: keptReason(why) });
    }
  }

  /** @param actuals values of what deviates; null for more than are kept */
  addActuals(actuals: Iterable<string> | null): void {
    if (actuals === null) this.actuals = null;
    for (const actual of actuals ?? []) this.actuals?.add(actual);
    if (this.actuals !== null && this.actuals.size > bounds.actuals) this.actuals = null;
  }

  get isEmpty(): boolean {
    return Object.values(this.counts).every((count) => count === 0);
  }

  get state() {
    const { counts, places, evidence, spread, actuals, skips, follows, conforming } = this;
    return {
      follows: followsState(follows),
      conforming: conforming.state,
      counts: { ...counts },
      places: { ...places },
      evidence: { conforms: evidence.conforms.state, deviates: evidence.deviates.state },
      spread: spread.state,
      actuals: actuals && [...actuals],
      skips: [...skips.values()].map((one) => ({ ...one })),
    };
  }

  take(state: TallyState): void {
    const { counts, places, evidence, spread, actuals, skips, follows, conforming } = state;
    this.conforming.take(conforming);
    for (const { because, exchanges, evidence: shown } of follows) {
      const known = this.following(because);
      known.exchanges += exchanges;
      known.evidence.take(shown);
    }
    for (const verdict of ['conforms', 'deviates'] as const) {
      this.count(verdict, counts[verdict], places[verdict]);
      this.evidence[verdict].take(evidence[verdict]);
    }
    this.spread.take(spread);
    this.addActuals(actuals);
    for (const { exchanges, key, why } of skips) this.skip(key, why, exchanges);
  }

  /** Deviates if any exchange deviates, else conforms if any conforms, else not exercised. */
  findings(): RequirementFindings {
    const { counts, skips, actuals } = this;
    const judged = counts.deviates > 0 ? 'deviates' : counts.conforms > 0 ? 'conforms' : null;
    const evidence = judged === null ? [] : this.evidenceOf(judged);
    return {
      verdict: judged ?? 'not-exercised',
      counts: { ...counts },
      evidence,
      evidenceOmitted: judged === null ? 0 : this.places[judged] - evidence.length,
      spread: judged === 'deviates' ? this.spread.values : [],
      why: judged === null ? commonest(skips.values()) : null,
      actuals,
      causes: new Set([...skips.values()].map(({ why }) => why.because ?? '')),
      follows: [...this.follows]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([because, { exchanges, evidence: shown }]) => ({
          because,
          exchanges,
          evidence: shown.values,
        })),
      conforming: this.conforming.state,
    };
  }

  /** Of deviations that follow from requests only where there are no others. */
  private evidenceOf(judged: Judged): readonly Evidence[] {
    const own = this.evidence[judged];
    if (judged === 'conforms' || own.state.length > 0) return own.values;
    const all = new Lowest<Evidence>(bounds.evidence);
    for (const { evidence } of this.follows.values()) all.take(evidence.state);
    return all.values;
  }
}
