import { isPlainObject } from '../../json/plain.ts';
import type { SourceTokens } from '../sent.ts';
import type { SpotVerdict } from '../verdicts.ts';
import type { Plan, PlannedCheck, PlannedPlace } from './plan.ts';

/** What a message is compared with, as plain values: the body that was sent, undefined for none, and the identifiers in the path. */
export interface PlainSent {
  readonly body: unknown;
  readonly addressed: unknown;
}

/** Equality of scalars that were written as JavaScript writes them; see `sameValue` for what may be compared. */
function isSame(left: unknown, right: unknown): boolean {
  return left === right && (typeof left === 'string' || typeof left === 'number');
}

/**
 * Puts messages as plain values to the requirements of a plan. Every requirement has to conform, or to be silent for a reason that lies
 * in the request or in the value: anything else is left to the full judge, who alone knows what a deviation is.
 */
export class Walk {
  private readonly plan: Plan;
  /** Spots that conform, by position of the requirement. */
  readonly conforming: Uint32Array;
  /** 1 where a requirement had nothing to say at some spot, and no other requirement is the cause. */
  readonly silent: Uint8Array;
  private readonly positions: number[] = [];
  private sent: PlainSent = { body: undefined, addressed: undefined };

  constructor(plan: Plan) {
    this.plan = plan;
    this.conforming = new Uint32Array(plan.requirements.length);
    this.silent = new Uint8Array(plan.requirements.length);
  }

  /** @returns false where something deviates, or is silent for another reason; what was counted then means nothing */
  put(message: Readonly<Record<string, unknown>>, sent: PlainSent): boolean {
    this.conforming.fill(0);
    this.silent.fill(0);
    this.positions.length = 0;
    this.sent = sent;
    return this.members(this.plan.root, message);
  }

  /** Puts it to a requirement on the message as a whole, as somebody else judged it. @returns as `put` */
  take(at: number, verdicts: Iterable<SpotVerdict>): boolean {
    for (const spot of verdicts) {
      if (spot.verdict === 'conforms') this.conform(at);
      else if (spot.verdict === 'not-exercised' && spot.because === undefined) this.keepSilent(at);
      else return false;
    }
    return true;
  }

  conform(at: number): true {
    this.conforming[at] = (this.conforming[at] ?? 0) + 1;
    return true;
  }

  private keepSilent(at: number): true {
    this.silent[at] = 1;
    return true;
  }

  private members(place: PlannedPlace, value: Readonly<Record<string, unknown>>): boolean {
    for (const member of place.members) if (!this.place(member, value[member.token])) return false;
    return true;
  }

  private place(place: PlannedPlace, value: unknown): boolean {
    const { presence, absence } = place;
    if (value === undefined) return this.absent(place);
    if (absence !== null) return false;
    if (presence !== null) this.conform(presence);
    for (const check of place.checks) if (!this.check(check, value)) return false;
    if (place.items !== null) return this.elements(place, place.items, value);
    return place.members.length === 0 || (isPlainObject(value) && this.members(place, value));
  }

  private absent({ presence, absence, ofPresent }: PlannedPlace): boolean {
    if (presence !== null) return false;
    if (absence !== null) this.conform(absence);
    for (const at of ofPresent) this.keepSilent(at);
    return true;
  }

  private elements(place: PlannedPlace, items: PlannedPlace, value: unknown): boolean {
    if (!Array.isArray(value) || place.members.length > 0) return false;
    if (value.length === 0) return this.noElements(place);
    const depth = this.positions.length;
    for (let at = 0; at < value.length; at += 1) {
      this.positions[depth] = at;
      if (!this.place(items, value[at])) return false;
    }
    this.positions.length = depth;
    return true;
  }

  /** Nothing is the cause of it where as many were sent; elsewhere the array's own requirement may be. */
  private noElements({ checks, ofItems }: PlannedPlace): boolean {
    for (const { check, source } of checks)
      if (check.kind === 'count' && this.sentLength(source) !== 0) return false;
    for (const at of ofItems) this.keepSilent(at);
    return true;
  }

  private check({ at, check, fits, source, where }: PlannedCheck, value: unknown): boolean {
    if (check.kind === 'count') return this.hasSentLength(source, value) && this.conform(at);
    if (check.kind === 'echo') {
      const sent = this.sentAt(source);
      if (sent === undefined) return this.keepSilent(at);
      return isSame(sent, value) && this.conform(at);
    }
    if (check.unless !== undefined && value === check.unless) return this.keepSilent(at);
    for (const [asked, wanted] of where) if (this.sentAt(asked) !== wanted) return this.keepSilent(at);
    return fits(value) && this.conform(at);
  }

  private hasSentLength(source: SourceTokens | null, value: unknown): boolean {
    return Array.isArray(value) && value.length === this.sentLength(source);
  }

  /** Elements of the array at a source; null where none was sent, or one inside another. */
  private sentLength(source: SourceTokens | null): number | null {
    return source === null || source.tokens.includes('*') ? null : lengthOf(this.sentAt(source));
  }

  private sentAt(source: SourceTokens | null): unknown {
    if (source === null) return undefined;
    let value = source.isPath ? this.sent.addressed : this.sent.body;
    let used = 0;
    for (const token of source.tokens) {
      if (token === '*') {
        value = Array.isArray(value) ? value[this.positions[used] ?? -1] : undefined;
        used += 1;
      } else value = isPlainObject(value) ? value[token] : undefined;
    }
    return value;
  }
}

function lengthOf(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null;
}
