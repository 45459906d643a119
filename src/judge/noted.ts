import type { Evidence } from '../../schemas/types.ts';
import { widened } from '../bounded/state.ts';
import type { Read } from '../reading/meaning.ts';
import type { Skipped } from '../reading/skipped.ts';
import { countFollowing, type EarlierOutcome, earlierMessages } from './alike.ts';
import { addActuals, addFollowing, type RequirementState, show, shownUpTo, shows, skip } from './findings.ts';
import type { Plan } from './plan.ts';
import type { CheckedValue, Message } from './walk.ts';

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

/** What one message says of one requirement; used again for the next message, as a note is made for each of some 150. */
class Note {
  readonly id: string;
  readonly finding: RequirementState;
  /** Which message it is about. */
  message = 0;
  /** Places that conform; written out only where evidence of that is wanted. */
  conforms = 0;
  shown: (() => Shown)[] | null = null;
  deviations: WrongPlace[] | null = null;
  skip: Skipped | null = null;
  rank = 0;
  /** Evidence that it conforms is kept up to this key. */
  shownUpTo: number;

  constructor(id: string, finding: RequirementState) {
    this.id = id;
    this.finding = finding;
    this.shownUpTo = shownUpTo(finding);
  }
}

/** What one message says about the requirements of a plan, by their positions. */
export class Noted {
  readonly plan: Plan;
  private readonly notes: readonly Note[];
  /** Those on the message as a whole. */
  private readonly whole: readonly Note[];
  readonly earlier = earlierMessages();
  /** The earlier message that this one follows; null for none. */
  private followed: ReturnType<Noted['earlier']['find']> = null;
  private key = 0;
  private message = 0;

  /** @param findingOf gives what is known of a requirement */
  constructor(plan: Plan, findingOf: (id: string) => RequirementState) {
    this.plan = plan;
    this.notes = plan.requirements.map(({ id }) => new Note(id, findingOf(id)));
    const whole = new Set(plan.whole.values());
    this.whole = this.notes.filter((_, at) => whole.has(at));
  }

  /** Forgets the message before. @param key of the exchange */
  begin(key: number): void {
    this.key = key;
    this.message += 1;
    this.followed = null;
  }

  /** Whether what it says of fields is what an earlier one said. */
  follows(message: Message): boolean {
    this.followed = this.earlier.find(message);
    return this.followed !== null;
  }

  /** @param checked all that was checked of it */
  remember(message: Message, checked: readonly CheckedValue[]): void {
    const own = this.notes.filter((one) => one.message === this.message && !this.whole.includes(one));
    if (own.some(({ deviations, shown }) => deviations !== null || shown !== null)) return;
    const conforming = own.filter(({ conforms }) => conforms > 0);
    const skipped = own.filter(({ conforms }) => conforms === 0);
    const outcome: EarlierOutcome = {
      conforms: conforming.map(({ finding, conforms }) => [finding, conforms]),
      skips: skipped.flatMap(({ finding, skip }) => (skip === null ? [] : [[finding, skip]])),
    };
    this.earlier.add(message, outcome, checked);
  }

  private noteOf(at: number): Note {
    const note = this.notes[at] as Note;
    if (note.message === this.message) return note;
    note.message = this.message;
    note.conforms = 0;
    note.shown = null;
    note.deviations = null;
    note.skip = null;
    note.rank = 0;
    return note;
  }

  /** @param because of a deviation: the requirement on the request from which it follows; null for none */
  judge(at: number, holds: boolean, shown: () => Shown, because: string | null = null): void {
    const note = this.noteOf(at);
    if (!holds) {
      note.deviations ??= [];
      note.deviations.push({ shown, because });
      return;
    }
    note.conforms += 1;
    if (!this.wantsEvidence(at)) return;
    note.shown ??= [];
    note.shown.push(shown);
  }

  /** A place that conforms, where no evidence is wanted of that. */
  conforms(at: number): void {
    this.noteOf(at).conforms += 1;
  }

  /** Whether evidence would be kept that it conforms. */
  wantsEvidence(at: number): boolean {
    return this.key <= (this.notes[at] as Note).shownUpTo;
  }

  /** A reason that names a cause goes before one that does not, that of a place itself before that of one above it; then the first. */
  skip(at: number, skip: Skipped, isOwn = true): void {
    const note = this.noteOf(at);
    const rank = (skip.because === undefined ? 1 : 3) + (isOwn ? 1 : 0);
    if (rank <= note.rank) return;
    note.rank = rank;
    note.skip = skip;
  }

  /** The same reason for all requirements that ask for a body in JSON, but for those that were skipped already. */
  skipBody(skip: Skipped): void {
    for (const at of this.plan.ofBody) if (this.noteOf(at).skip === null) this.skip(at, skip);
  }

  /** Adds all of it to what is known of the requirements. @param time of the exchange; null where nobody asks for it */
  count(read: Read, time: number | null): void {
    if (this.followed !== null) countFollowing(this.followed, this.key, time);
    for (const note of this.followed === null ? this.notes : this.whole) {
      if (note.message !== this.message) continue;
      const { finding } = note;
      if (note.deviations !== null) this.countDeviating(note, note.deviations, read);
      else if (note.conforms > 0) {
        finding.counts.conforms += 1;
        finding.places.conforms += note.conforms;
        if (time !== null) finding.conforming = widened(finding.conforming, time);
        if (note.shown !== null) {
          this.show(finding, 'conforms', note.shown, read);
          note.shownUpTo = shownUpTo(finding);
        }
      } else if (note.skip !== null) skip(finding, this.key, note.skip);
    }
  }

  private countDeviating({ id, finding }: Note, all: readonly WrongPlace[], read: Read): void {
    read.deviates.push(id);
    finding.counts.deviates += 1;
    finding.places.deviates += all.length;
    if (finding.actuals !== null) addActuals(finding, actualsOf(all));
    const isFollowing = all.every(({ because }) => because !== null);
    const cause = isFollowing ? (all[0]?.because ?? null) : null;
    const shown = all.filter(({ because }) => because === cause).map((one) => one.shown);
    if (cause === null) this.show(finding, 'deviates', shown, read);
    else {
      read.follows.set(id, cause);
      if (addFollowing(finding, cause, this.key, () => evidenceOf(shown, read))) read.isShown = true;
    }
  }

  private show(
    finding: RequirementState,
    verdict: 'conforms' | 'deviates',
    shown: readonly (() => Shown)[],
    read: Read,
  ): void {
    if (!shows(finding, verdict, this.key, read.exchange.id)) return;
    read.isShown = true;
    show(finding, verdict, this.key, evidenceOf(shown, read));
  }
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
