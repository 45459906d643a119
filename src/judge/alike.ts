import { type NumberRange, range, widened } from '../bounded/state.ts';
import { valueAt } from '../json/place.ts';
import { scalarOf } from '../json/shapes.ts';
import type { ReadJson } from '../model/json.ts';
import type { Lookup, SentData } from '../reading/sent.ts';
import type { Skipped } from '../reading/skipped.ts';
import { type RequirementState, skip } from './findings.ts';
import type { PlannedCheck } from './plan.ts';
import type { CheckedValue, Message } from './walk.ts';

/**
 * The memory of earlier messages. Some that deviate in no field, and of which no evidence is kept, are remembered. A later
 * one with the same shape, whose values pass the same checks, says the same of every field: it follows the earlier one, and
 * is only counted. The shape decides all else: what is there, and how long arrays are.
 */

/** Messages that are remembered, of one side of an operation. */
const most = 8;
/** All of so many that follow none may be remembered, and then one of so many, in place of the one that was followed least lately. */
const patience = 64;

/** The texts of a message and of what it is compared with. */
interface ScalarTexts {
  readonly own: readonly string[];
  readonly sent: readonly string[];
  readonly addressed: SentData['addressed'];
}

type TextOf = (texts: ScalarTexts) => string | undefined;

/** What has to be true of the values of a message that is to follow. */
type Condition = (texts: ScalarTexts) => boolean;

function textsOf({ json, sent: { body, addressed } }: Message): ScalarTexts {
  return { own: json.scalars, sent: body?.scalars ?? [], addressed };
}

/** Which scalar of a text is at a place; null for none. */
function scalarAt(json: ReadJson | null, tokens: readonly string[], positions: readonly number[]) {
  const found = valueAt(json?.shape?.outline, tokens, positions);
  return typeof found === 'number' ? found : null;
}

/** Null for what is no scalar. */
function sentText(sent: SentData, { isPath, tokens }: Lookup, positions: readonly number[]): TextOf | null {
  const [name = ''] = tokens;
  if (isPath) return ({ addressed }) => addressed[name];
  const at = scalarAt(sent.body, tokens, positions);
  return at === null ? null : (texts) => texts.sent[at];
}

/** Whether a text is a word, or is not, as it was or was not. */
function isWord(text: TextOf, word: string, before: ScalarTexts): Condition {
  const was = text(before) === word;
  return (texts) => (text(texts) === word) === was;
}

function fitting(at: number, { shape }: ReadJson, fits: PlannedCheck['fits']): Condition {
  let latest: string | undefined;
  return ({ own }) => {
    const text = own[at];
    if (text === latest) return true;
    if (text === undefined || !fits(scalarOf(text, shape?.types[at]))) return false;
    latest = text;
    return true;
  };
}

/** What of the values decided the outcome of a check. */
function conditionsOf({ planned, place, positions, found, message }: CheckedValue): readonly Condition[] {
  const { check, fits, source, where, unless } = planned;
  const { json, sent } = message;
  const at = scalarAt(json, place.tokens, positions);
  if (check.kind === 'echo') {
    const given = found === true && source !== null ? sentText(sent, source, positions) : null;
    return given === null || at === null ? [] : [(texts) => texts.own[at] === given(texts)];
  }
  if (check.kind !== 'schema') return [];
  const before = textsOf(message);
  const conditions = where.flatMap(([asked, word]) => {
    const given = sentText(sent, asked, positions);
    return given === null ? [] : [isWord(given, word, before)];
  });
  if (at === null) return conditions;
  if (unless !== undefined) conditions.push(isWord(({ own }) => own[at], unless, before));
  const isDecided = planned === place.type && json.shape?.types[at] !== 'number';
  if (found === true && !isDecided) conditions.push(fitting(at, json, fits));
  return conditions;
}

/** What a message came to that deviates nowhere, and of which no evidence is kept. */
export interface EarlierOutcome {
  /** What it meets, each with the number of places. */
  readonly conforms: readonly (readonly [RequirementState, places: number])[];
  readonly skips: readonly (readonly [RequirementState, Skipped])[];
}

/** A remembered message, and what followed it since that was last counted. */
export interface Earlier {
  readonly facts: readonly unknown[];
  readonly conditions: readonly Condition[];
  readonly outcome: EarlierOutcome;
  exchanges: number;
  /** Of the first that followed. */
  key: number;
  times: NumberRange;
}

/**
 * What decides besides the values; null for a message that is like no other one. Where something is masked, a marker stands
 * for a value, and only a list of places says where.
 */
function factsOf({ json, masked, sent }: Message): readonly unknown[] | null {
  const isOpen = masked.size === 0 && sent.masked.size === 0;
  const areShaped = json.shape !== null && (sent.body === null || sent.body.shape !== null);
  return isOpen && areShaped ? [json.shape, sent.body?.shape, sent.unknown] : null;
}

/** Counts what followed a message in the findings of its requirements. */
function settle(earlier: Earlier): void {
  const { outcome, exchanges, key, times } = earlier;
  if (exchanges === 0) return;
  for (const [found, each] of outcome.conforms) {
    found.counts.conforms += exchanges;
    found.places.conforms += exchanges * each;
    found.conforming = range.merge(found.conforming, times);
  }
  for (const [found, why] of outcome.skips) skip(found, key, why, exchanges);
  Object.assign(earlier, nothingFollowed);
}

const nothingFollowed = { exchanges: 0, key: Number.POSITIVE_INFINITY, times: null };

/** Remembers messages of one side of an operation. */
export function earlierMessages() {
  const known: Earlier[] = [];
  let others = 0;
  const find = (message: Message): Earlier | null => {
    const facts = factsOf(message);
    const texts = textsOf(message);
    const isFollowed = (one: Earlier) =>
      one.facts.every((fact, at) => fact === facts?.[at]) && one.conditions.every((holds) => holds(texts));
    const at = facts === null ? -1 : known.findIndex(isFollowed);
    const found = known[at] ?? null;
    if (at > 0) known.splice(at - 1, 2, found as Earlier, known[at - 1] as Earlier);
    return found;
  };
  return {
    find,
    /** Whether a message that follows none is to be remembered. */
    isWanted: (message: Message): boolean => {
      others += 1;
      return (others <= patience || others % patience === 0) && factsOf(message) !== null;
    },
    add: (message: Message, outcome: EarlierOutcome, checked: readonly CheckedValue[]): void => {
      const facts = factsOf(message) ?? [];
      known.unshift({ facts, conditions: checked.flatMap(conditionsOf), outcome, ...nothingFollowed });
      if (known.length > most) settle(known.pop() as Earlier);
    },
    /** Has to come before findings are read. */
    settle: (): void => known.forEach(settle),
  };
}

/** @param time of the exchange; null where nobody asks for it */
export function countFollowing(earlier: Earlier, key: number, time: number | null): void {
  earlier.exchanges += 1;
  earlier.key = Math.min(earlier.key, key);
  if (time !== null) earlier.times = widened(earlier.times, time);
}
