import type { Evidence, Finding, Verdict } from '../model/finding.ts';
import { Lowest } from './lowest.ts';

/** How many pieces of evidence are kept of one requirement, for each verdict. */
export const mostEvidence = 20;

/** How many different deviating values are kept of one requirement; beyond them none can be waived by its value. */
export const actualLimit = 100;

type Judged = Exclude<Verdict, 'waived'>;

interface Why {
  readonly reason: string;
  readonly because?: string;
}

/** Spots of exchanges with one verdict. */
class Places {
  readonly evidence = new Lowest<Evidence>(mostEvidence);
  count = 0;

  add(key: number, { evidence, evidenceOmitted }: Finding): void {
    for (const [at, one] of evidence.entries()) this.evidence.add({ key, at }, one);
    this.count += evidence.length + evidenceOmitted;
  }

  merge(other: Places): void {
    this.evidence.merge(other.evidence);
    this.count += other.count;
  }
}

/** What the judge knows of one requirement. */
export interface RequirementFindings {
  readonly verdict: Judged;
  /** Exchanges, by what they say of it. */
  readonly counts: { readonly conforms: number; readonly deviates: number; readonly notExercised: number };
  /** Of the verdict; the lowest keys first. */
  readonly evidence: readonly Evidence[];
  readonly evidenceOmitted: number;
  /** Why it was not exercised, and which requirement is the cause; null where no exchange said anything about it. */
  readonly why: Why | null;
  /** Every value that deviates; null where they were too many to keep. */
  readonly actuals: ReadonlySet<string> | null;
  /** How many exchanges did not exercise it, by the requirement that is the cause; '' for no cause. */
  readonly causes: ReadonlyMap<string, number>;
}

/** All findings of one requirement in bounded space: adding is O(1), merging is associative and commutative. */
export class Tally {
  private readonly places = { conforms: new Places(), deviates: new Places() };
  private readonly counts = { conforms: 0, deviates: 0, notExercised: 0 };
  private actuals: Set<string> | null = new Set();
  private readonly causes = new Map<string, number>();
  /** A reason that names a cause goes before one that does not. */
  private readonly explained = new Lowest<Why>(1);
  private readonly unexplained = new Lowest<Why>(1);

  /** Whether evidence that an exchange conforms would be kept. */
  shows(key: number): boolean {
    return this.places.conforms.evidence.takes({ key, at: 0 });
  }

  add(key: number, finding: Finding): void {
    const { verdict, reason = '', because } = finding;
    if (verdict === 'not-exercised') {
      this.addNotExercised(1, because ?? null);
      if (because === undefined) this.unexplained.add({ key, at: 0 }, { reason });
      else this.explained.add({ key, at: 0 }, { reason, because });
      return;
    }
    this.counts[verdict] += 1;
    this.places[verdict].add(key, finding);
    const { evidence, furtherActuals = [] } = finding;
    if (verdict === 'deviates')
      this.addActuals(furtherActuals && [...evidence.map(({ actual }) => actual), ...furtherActuals]);
  }

  /** Adds exchanges with one place each, of which no evidence is kept. */
  addUnlisted(verdict: 'conforms' | 'deviates', exchanges: number): void {
    this.counts[verdict] += exchanges;
    this.places[verdict].count += exchanges;
  }

  /** Adds exchanges that did not exercise it, of which no reason is kept. @param because id of the cause; null for none */
  addNotExercised(exchanges: number, because: string | null): void {
    if (exchanges === 0) return;
    this.counts.notExercised += exchanges;
    this.causes.set(because ?? '', (this.causes.get(because ?? '') ?? 0) + exchanges);
  }

  /** @param actuals values of what deviates; null for more than are kept */
  addActuals(actuals: Iterable<string> | null): void {
    if (actuals === null) this.actuals = null;
    for (const actual of actuals ?? []) this.actuals?.add(actual);
    if (this.actuals !== null && this.actuals.size > actualLimit) this.actuals = null;
  }

  merge(other: Tally): void {
    for (const verdict of ['conforms', 'deviates'] as const) {
      this.counts[verdict] += other.counts[verdict];
      this.places[verdict].merge(other.places[verdict]);
    }
    this.counts.notExercised += other.counts.notExercised;
    for (const [cause, count] of other.causes) this.causes.set(cause, (this.causes.get(cause) ?? 0) + count);
    this.explained.merge(other.explained);
    this.unexplained.merge(other.unexplained);
    this.addActuals(other.actuals);
  }

  /** Deviates if any exchange deviates, else conforms if any conforms, else not exercised. */
  findings(): RequirementFindings {
    const { counts, causes, actuals } = this;
    const verdict = counts.deviates > 0 ? 'deviates' : counts.conforms > 0 ? 'conforms' : 'not-exercised';
    const places = verdict === 'not-exercised' ? new Places() : this.places[verdict];
    const evidence = places.evidence.values;
    return {
      verdict,
      counts: { ...counts },
      evidence,
      evidenceOmitted: places.count - evidence.length,
      why:
        verdict === 'not-exercised'
          ? ([...this.explained.values, ...this.unexplained.values][0] ?? null)
          : null,
      actuals,
      causes,
    };
  }
}
