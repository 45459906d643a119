import { ExactNumber, sameScalar } from '../json/decimal.ts';
import { pointerAt } from '../json/place.ts';
import { isPlainObject } from '../json/plain.ts';
import type { ReadJson } from '../model/json.ts';
import { isSentMasked, type SentData, sentValue } from '../reading/sent.ts';
import { maskedThere, type Skipped, skipped } from '../reading/skipped.ts';
import { cut } from '../text/cut.ts';
import { causeIn } from './follows.ts';
import type { Noted, Shown } from './noted.ts';
import type { Place, PlannedCheck } from './plan.ts';

/** A message as the requirements on its fields see it. */
export interface Message {
  readonly json: ReadJson;
  /** JSON Pointers where a secret was masked; an empty one where they were too many to list. */
  readonly masked: ReadonlySet<string>;
  /** What it is compared with. */
  readonly sent: SentData;
}

const nothingSent = skipped('it was not sent, so nothing can be compared');
const noArraySent = skipped('no array was sent, so nothing can be compared');
const noPositions: readonly number[] = [];

function elements(count: number): string {
  return `${count} element${count === 1 ? '' : 's'}`;
}

/** How many elements the array had that was sent; null where none was. */
function sentLength(sent: SentData, source: PlannedCheck['source'] | undefined): number | null {
  const value = source && sentValue(sent, source, noPositions);
  return Array.isArray(value) ? value.length : null;
}

/** Puts one message to the requirements on its fields, place by place. */
class Walk {
  private readonly noted: Noted;
  private readonly message: Message;
  /** Of the elements that the place is in. */
  private positions = noPositions;
  /** Why elements cannot be compared by position. */
  private mismatch: Skipped | null = null;
  /** What was checked, where the message is to be remembered. */
  private readonly checked: CheckedValue[] | null;

  constructor(noted: Noted, message: Message, checked: CheckedValue[] | null) {
    this.noted = noted;
    this.message = message;
    this.checked = checked;
  }

  present(place: Place, value: unknown): void {
    const { type, checks, members, items, obstacles } = place;
    const like = value instanceof ExactNumber ? value.like : value;
    if (type !== null) this.note(type, place, value, this.decided(type, value, like));
    if (checks.length > 0) this.checks(place, value, like);
    if (members.size > 0) {
      if (isPlainObject(value)) for (const [name, one] of members) this.member(one, value[name]);
      else this.blocked(place, obstacles.type);
    }
    if (items !== null) this.elements(place, items, value);
  }

  private member(place: Place, value: unknown): void {
    const { presence, absence, type, checks } = place;
    const isThere = value !== undefined;
    if (presence !== null) this.note(presence, place, value, isThere);
    if (absence !== null) this.note(absence, place, value, !isThere);
    if (isThere) this.present(place, value);
    else {
      const { absent } = place.obstacles;
      if (type !== null) this.noted.skip(type.at, absent);
      for (const { at } of checks) this.noted.skip(at, absent);
      this.blocked(place, absent);
    }
  }

  private elements(place: Place, items: Place, value: unknown): void {
    const { obstacles, checks } = place;
    if (!Array.isArray(value)) {
      this.blocked(place, obstacles.type);
      return;
    }
    const { sent } = this.message;
    const count = checks.find(({ check }) => check.kind === 'count');
    // Also where what was sent is not known.
    const isAsLong = sent.unknown !== null || sentLength(sent, count?.source) === value.length;
    if (value.length === 0)
      this.blocked(place, count !== undefined && isAsLong ? obstacles.uncaused : obstacles.empty);
    const outer = this.positions;
    this.mismatch = count === undefined || isAsLong ? null : obstacles.length;
    for (const [position, item] of value.entries()) {
      this.positions = [...outer, position];
      this.present(items, item);
    }
    this.positions = outer;
    this.mismatch = null;
  }

  private blocked({ below }: Place, why: Skipped): void {
    for (const at of below) this.noted.skip(at, why, false);
  }

  /** Format, value, echo and count are checked only on a value that has its type and was not masked. */
  private checks(place: Place, value: unknown, like: unknown): void {
    const { type, checks, obstacles } = place;
    const isOfType = type === null || type.fits(like);
    const obstacle = isOfType ? (this.isMasked(place) ? maskedThere : null) : obstacles.type;
    for (const check of checks) this.note(check, place, value, obstacle ?? this.decided(check, value, like));
  }

  private isMasked({ pointer }: Place): boolean {
    const { masked } = this.message;
    return masked.size > 0 && (masked.has('') || masked.has(pointerAt(pointer, this.positions)));
  }

