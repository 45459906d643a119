import type { ContractRequirement } from '../contract/requirements.ts';
import type { Evidence } from '../model/finding.ts';
import type { Read } from '../reading/meaning.ts';
import type { Skipped } from '../reading/skipped.ts';
import { type Facts, Precedent, type PrecedentOutcome, Precedents, type Texts } from './precedents.ts';
import type { Judged, RequirementTally } from './tally.ts';
import type { Walk } from './walk.ts';

/** How many places of one kind one finding lists; the rest is counted. */
export const evidenceLimit = 10;

/** How many different values beyond those places one finding keeps. */
const furtherLimit = 10;

/** Evidence before it is known of which exchange it is. */
export type Shown = Omit<Evidence, 'exchange'>;

/** A place of a message of which evidence may be kept; it is written out only where it is. */
interface Spot {
  readonly at: number;
  readonly verdict: Judged;
  /** Of a deviation that follows from one of the request: the requirement on it. */
  readonly because: string | null;
  readonly shown: () => Shown;
}

/** What one message says about the requirements of a plan, by their positions. Used again for the next message. */
export class Noted {
  /** How many places conform, and deviate. */
  private readonly places: Readonly<Record<Judged, Uint32Array>>;
  /** Of requirements that deviate: the requirement on the request from which all of it follows; null for none. */
  private readonly causes: (string | null)[];
  private readonly skips: (Skipped | null)[];
  /** Which reason for a skip goes before another: the higher one; 0 for none. */
  private readonly ranks: Uint8Array;
  private spots: Spot[] = [];
  /** The highest keys up to which evidence may be kept that it conforms: what the tallies said when they were last asked. */
  private readonly shownUpTo: Float64Array;
  private readonly requirements: readonly ContractRequirement[];
  private readonly tallies: readonly RequirementTally[];
  private readonly precedents = new Precedents();
  /** That of the message; null for none. */
  private precedent: Precedent | null = null;
  private key = 0;

  /** @param tallies by id of the requirement */
  constructor(requirements: readonly ContractRequirement[], tallies: ReadonlyMap<string, RequirementTally>) {
    const { length } = requirements;
    this.requirements = requirements;
    this.tallies = requirements.map(({ id }) => tallies.get(id) as RequirementTally);
    this.places = { conforms: new Uint32Array(length), deviates: new Uint32Array(length) };
    this.causes = requirements.map(() => null);
    this.skips = requirements.map(() => null);
    this.ranks = new Uint8Array(length);
    this.shownUpTo = new Float64Array(length).fill(Number.POSITIVE_INFINITY);
  }

  /** Forgets the message before. @param key of the exchange */
  begin(key: number): void {
    this.key = key;
    this.precedent = null;
    this.places.conforms.fill(0);
    this.places.deviates.fill(0);
    this.ranks.fill(0);
    if (this.spots.length > 0) this.spots = [];
  }

  /** What the message comes to as an earlier one did; null where that is not known, and it has to be judged. */
  follow(facts: Facts, texts: Texts): Precedent | null {
    this.precedent = this.precedents.find(this.key, facts, texts);
    return this.precedent;
  }

  /** Whether the message is to become a precedent. */
  get wantsPrecedent(): boolean {
    return this.precedents.isWanted;
  }

  /** Makes a precedent of the message, where it deviates nowhere and no evidence of it is wanted. @param walk over its body */
  setPrecedent(facts: Facts, walk: Walk | null): void {
    if (this.spots.length > 0) return;
    const left = this.precedents.add(new Precedent(facts, this.outcome, walk));
    left?.settle(this.tallies);
  }

  private get outcome(): PrecedentOutcome {
    const { places, ranks, skips, shownUpTo } = this;
    const all = [...places.conforms.entries()];
    const conforms = all.filter(([, count]) => count > 0);
    return {
      conforms,
      skips: all.flatMap(([at, count]) =>
        count === 0 && ranks[at] !== 0 ? [[at, skips[at] as Skipped]] : [],
      ),
      shownUpTo: Math.max(...conforms.map(([at]) => shownUpTo[at] ?? 0)),
    };
  }

  /** Counts in the tallies what followed precedents; before they are read. */
  settle(): void {
    this.precedents.settle(this.tallies);
  }

