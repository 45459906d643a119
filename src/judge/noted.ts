import type { ContractRequirement } from '../contract/requirements.ts';
import type { Evidence, Verdict } from '../model/finding.ts';
import type { Silence } from './silence.ts';
import type { RequirementTally } from './tally.ts';

/** How many places of one kind one finding lists; the rest is counted. */
export const evidenceLimit = 10;

/** How many different values beyond those places one finding keeps. */
const furtherLimit = 10;

/** Evidence before it is known of which exchange it is. */
export type Shown = Omit<Evidence, 'exchange'>;

/** A place of a message of which evidence may be kept; it is written out only where it is. */
interface Spot {
  readonly at: number;
  readonly verdict: Exclude<Verdict, 'waived' | 'not-exercised'>;
  readonly shown: () => Shown;
}

/** What one exchange was found to show by itself. */
export interface ExchangeOutcome {
  /** Ids of requirements. */
  readonly deviates: string[];
  /** Whether evidence of it is kept. */
  isShown: boolean;
}

/** What one message says about the requirements of a plan, by their positions. Used again for the next message. */
export class Noted {
  /** Places that conform, and that deviate. */
  private readonly conforming: Uint32Array;
  private readonly deviating: Uint32Array;
  private readonly silent: (Silence | null)[];
  /** Whether a place itself is the reason, or one above it: the first goes before the second. */
  private readonly isOwn: Uint8Array;
  private spots: Spot[] = [];
  /** Highest keys of which evidence is kept that they conform. */
  private readonly shownUpTo: Float64Array;
  private readonly requirements: readonly ContractRequirement[];
  private readonly tallies: readonly RequirementTally[];
  private key = 0;

  constructor(requirements: readonly ContractRequirement[], tallies: readonly RequirementTally[]) {
    this.requirements = requirements;
    this.tallies = tallies;
    this.conforming = new Uint32Array(requirements.length);
    this.deviating = new Uint32Array(requirements.length);
    this.silent = requirements.map(() => null);
    this.isOwn = new Uint8Array(requirements.length);
    this.shownUpTo = new Float64Array(requirements.length).fill(Number.POSITIVE_INFINITY);
  }

  /** Forgets the message before. @param key of the exchange */
  begin(key: number): void {
    this.key = key;
    this.conforming.fill(0);
    this.deviating.fill(0);
    this.silent.fill(null);
    if (this.spots.length > 0) this.spots = [];
  }

  /** Whether evidence would be kept that it conforms. */
  wants(at: number): boolean {
    return this.key <= (this.shownUpTo[at] ?? 0);
  }

  /** A place that conforms, of which no evidence is kept. */
  conforms(at: number): void {
    this.conforming[at] = (this.conforming[at] ?? 0) + 1;
  }

  show(at: number, holds: boolean, shown: () => Shown): void {
    const counts = holds ? this.conforming : this.deviating;
    counts[at] = (counts[at] ?? 0) + 1;
    this.spots.push({ at, verdict: holds ? 'conforms' : 'deviates', shown });
  }

  verdict(at: number, holds: boolean, shown: () => Shown): void {
    if (holds && !this.wants(at)) this.conforms(at);
    else this.show(at, holds, shown);
  }

  /** A reason that names a cause goes before one that does not, then the first. @param isOwn see there */
  silence(at: number, silence: Silence, isOwn = true): void {
    const known = this.silent[at] ?? null;
    if (known !== null) {
      const isCaused = silence.because !== undefined;
      if (isCaused === (known.because === undefined) ? !isCaused : !isOwn || this.isOwn[at] === 1) return;
    }
    this.silent[at] = silence;
    this.isOwn[at] = isOwn ? 1 : 0;
  }

  /** Adds all of it to what is known of the requirements. */
  count(exchange: string, outcome: ExchangeOutcome): void {
    const { conforming, deviating, silent, tallies, key } = this;
    for (let at = 0; at < tallies.length; at += 1) {
      const tally = tallies[at] as RequirementTally;
      const deviations = deviating[at] ?? 0;
      const conformities = conforming[at] ?? 0;
      const silence = silent[at] ?? null;
      if (deviations > 0) this.countDeviation(at, tally, exchange, outcome);
      else if (conformities > 0) {
        if (key > (this.shownUpTo[at] ?? 0)) tally.addUnlisted('conforms', 1, conformities);
        else this.countShown(at, tally, exchange, outcome);
      } else if (silence !== null) tally.addSilence(key, silence);
    }
  }

  /** The same silence about all requirements of which nothing was noted. */
  silenceOthers(silence: Silence, positions: readonly number[]): void {
    for (const at of positions) this.silent[at] ??= silence;
  }

  private countShown(at: number, tally: RequirementTally, exchange: string, outcome: ExchangeOutcome): void {
    // Another message of the same exchanges, or one that was taken over, may have lowered it.
    if (tally.shows(this.key)) {
      outcome.isShown = true;
      const evidence = this.evidenceOf(at, 'conforms', exchange);
      tally.addConforming(this.key, evidence, (this.conforming[at] ?? 0) - evidence.length);
    } else tally.addUnlisted('conforms', 1, this.conforming[at] ?? 0);
    this.shownUpTo[at] = tally.highestShown;
  }

  private countDeviation(
    at: number,
    tally: RequirementTally,
    exchange: string,
    outcome: ExchangeOutcome,
  ): void {
    const count = this.deviating[at] ?? 0;
    outcome.deviates.push(this.requirements[at]?.id ?? '');
    const isShown = tally.showsDeviation(this.key, exchange);
    outcome.isShown ||= isShown;
    if (isShown || tally.keepsActuals) {
      const evidence = this.evidenceOf(at, 'deviates', exchange);
      const further = this.furtherActuals(at, evidence);
      tally.addActuals(further && [...evidence.map(({ actual }) => actual), ...further]);
      tally.addDeviating(this.key, evidence, count - evidence.length);
    } else tally.addUnlisted('deviates', 1, count);
  }

  /** Only as much evidence as a finding lists: an array may have 100,000 elements. */
  private evidenceOf(at: number, verdict: Spot['verdict'], exchange: string): readonly Evidence[] {
    const evidence: Evidence[] = [];
    for (const spot of this.spots) {
      if (spot.at !== at || spot.verdict !== verdict) continue;
      evidence.push({ exchange, ...spot.shown() });
      if (evidence.length === evidenceLimit) break;
    }
    return evidence;
  }

  /** Deviating values beyond those in evidence, each once; null for more than are kept. */
  private furtherActuals(at: number, evidence: readonly Evidence[]): ReadonlySet<string> | null {
    const further = new Set<string>();
    if ((this.deviating[at] ?? 0) <= evidence.length) return further;
    let passed = 0;
    for (const spot of this.spots) {
      if (spot.at !== at || spot.verdict !== 'deviates') continue;
      passed += 1;
      if (passed <= evidence.length) continue;
      const { actual } = spot.shown();
      if (evidence.every((listed) => listed.actual !== actual)) further.add(actual);
      if (further.size > furtherLimit) return null;
    }
    return further;
  }
}
