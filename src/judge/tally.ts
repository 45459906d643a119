import { Lowest } from '../bounded/lowest.ts';
import type { StateOptions } from '../bounded/state.ts';
import type { Evidence, Verdict } from '../model/finding.ts';
import type { Silence } from './silence.ts';
import type { PlacesState, TallyState } from './state.ts';

/** How many pieces of evidence are kept of one requirement, for each verdict. */
export const mostEvidence = 20;

/** How many pieces of evidence beyond those are kept of what deviates, spread over all exchanges. */
export const mostSpread = 5;

/** How many different deviating values are kept of one requirement; beyond them none can be waived by its value. */
export const actualLimit = 100;

type Judged = Exclude<Verdict, 'waived'>;

interface Why {
  readonly reason: string;
  readonly because?: string;
}

/**
 * A number that looks random (FNV-1a, mixed) and depends on the id of an exchange alone, so that the lowest ones are a
 * spread over all, the same however they are divided into parts.
 */
function scattered(exchange: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < exchange.length; at += 1)
    hash = Math.imul(hash ^ exchange.charCodeAt(at), 0x0100_0193);
  for (const factor of [0x85eb_ca6b, 0xc2b2_ae35]) hash = Math.imul(hash ^ (hash >>> 15), factor);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const same = <Value>(value: Value): Value => value;

const most = Number.POSITIVE_INFINITY;
const everything: StateOptions = {
  limits: { evidence: most, actuals: most, texts: most, requests: most, unanswered: most },
  keyOf: same,
};

/** Spots of exchanges with one verdict. */
class Places {
  readonly evidence = new Lowest<Evidence>(mostEvidence);
  count = 0;

  add(key: number, evidence: readonly Evidence[], omitted: number): void {
    let at = 0;
    for (const one of evidence) {
      this.evidence.add({ key, at }, one);
      at += 1;
    }
    this.count += evidence.length + omitted;
  }

  state(options: StateOptions): Omit<PlacesState, 'spread'> {
    const { evidence } = options.limits;
    return { count: this.count, evidence: this.evidence.state(options, evidence, same) };
  }

  take({ count, evidence }: PlacesState): void {
    this.count += count;
    this.evidence.take(evidence, same);
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
  /** Of the deviations, from all over the exchanges; some of it may be in `evidence` as well. */
  readonly spread: readonly Evidence[];
  /** Why it was not exercised, and which requirement is the cause; null where no exchange said anything about it. */
  readonly why: Why | null;
  /** Every value that deviates; null where they were too many to keep. */
  readonly actuals: ReadonlySet<string> | null;
  /** How many exchanges did not exercise it, by the requirement that is the cause; '' for no cause. */
  readonly causes: ReadonlyMap<string, number>;
}

/** All findings of one requirement in bounded space: adding is O(1), merging is associative and commutative. */
export class RequirementTally {
  private readonly places = { conforms: new Places(), deviates: new Places() };
  /** The first deviating place of an exchange, by what its id scatters to. */
  private readonly spread = new Lowest<Evidence>(mostSpread);
  private readonly counts = { conforms: 0, deviates: 0, notExercised: 0 };
  private actuals: Set<string> | null = new Set();
  private readonly causes = new Map<string, number>();
  /** A reason that names a cause goes before one that does not. */
  private readonly explained = new Lowest<Why>(1);
  private readonly unexplained = new Lowest<Why>(1);

  /** Whether evidence of what deviates in an exchange would be kept. */
  showsDeviation(key: number, exchange: string): boolean {
    const { evidence } = this.places.deviates;
    return evidence.takes({ key, at: 0 }) || this.spread.takes({ key: scattered(exchange), at: key });
  }

  /** Whether evidence that an exchange conforms would be kept. */
  shows(key: number): boolean {
    return key <= this.highestShown;
  }

  /** The highest key of which it would be kept. */
  get highestShown(): number {
    return this.places.conforms.evidence.highestKey;
  }

  /** The same of the reason why an exchange did not exercise it, of which no requirement is the cause. */
  get highestExplained(): number {
    return this.unexplained.highestKey;
  }

  /** Whether values of what deviates are still kept. */
  get keepsActuals(): boolean {
    return this.actuals !== null;
  }

  /** Adds an exchange that conforms. @param omitted places that evidence leaves out */
  addConforming(key: number, evidence: readonly Evidence[], omitted: number): void {
    this.counts.conforms += 1;
    this.places.conforms.add(key, evidence, omitted);
  }

  /** Adds one that deviates; see `addActuals` for its values. */
  addDeviating(key: number, evidence: readonly Evidence[], omitted: number): void {
    this.counts.deviates += 1;
    this.places.deviates.add(key, evidence, omitted);
    const [first] = evidence;
    if (first !== undefined) this.spread.add({ key: scattered(first.exchange), at: key }, first);
  }

  /** Adds an exchange that did not exercise it. */
  addSilence(key: number, silence: Silence): void {
    const { because } = silence;
    this.addNotExercised(1, because ?? null);
    if (because === undefined) {
      if (key <= this.highestExplained) this.unexplained.add({ key, at: 0 }, { reason: silence.reason });
    } else if (this.explained.takes({ key, at: 0 }))
      this.explained.add({ key, at: 0 }, { reason: silence.reason, because });
  }

  /** Adds exchanges of which no evidence is kept. @param places of all of them; one each unless it says otherwise */
  addUnlisted(verdict: 'conforms' | 'deviates', exchanges: number, places = exchanges): void {
    this.counts[verdict] += exchanges;
    this.places[verdict].count += places;
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

  copy(): RequirementTally {
    const made = new RequirementTally();
    made.take(this.state(everything));
    return made;
  }

  get isEmpty(): boolean {
    const { conforms, deviates, notExercised } = this.counts;
    return conforms + deviates + notExercised === 0;
  }

  state(options: StateOptions): TallyState {
    const { counts, places, actuals, causes } = this;
    const isWritten = actuals !== null && actuals.size <= options.limits.actuals;
    return {
      ...counts,
      places: {
        conforms: { ...places.conforms.state(options), spread: [] },
        deviates: { ...places.deviates.state(options), spread: this.spreadState(options) },
      },
      actuals: isWritten ? [...actuals] : null,
      causes: [...causes],
      explained: this.explained.state(options, 1, same),
      unexplained: this.unexplained.state(options, 1, same),
    };
  }

  /** Of the spread it is the second number that is a key. */
  private spreadState(options: StateOptions): PlacesState['spread'] {
    const spread = this.spread.state({ ...options, keyOf: same }, options.limits.evidence, same);
    return spread.map(([hash, key, value]) => [hash, options.keyOf(key), value]);
  }

  take(state: TallyState): void {
    for (const verdict of ['conforms', 'deviates'] as const) {
      this.counts[verdict] += state[verdict];
      this.places[verdict].take(state.places[verdict]);
    }
    this.spread.take(state.places.deviates.spread, same);
    this.addActuals(state.actuals);
    for (const [because, exchanges] of state.causes) this.addNotExercised(exchanges, because || null);
    this.explained.take(state.explained, same);
    this.unexplained.take(state.unexplained, same);
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
      spread: verdict === 'deviates' ? this.spread.values : [],
      why:
        verdict === 'not-exercised'
          ? ([...this.explained.values, ...this.unexplained.values][0] ?? null)
          : null,
      actuals,
      causes,
    };
  }
}
