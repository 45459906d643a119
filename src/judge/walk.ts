import type { Check } from '../contract/requirements.ts';
import { sourcePhrase, wanted } from '../contract/statements.ts';
import { ExactNumber, sameScalar } from '../json/decimal.ts';
import { pointerAt } from '../json/place.ts';
import { isPlainObject, memberOf } from '../json/plain.ts';
import type { ReadJson } from '../model/json.ts';
import { isSentMasked, type SentData, sentValue } from '../reading/sent.ts';
import { maskedThere, type Skipped, skipped } from '../reading/skipped.ts';
import { cut } from '../text/cut.ts';
import { causeIn } from './follows.ts';
import type { Noted, Shown } from './noted.ts';
import type { Place, Plan, PlannedCheck } from './plan.ts';

/** A message as the requirements on its fields see it. */
export interface Message {
  readonly json: ReadJson;
  /** Where in the plan its body begins. */
  readonly start: Place;
  /** JSON Pointers where a secret was masked; an empty one where they were too many to list. */
  readonly masked: ReadonlySet<string>;
  /** What it is compared with. */
  readonly sent: SentData;
}

const nothingSent = skipped('it was not sent, so nothing can be compared');
const noArraySent = skipped('no array was sent, so nothing can be compared');
const noPositions: readonly number[] = [];

function countOf({ checks }: Place): PlannedCheck | undefined {
  return checks.find(({ check }) => check.kind === 'count');
}

function elements(count: number): string {
  return `${count} element${count === 1 ? '' : 's'}`;
}

/** Puts messages to the requirements on their fields, place by place. */
export class Walk {
  private readonly noted: Noted;
  private readonly plan: Plan;
  /** The latest one. */
  private message: Message | null = null;
  private positions: number[] = [];
  /** Why elements cannot be compared by position. */
  private mismatch: Skipped | null = null;

  constructor(plan: Plan, noted: Noted) {
    this.plan = plan;
    this.noted = noted;
  }

  put(message: Message): void {
    this.message = message;
    this.mismatch = null;
    this.present(message.start, message.json.value);
  }

  private get sent(): SentData {
    return (this.message as Message).sent;
  }

  private member(place: Place, parent: Readonly<Record<string, unknown>>): void {
    const { token, isInherited, presence, absence } = place;
    const value = isInherited ? memberOf(parent, token) : parent[token];
    const isThere = value !== undefined;
    if (presence !== -1) this.note(presence, place, value, isThere);
    if (absence !== -1) this.note(absence, place, value, !isThere);
    if (isThere) this.present(place, value);
    else {
      const { absent } = place.obstacles;
      if (place.type !== null) this.noted.skip(place.type.at, absent);
      for (const { at } of place.checks) this.noted.skip(at, absent);
      this.blocked(place, absent);
    }
  }

  private blocked({ below }: Place, why: Skipped): void {
    for (const at of below) this.noted.skip(at, why, false);
  }

  private present(place: Place, value: unknown): void {
    const { type, checks, members, items } = place;
    const like = value instanceof ExactNumber ? value.like : value;
    if (type !== null) this.note(type.at, place, value, this.decided(type, value, like));
    if (checks.length > 0) this.checks(place, value, like);
    if (members.length > 0) {
      if (isPlainObject(value)) for (const one of members) this.member(one, value);
      else this.blocked(place, place.obstacles.type);
    }
    if (items !== null) this.elements(place, items, value);
  }

  private elements(place: Place, items: Place, value: unknown): void {
    const { obstacles } = place;
    if (!Array.isArray(value)) this.blocked(place, obstacles.type);
    else if (value.length === 0)
      this.blocked(place, this.isUncaused(place) ? obstacles.uncaused : obstacles.empty);
    else {
      const at = this.positions.length;
      if (at === 0) this.mismatch = this.isAsLong(place, value) ? null : obstacles.length;
      for (const [position, item] of value.entries()) {
        this.positions[at] = position;
        this.present(items, item);
      }
      this.positions.length = at;
      if (at === 0) this.mismatch = null;
    }
  }

  /** Whether no requirement is the cause that an array has no elements: none were sent, or that is not known. */
  private isUncaused(place: Place): boolean {
    return countOf(place) !== undefined && this.isAsLong(place, []);
  }

  /** Also where nobody asks for its length, or what was sent is not known. */
  private isAsLong(place: Place, { length }: readonly unknown[]): boolean {
    const count = countOf(place);
    return count === undefined || this.sent.unknown !== null || this.sentLength(count) === length;
  }

  /** Format, value, echo and count are checked only on a value that has its type and was not masked. */
  private checks(place: Place, value: unknown, like: unknown): void {
    const { type, checks, obstacles } = place;
    const isOfType = type === null || type.fits(like);
    const obstacle = isOfType ? (this.isMasked(place) ? maskedThere : null) : obstacles.type;
    for (const check of checks)
      this.note(check.at, place, value, obstacle ?? this.decided(check, value, like));
  }

