import { NumberRange } from '../bounded/range.ts';
import { Scalar } from '../json/shapes.ts';
import type { ReadJson } from '../model/json.ts';
import type { Observed } from '../model/reading.ts';
import { type Lookup, type SentData, valueAt } from '../reading/sent.ts';
import type { Skipped } from '../reading/skipped.ts';
import type { PlannedCheck } from './plan.ts';
import type { RequirementTally } from './tally.ts';
import type { MadeCheck, Message, Walk } from './walk.ts';

/**
 * Most messages of traffic have the shape of an earlier one, so all that the shape decides is the same of them: what is
 * there, and how long arrays are. A message without deviations, of which no evidence is kept, becomes a
 * precedent: another one whose values pass the same checks comes to the same, and is only counted.
 */

/** Precedents that are kept of the messages of one side of an operation. */
const most = 16;
/** Messages without a precedent before another one takes the place of the oldest. */
const patience = 64;

/** The texts of a message and of what it is compared with. */
export interface Texts {
  readonly own: readonly string[];
  readonly sent: readonly string[];
  readonly addressed: SentData['addressed'];
}

/** @param json the message; null for one without a body */
export function textsOf(json: ReadJson | null, { body, addressed }: SentData): Texts {
  return { own: json?.scalars ?? none, sent: body?.scalars ?? none, addressed };
}

const none: readonly string[] = [];

/** One of them. */
type TextOf = (texts: Texts) => string | undefined;

/** What has to be true of the values of a message that follows a precedent. */
type ValueCondition = (texts: Texts) => boolean;

/** Null for what is no scalar. */
function sentText(
  { isPath, tokens: [name = '', ...more], tokens }: Lookup,
  { positions }: MadeCheck,
  sent: SentData,
): TextOf | null {
  if (isPath) return more.length === 0 ? ({ addressed }) => addressed[name] : null;
  const scalar = valueAt(sent.body?.shape?.outline, tokens, positions);
  if (!(scalar instanceof Scalar)) return null;
  const { at } = scalar;
  return ({ sent }) => sent[at];
}

/** Whether a text is a word, or is not, as it was or was not of the precedent. */
function isWord(text: TextOf, word: string, before: Texts): ValueCondition {
  const was = text(before) === word;
  return (texts) => (text(texts) === word) === was;
}

function fitting(scalar: Scalar, fits: PlannedCheck['fits']): ValueCondition {
  const { at } = scalar;
  let latest: string | undefined;
  return ({ own }) => {
    const text = own[at];
    if (text === latest) return true;
    if (!fits(scalar.of(own))) return false;
    latest = text;
    return true;
  };
}

/** What of the values decided the outcome of a check. */
function conditionsOf(checked: MadeCheck, { json, sent }: Message): readonly ValueCondition[] {
  const { planned, found, tokens, positions, isType } = checked;
  const { check, source, where, fits } = planned;
  const scalar = valueAt(json.shape?.outline, tokens, positions);
  const at = scalar instanceof Scalar ? scalar.at : Number.NaN;
  if (check.kind === 'echo') {
    const given = found === true && source !== null ? sentText(source, checked, sent) : null;
    return given === null ? [] : [(texts) => texts.own[at] === given(texts)];
  }
  if (check.kind === 'count') return [];
  const before = textsOf(json, sent);
  const words = check.unless === undefined ? [] : [isWord(({ own }) => own[at], check.unless, before)];
  for (const [asked, word] of where) {
    const given = sentText(asked, checked, sent);
    if (given !== null) words.push(isWord(given, word, before));
  }
  // The shape decides the type, but for whether a number is whole.
  const isAsked = found === true && scalar instanceof Scalar && (!isType || scalar.type === 'number');
  return isAsked ? [...words, fitting(scalar, fits)] : words;
}

/** What decided what became of a message, besides its values: shapes, and how it was recorded; as many for all messages of a side. */
export type Facts = readonly unknown[];

