import type { ContractRequirement } from '../../contract/requirements.ts';
import type { Tally } from '../tally.ts';
import { codeOf, isAside } from './compile.ts';
import type { Plan } from './plan.ts';
import { Walk } from './walk.ts';

const none: readonly ContractRequirement[] = [];

/** Positions of the requirements of a plan. */
interface Positions {
  readonly all: readonly number[];
  /** Of each, one spot conforms in every message that is counted, unless it is left aside. */
  readonly certain: readonly number[];
  readonly others: readonly number[];
}

function positionsOf(plan: Plan): Positions {
  const { certain } = codeOf(plan);
  const all = [...certain.keys()];
  return {
    all,
    certain: all.filter((at) => certain[at] === 1),
    others: all.filter((at) => certain[at] === 0),
  };
}

/** The requirements on one kind of message of one operation: how it is put to them, and what its messages came to. */
export class Counted {
  readonly plan: Plan;
  readonly walk: Walk;
  private readonly tallies: readonly Tally[];
  /** Null before the first message. */
  private positions: Positions | null = null;
  private messages = 0;
  /** Messages without anything that can be judged, which are none of those. */
  private unjudged = 0;
  /** By position of the requirement: spots that conform, messages with such spots, and messages without. */
  private readonly spots: Float64Array;
  private readonly conforming: Float64Array;
  private readonly silent: Float64Array;
  /** Highest keys of which evidence is wanted that they conform, and a reason why nothing is known. */
  private readonly shown: Float64Array;
  private readonly explained: Float64Array;
  /** The highest of those of certain ones; not a number before somebody asked. */
  private shownOfCertain = Number.NaN;
  /** The highest of which a reason is wanted; not a number before somebody asked. */
  private explainedOfAll = Number.NaN;

  /** @param tallies by id of the requirement */
  constructor(plan: Plan, tallies: ReadonlyMap<string, Tally>) {
    const { length } = plan.requirements;
    this.plan = plan;
    this.walk = new Walk(plan);
    this.tallies = plan.requirements.map(({ id }) => tallies.get(id) as Tally);
    this.spots = new Float64Array(length);
    this.conforming = new Float64Array(length);
    this.silent = new Float64Array(length);
    this.shown = new Float64Array(length);
    this.explained = new Float64Array(length);
    this.look();
  }

  private get at(): Positions {
    this.positions ??= positionsOf(this.plan);
    return this.positions;
  }

  /** Looks at the tallies for what is wanted. */
  look(): void {
    for (const [at, { highestShown, highestExplained }] of this.tallies.entries()) {
      this.shown[at] = highestShown;
      this.explained[at] = highestExplained;
    }
    this.shownOfCertain = Number.NaN;
    this.explainedOfAll = Number.NaN;
  }

  /** Whether something of the message that was put last would be kept, what is left aside excepted, or nothing is known of it. */
  wantsEvidence(key: number): boolean {
    if (this.walk.aside.length > 0) return this.wants(key, this.at.all);
    if (Number.isNaN(this.shownOfCertain))
      this.shownOfCertain = Math.max(...this.at.certain.map((at) => this.shown[at] ?? 0));
    return key <= this.shownOfCertain || this.wants(key, this.at.others);
  }

  private wants(key: number, positions: readonly number[]): boolean {
    const { shown, explained } = this;
    const { conforming, silent } = this.walk;
    for (const at of positions)
      if (
        conforming[at] !== 0
          ? key <= (shown[at] ?? key)
          : silent[at] !== isAside && (silent[at] === 0 || key <= (explained[at] ?? key))
      )
        return true;
    return false;
  }

  /** Requirements that the full judge is asked about the message that was put last. */
  get aside(): readonly ContractRequirement[] {
    const { aside } = this.walk;
    return aside.length === 0 ? none : this.plan.requirements.filter((_, at) => aside.includes(at));
  }

  /** Counts the message that was put last, without what is left aside. */
  count(): void {
    const { spots, conforming, silent } = this;
    const found = this.walk.conforming;
    this.messages += 1;
    for (const at of this.walk.aside) this.leaveOut(at);
    for (const at of this.at.others) {
      const more = found[at] ?? 0;
      spots[at] = (spots[at] ?? 0) + more;
      if (more > 0) conforming[at] = (conforming[at] ?? 0) + 1;
      else silent[at] = (silent[at] ?? 0) + 1;
    }
  }

  /**
   * Counts a message without anything that can be judged, of which no requirement is the cause.
   * @returns false for one whose reason is kept, of which nothing was counted
   */
  countUnjudged(key: number): boolean {
    if (Number.isNaN(this.explainedOfAll)) this.explainedOfAll = Math.max(...this.explained);
    if (key <= this.explainedOfAll) return false;
    this.unjudged += 1;
    return true;
  }

  /** Takes away in advance what is counted of every message. */
  private leaveOut(at: number): void {
    const { spots, conforming, silent } = this;
    this.walk.conforming[at] = 0;
    if (this.at.others.includes(at)) silent[at] = (silent[at] ?? 0) - 1;
    else {
      spots[at] = (spots[at] ?? 0) - 1;
      conforming[at] = (conforming[at] ?? 0) - 1;
    }
  }

  /** Adds what was counted to the tallies, and counts from nothing again. */
  tally(): void {
    for (const at of this.messages === 0 ? [] : this.at.certain) {
      this.spots[at] = (this.spots[at] ?? 0) + this.messages;
      this.conforming[at] = (this.conforming[at] ?? 0) + this.messages;
    }
    this.messages = 0;
    for (const [at, tally] of this.tallies.entries()) {
      tally.addUnlisted('conforms', this.conforming[at] ?? 0, this.spots[at] ?? 0);
      tally.addNotExercised((this.silent[at] ?? 0) + this.unjudged, null);
    }
    this.unjudged = 0;
    for (const counts of [this.spots, this.conforming, this.silent]) counts.fill(0);
  }
}