  private isMasked({ pointer }: Place): boolean {
    const { masked } = this.message as Message;
    return masked.size > 0 && (masked.has('') || masked.has(pointerAt(pointer, this.positions)));
  }

  /** Whether a value is as it should be, or why that is not known. */
  private decided(planned: PlannedCheck, value: unknown, like: unknown): boolean | Skipped {
    const { check, fits } = planned;
    if (check.kind === 'echo') return this.isEcho(planned, value);
    if (check.kind === 'count') return this.isCounted(planned, value);
    return this.unmet(planned, check.unless, value) ?? fits(like);
  }

  /** Why a requirement that holds only for certain values, here or in the request, cannot be checked. */
  private unmet(
    { where, isUnless }: PlannedCheck,
    unless: string | undefined,
    value: unknown,
  ): Skipped | null {
    if (unless !== undefined && value === unless) return isUnless;
    for (const [source, asked, otherwise] of where) {
      if (this.mismatch !== null) return this.mismatch;
      if (sentValue(this.sent, source, this.positions) !== asked) return this.sent.unknown ?? otherwise;
    }
    return null;
  }

  private isEcho({ source }: PlannedCheck, value: unknown): boolean | Skipped {
    if (this.mismatch !== null) return this.mismatch;
    const given = source === null ? undefined : sentValue(this.sent, source, this.positions);
    if (source === null || given === undefined) return this.sent.unknown ?? nothingSent;
    return isSentMasked(this.sent, source, this.positions) ? maskedThere : sameScalar(given, value);
  }

  private isCounted(planned: PlannedCheck, value: unknown): boolean | Skipped {
    const length = this.sentLength(planned);
    if (length === null || !Array.isArray(value)) return this.sent.unknown ?? noArraySent;
    return value.length === length;
  }

  /** How many elements the array at a source had; null where none was sent. */
  private sentLength({ source }: PlannedCheck): number | null {
    const value = source === null ? undefined : sentValue(this.sent, source, noPositions);
    return Array.isArray(value) ? value.length : null;
  }

  private note(at: number, place: Place, value: unknown, found: boolean | Skipped): void {
    const { noted, message } = this;
    if (typeof found !== 'boolean') noted.skip(at, found);
    else if (found && !noted.wantsEvidence(at)) noted.conforms(at);
    else {
      const { check } = this.plan.requirements[at] as Plan['requirements'][number];
      const positions = [...this.positions];
      const spot = { check, place, value, holds: found, positions, message: message as Message };
      noted.judge(at, found, () => shownOf(spot), found ? null : this.causeOf(spot));
    }
  }

  /** The requirement on the request from which a deviation follows; null for none. */
  private causeOf({ check, place, value, positions }: CheckedValue): string | null {
    const { returned, type } = place;
    if (returned === null || this.mismatch !== null) return null;
    if (check.kind !== 'schema' && check.kind !== 'echo') return null;
    const isOfType = type?.fits ?? (() => true);
    return causeIn(returned, { value, positions, sent: this.sent, isEcho: check.kind === 'echo', isOfType });
  }
}

interface CheckedValue {
  readonly check: Check;
  readonly place: Place;
  readonly value: unknown;
  readonly holds: boolean;
  readonly positions: readonly number[];
  readonly message: Message;
}

function shownOf({ check, place, value, holds, positions, message }: CheckedValue): Shown {
  const { json, start, sent } = message;
  const pointer = pointerAt(place.pointer, positions);
  const source = sourceOfCheck(place, check);
  const given = source === null ? undefined : sentValue(sent, source, positions);
  if (check.kind === 'count' && Array.isArray(value)) {
    const length = Array.isArray(given) ? given.length : 0;
    return { pointer, expected: `${elements(length)}, as many as were sent`, actual: elements(value.length) };
  }
  const tokens = place.tokens.slice(start.tokens.length);
  const actual = value === undefined ? 'absent' : cut(json.textAt(tokens, positions, value));
  const only = (text: string) => (holds || text !== cut(text) ? {} : { wanted: text });
  if (check.kind !== 'echo' || source === null || given === undefined) {
    const value = check.kind === 'schema' ? check.schema.const : undefined;
    return {
      pointer,
      expected: wanted(check),
      actual,
      ...(value !== undefined && only(JSON.stringify(value))),
    };
  }
  const body = source.isPath ? null : sent.body;
  const text = body?.textAt(source.tokens, positions, given) ?? JSON.stringify(given);
  return { pointer, expected: `${cut(text)}, ${sourcePhrase(check.source)}`, actual, ...only(text) };
}

function sourceOfCheck({ checks }: Place, check: Check): PlannedCheck['source'] {
  return checks.find((one) => one.check === check)?.source ?? null;
}