/** What a message came to that deviates nowhere. */
export interface PrecedentOutcome {
  /** Positions of the requirements that it meets, each with the number of places. */
  readonly conforms: readonly (readonly [at: number, places: number])[];
  /** Of those of which nothing can be said. */
  readonly skips: readonly (readonly [at: number, skipped: Skipped])[];
  /** Up to this key, evidence may be kept that it conforms. */
  readonly shownUpTo: number;
}

/** A place that is asked for, and the scalar that is there; null for none. */
type PlaceOfValue = Pick<Observed, 'place' | 'positions'> & { readonly scalar: Scalar | null };

function placeOfValue({ json, place, positions }: Observed): PlaceOfValue {
  const scalar = valueAt(json.shape?.outline, place.tokens, positions);
  return { place, positions, scalar: scalar instanceof Scalar ? scalar : null };
}

export class Precedent {
  /** Members that are at places of the plan. */
  readonly documented: number;
  private readonly facts: Facts;
  private readonly outcome: PrecedentOutcome;
  private readonly conditions: readonly ValueCondition[];
  /** Places that are asked for. */
  private readonly places: readonly (readonly PlaceOfValue[] | undefined)[];
  private exchanges = 0;
  private firstKey = Number.POSITIVE_INFINITY;
  private readonly times = new NumberRange();

  /** @param walk over the body; null for none */
  constructor(facts: Facts, outcome: PrecedentOutcome, walk: Walk | null) {
    this.facts = facts;
    this.outcome = outcome;
    this.documented = walk?.documented ?? 0;
    this.places = walk?.values.map((found) => found?.map(placeOfValue)) ?? [];
    this.conditions = walk?.checked.flatMap((one) => conditionsOf(one, walk.message as Message)) ?? [];
  }

  isOf(key: number, facts: Facts, texts: Texts): boolean {
    if (key <= this.outcome.shownUpTo) return false;
    for (let at = 0; at < facts.length; at += 1) if (facts[at] !== this.facts[at]) return false;
    for (const holds of this.conditions) if (!holds(texts)) return false;
    return true;
  }

  /** What is at the places of a message that are asked for. */
  observedIn(json: ReadJson): Walk['values'] {
    const observed = ({ scalar, place, positions }: PlaceOfValue): Observed => {
      const value = scalar?.of(json.scalars) ?? valueAt(json.value, place.tokens, positions);
      return { value, json, place, positions };
    };
    return this.places.map((found) => found?.map(observed));
  }

  /** @param time of the exchange; null where nobody asks for it */
  count(key: number, time: number | null): void {
    if (time !== null) this.times.add(time);
    this.exchanges += 1;
    if (key < this.firstKey) this.firstKey = key;
  }

  /** Counts in the tallies what was counted here. */
  settle(tallies: readonly RequirementTally[]): void {
    const { exchanges, firstKey } = this;
    if (exchanges === 0) return;
    const { conforms, skips } = this.outcome;
    for (const [at, places] of conforms) {
      tallies[at]?.count('conforms', exchanges, exchanges * places);
      tallies[at]?.conforming.take(this.times.state);
    }
    for (const [at, skipped] of skips) tallies[at]?.skip(firstKey, skipped, exchanges);
    this.exchanges = 0;
    this.firstKey = Number.POSITIVE_INFINITY;
  }
}

/** The precedents of the messages of one side of an operation. */
export class Precedents {
  private readonly known: Precedent[] = [];
  private missed = 0;

  find(key: number, facts: Facts, texts: Texts): Precedent | null {
    const { known } = this;
    for (let at = 0; at < known.length; at += 1) {
      const one = known[at] as Precedent;
      if (!one.isOf(key, facts, texts)) continue;
      if (at > 0) known.unshift(...known.splice(at, 1));
      return one;
    }
    this.missed += 1;
    return null;
  }

  /** Whether one of the latest message is wanted. */
  get isWanted(): boolean {
    return this.known.length < most || this.missed % patience === 0;
  }

  /** @returns the one that it takes the place of */
  add(made: Precedent): Precedent | undefined {
    this.known.unshift(made);
    return this.known.length > most ? this.known.pop() : undefined;
  }

  settle(tallies: readonly RequirementTally[]): void {
    for (const one of this.known) one.settle(tallies);
  }
}