  /**
   * @param shown evidence of it, which is asked for only where it is kept
   * @param because of a deviation: the requirement on the request from which it follows; null for none
   */
  judge(at: number, holds: boolean, shown: () => Shown, because: string | null = null): void {
    const verdict = holds ? 'conforms' : 'deviates';
    const places = this.places[verdict];
    const isFirst = places[at] === 0;
    places[at] = (places[at] ?? 0) + 1;
    if (!holds && (isFirst || because === null)) this.causes[at] = because;
    if (!holds || this.wantsEvidence(at)) this.spots.push({ at, verdict, because, shown });
  }

  /** A place that conforms, where no evidence is wanted of that. */
  conforms(at: number): void {
    const { conforms } = this.places;
    conforms[at] = (conforms[at] ?? 0) + 1;
  }

  /** Whether evidence would be kept that it conforms. */
  wantsEvidence(at: number): boolean {
    return this.key <= (this.shownUpTo[at] ?? 0);
  }

  /**
   * A reason that names a cause goes before one that does not, that of a place itself before that of one above it, and
   * then the first.
   */
  skip(at: number, skipped: Skipped, isOwn = true): void {
    const rank = (skipped.because === undefined ? 1 : 3) + (isOwn ? 1 : 0);
    if (rank <= (this.ranks[at] ?? 0)) return;
    this.ranks[at] = rank;
    this.skips[at] = skipped;
  }

  /** The same reason for all requirements that were not skipped yet. */
  skipOthers(skipped: Skipped, positions: readonly number[]): void {
    for (const at of positions) if (this.ranks[at] === 0) this.skip(at, skipped);
  }

  /** Adds all of it to what is known of the requirements. @param time of the exchange; null where nobody asks for it */
  count(read: Read, time: number | null): void {
    const { places, ranks, skips, tallies, key } = this;
    if (this.precedent !== null) {
      this.precedent.count(key, time);
      return;
    }
    for (let at = 0; at < tallies.length; at += 1) {
      if ((places.deviates[at] ?? 0) > 0) this.countAs('deviates', at, read);
      else if ((places.conforms[at] ?? 0) > 0) {
        this.countAs('conforms', at, read);
        if (time !== null) tallies[at]?.conforming.add(time);
      } else if (ranks[at] !== 0) tallies[at]?.skip(key, skips[at] as Skipped);
    }
  }

  private countAs(verdict: Judged, at: number, read: Read): void {
    const { key } = this;
    const exchange = read.exchange.id;
    const tally = this.tallies[at] as RequirementTally;
    tally.count(verdict, 1, this.places[verdict][at] ?? 0);
    if (verdict === 'deviates') {
      read.deviates.push(this.requirements[at]?.id ?? '');
      if (tally.keepsActuals) tally.addActuals(this.actualsOf(at));
      const because = this.causes[at] ?? null;
      if (because !== null) {
        this.countFollowing(at, because, read);
        return;
      }
    } else if (!this.wantsEvidence(at)) return;
    this.shownUpTo[at] = tally.shownUpTo;
    if (!tally.shows(verdict, key, exchange)) return;
    read.isShown = true;
    tally.show(verdict, key, this.evidenceOf(at, verdict, exchange));
  }

  /** A deviation that follows from one of the request. */
  private countFollowing(at: number, because: string, read: Read): void {
    read.follow(this.requirements[at]?.id ?? '', because);
    const following = (this.tallies[at] as RequirementTally).following(because);
    following.exchanges += 1;
    if (!following.evidence.takes(this.key)) return;
    read.isShown = true;
    for (const [place, one] of this.evidenceOf(at, 'deviates', read.exchange.id).entries())
      following.evidence.add(this.key, one, place);
  }

  /** Only as much evidence as a finding lists: an array may have 100,000 elements. */
  private evidenceOf(at: number, verdict: Judged, exchange: string): readonly Evidence[] {
    const because = verdict === 'deviates' ? (this.causes[at] ?? null) : null;
    const spots = this.spots.filter(
      (spot) => spot.at === at && spot.verdict === verdict && spot.because === because,
    );
    return spots.slice(0, evidenceLimit).map(({ shown }) => ({ exchange, ...shown() }));
  }

  /** Different values that deviate: those of evidence, and a few more; null where there are more than that. */
  private actualsOf(at: number): ReadonlySet<string> | null {
    const actuals = new Set<string>();
    let [passed, listed] = [0, 0];
    for (const spot of this.spots) {
      if (spot.at !== at || spot.verdict !== 'deviates') continue;
      actuals.add(spot.shown().actual);
      passed += 1;
      if (passed <= evidenceLimit) listed = actuals.size;
      else if (actuals.size > listed + furtherLimit) return null;
    }
    return actuals;
  }
}
