import type { ContractRequirement } from '../contract/requirements.ts';
import type { Evidence } from '../model/finding.ts';
import type { Read } from '../reading/meaning.ts';
import type { Skipped } from '../reading/skipped.ts';
import type { RequirementTally } from './tally.ts';

/** How many places of one kind one finding lists; the rest is counted. */
export const evidenceLimit = 10;

/** How many different values beyond those places one finding keeps. */
const furtherLimit = 10;

/** Evidence before it is known of which exchange it is. */
export type Shown = Omit<Evidence, 'exchange'>;

/** A place that deviates, and the requirement on the request from which that follows; null for none. */
interface WrongPlace {
  readonly shown: () => Shown;
  readonly because: string | null;
}

/** What one message says of one requirement. */
interface Note {
  /** Places that conform; written out only where evidence of that is wanted. */
  conforms: number;
  shown: (() => Shown)[] | null;
  deviations: WrongPlace[] | null;
  skip: Skipped | null;
  rank: number;
}

/** What one message says about the requirements of a plan, by their positions. Used again for the next message. */
export class Noted {
  private notes: (Note | undefined)[] = [];
  private key = 0;
  private readonly ids: readonly string[];
  private readonly tallies: readonly RequirementTally[];

  /** @param tallies by id of the requirement */
  constructor(requirements: readonly ContractRequirement[], tallies: ReadonlyMap<string, RequirementTally>) {
    this.ids = requirements.map(({ id }) => id);
    this.tallies = this.ids.map((id) => tallies.get(id) as RequirementTally);
  }

  /** Forgets the message before. @param key of the exchange */
  begin(key: number): void {
    this.key = key;
    this.notes = new Array(this.ids.length);
  }

  private noteOf(at: number): Note {
    const note = this.notes[at] ?? { conforms: 0, shown: null, deviations: null, skip: null, rank: 0 };
    this.notes[at] = note;
    return note;
  }

  /** @param because of a deviation: the requirement on the request from which it follows; null for none */
  judge(at: number, holds: boolean, shown: () => Shown, because: string | null = null): void {
    const note = this.noteOf(at);
    if (holds) note.conforms += 1;
    if (holds && this.wantsEvidence(at)) note.shown = added(note.shown, shown);
    if (!holds) note.deviations = added(note.deviations, { shown, because });
  }

  /** A place that conforms, where no evidence is wanted of that. */
  conforms(at: number): void {
    this.noteOf(at).conforms += 1;
  }

  /** Whether evidence would be kept that it conforms. */
  wantsEvidence(at: number): boolean {
    return this.key <= (this.tallies[at]?.shownUpTo ?? 0);
  }

  /** A reason that names a cause goes before one that does not, that of a place itself before that of one above it; then the first. */
  skip(at: number, skip: Skipped, isOwn = true): void {
    const note = this.noteOf(at);
    const rank = (skip.because === undefined ? 1 : 3) + (isOwn ? 1 : 0);
    if (rank <= note.rank) return;
    note.rank = rank;
    note.skip = skip;
  }

  /** The same reason for all requirements that were not skipped yet. */
  skipOthers(skip: Skipped, positions: readonly number[]): void {
    for (const at of positions) if (this.noteOf(at).skip === null) this.skip(at, skip);
  }

  /** Adds all of it to what is known of the requirements. @param time of the exchange; null where nobody asks for it */
  count(read: Read, time: number | null): void {
    for (let at = 0; at < this.notes.length; at += 1) {
      const note = this.notes[at];
      if (note === undefined) continue;
      const tally = this.tallies[at] as RequirementTally;
      if (note.deviations !== null) this.countDeviating(at, tally, note.deviations, read);
      else if (note.conforms > 0) {
        tally.count('conforms', 1, note.conforms);
        if (time !== null) tally.conforming.add(time);
        if (note.shown !== null) this.show('conforms', tally, note.shown, read);
      } else if (note.skip !== null) tally.skip(this.key, note.skip);
    }
  }

  private countDeviating(at: number, tally: RequirementTally, all: readonly WrongPlace[], read: Read): void {
    const id = this.ids[at] ?? '';
    read.deviates.push(id);
    tally.count('deviates', 1, all.length);
    if (tally.keepsActuals) tally.addActuals(actualsOf(all));
    const isFollowing = all.every(({ because }) => because !== null);
    const cause = isFollowing ? (all[0]?.because ?? null) : null;
    const shown = all.filter(({ because }) => because === cause).map((one) => one.shown);
    if (cause === null) this.show('deviates', tally, shown, read);
    else {
      read.follow(id, cause);
      if (tally.follow(cause, this.key, () => evidenceOf(shown, read))) read.isShown = true;
    }
  }

  private show(
    verdict: 'conforms' | 'deviates',
    tally: RequirementTally,
    shown: readonly (() => Shown)[],
    read: Read,
  ): void {
    if (!tally.shows(verdict, this.key, read.exchange.id)) return;
    read.isShown = true;
    tally.show(verdict, this.key, evidenceOf(shown, read));
  }
}

function added<Item>(list: Item[] | null, item: Item): Item[] {
  if (list === null) return [item];
  list.push(item);
  return list;
}

/** Only as much evidence as a finding lists: an array may have 100,000 elements. */
function evidenceOf(shown: readonly (() => Shown)[], { exchange }: Read): readonly Evidence[] {
  return shown.slice(0, evidenceLimit).map((one) => ({ exchange: exchange.id, ...one() }));
}

/** Different values that deviate: those of evidence, and a few more; null where there are more than that. */
function actualsOf(deviations: readonly WrongPlace[]): ReadonlySet<string> | null {
  const actuals = new Set<string>();
  let listed = 0;
  for (const [position, { shown }] of deviations.entries()) {
    actuals.add(shown().actual);
    if (position < evidenceLimit) listed = actuals.size;
    else if (actuals.size > listed + furtherLimit) return null;
  }
  return actuals;
}