  /** Whether a value is as it should be, or why that is not known. */
  private decided(planned: PlannedCheck, value: unknown, like: unknown): boolean | Skipped {
    const { check, fits } = planned;
    if (check.kind === 'echo') return this.isEcho(planned, value);
    if (check.kind === 'count') return this.isCounted(planned, value);
    return this.unmet(planned, value) ?? fits(like);
  }

  /** Why a requirement that holds only for certain values, here or in the request, cannot be checked. */
  private unmet({ where, unless, isUnless }: PlannedCheck, value: unknown): Skipped | null {
    const { sent } = this.message;
    if (unless !== undefined && value === unless) return isUnless;
    for (const [source, asked, otherwise] of where) {
      if (this.mismatch !== null) return this.mismatch;
      if (sentValue(sent, source, this.positions) !== asked) return sent.unknown ?? otherwise;
    }
    return null;
  }

  private isEcho({ source }: PlannedCheck, value: unknown): boolean | Skipped {
    const { sent } = this.message;
    if (this.mismatch !== null) return this.mismatch;
    const given = source === null ? undefined : sentValue(sent, source, this.positions);
    if (source === null || given === undefined) return sent.unknown ?? nothingSent;
    return isSentMasked(sent, source, this.positions) ? maskedThere : sameScalar(given, value);
  }

  private isCounted({ source }: PlannedCheck, value: unknown): boolean | Skipped {
    const { sent } = this.message;
    const length = sentLength(sent, source);
    if (length === null || !Array.isArray(value)) return sent.unknown ?? noArraySent;
    return value.length === length;
  }

  private note(planned: PlannedCheck, place: Place, value: unknown, found: boolean | Skipped): void {
    const { noted, message, positions } = this;
    this.checked?.push({ planned, place, value, found, positions, message });
    if (typeof found !== 'boolean') noted.skip(planned.at, found);
    else if (found && !noted.wantsEvidence(planned.at)) noted.conforms(planned.at);
    else {
      const checked = { planned, place, value, found, positions, message };
      noted.judge(planned.at, found, () => shownOf(checked), found ? null : this.causeOf(checked));
    }
  }

  /** The requirement on the request from which a deviation follows; null for none. */
  private causeOf({ planned, place, value, positions }: CheckedValue): string | null {
    const { returned, type } = place;
    const { kind } = planned.check;
    if (returned === null || this.mismatch !== null || (kind !== 'schema' && kind !== 'echo')) return null;
    const isOfType = type?.fits ?? (() => true);
    const { sent } = this.message;
    return causeIn(returned, { value, positions, sent, isEcho: kind === 'echo', isOfType });
  }
}

/** Puts a message to the requirements on its fields, place by place, unless it follows an earlier one (alike.ts). */
export function walk(noted: Noted, message: Message): void {
  if (noted.follows(message)) return;
  const checked: CheckedValue[] | null = noted.earlier.isWanted(message) ? [] : null;
  new Walk(noted, message, checked).present(noted.plan.root, message.json.value);
  if (checked !== null) noted.remember(message, checked);
}

/** A requirement on a place that was checked. */
export interface CheckedValue {
  readonly planned: PlannedCheck;
  readonly place: Place;
  readonly value: unknown;
  /** Whether it is as it should be, or why that is not known. */
  readonly found: boolean | Skipped;
  readonly positions: readonly number[];
  readonly message: Message;
}

function shownOf({ planned, place, value, found, positions, message: { json, sent } }: CheckedValue): Shown {
  const { check, source, expected } = planned;
  const pointer = pointerAt(place.pointer, positions);
  if (check.kind === 'count' && Array.isArray(value)) {
    const sentElements = elements(sentLength(sent, source) ?? 0);
    return { pointer, expected: `${sentElements}, as many as were sent`, actual: elements(value.length) };
  }
  const actual = value === undefined ? 'absent' : cut(json.textAt(place.tokens, positions, value));
  const only = (text: string) => (found === true || text !== cut(text) ? {} : { wanted: text });
  if (source === null) {
    const constant = check.kind === 'schema' ? check.schema.const : undefined;
    return { pointer, expected, actual, ...(constant !== undefined && only(JSON.stringify(constant))) };
  }
  const given = sentValue(sent, source, positions);
  const body = source.isPath ? null : sent.body;
  const text = body?.textAt(source.tokens, positions, given) ?? JSON.stringify(given);
  return { pointer, expected: `${cut(text)}, ${expected}`, actual, ...only(text) };
}
