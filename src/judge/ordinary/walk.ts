import type { SpotVerdict } from '../verdicts.ts';
import { codeOf, type Put } from './compile.ts';
import type { Plan } from './plan.ts';

/** What a message is compared with, as plain values: the body that was sent, undefined for none, and the identifiers in the path. */
export interface PlainSent {
  readonly body: unknown;
  readonly addressed: unknown;
}

/** What one message comes to. */
export interface Noted {
  /** Spots that conform, by position of the requirement. */
  readonly conforming: Uint32Array;
  /** 1 where a requirement had nothing to say at some spot, and no other requirement is the cause; `isAside` where the full judge is asked. */
  readonly silent: Uint8Array;
  /** Requirements that the full judge is asked about: those that deviate, and those that say nothing because of one of these. */
  readonly aside: number[];
  /** What is at each place that is asked for. */
  readonly values: (readonly unknown[])[];
}

const none: readonly unknown[] = [];

/**
 * Puts messages as plain values to the requirements of a plan. Every requirement has to conform, or to be silent for a
 * reason that lies in the request or in the value, or to be left aside. Anything else is left to the full judge, who alone
 * knows what is said of a deviation.
 */
export class Walk implements Noted {
  readonly conforming: Uint32Array;
  readonly silent: Uint8Array;
  readonly aside: number[] = [];
  readonly values: (readonly unknown[])[];
  private readonly plan: Plan;
  /** Null before the first message. */
  private code: Put | null = null;

  constructor(plan: Plan) {
    this.plan = plan;
    this.conforming = new Uint32Array(plan.requirements.length);
    this.silent = new Uint8Array(plan.requirements.length);
    this.values = plan.observed.map(() => none);
  }

  /** Forgets the last message. @returns as `Put` */
  put(message: unknown, sent: PlainSent): number {
    this.silent.fill(0);
    this.aside.length = 0;
    this.values.fill(none);
    this.code ??= codeOf(this.plan).make(this);
    return this.code(message, sent);
  }

  /** Puts it to a requirement on the message as a whole, as somebody else judged it. @returns false as `Put` gives -1 */
  take(at: number, verdicts: readonly SpotVerdict[]): boolean {
    for (const spot of verdicts) {
      if (spot.verdict === 'conforms') this.conform(at);
      else if (spot.verdict === 'not-exercised' && spot.because === undefined) this.silent[at] = 1;
      else return false;
    }
    return true;
  }

  conform(at: number): true {
    this.conforming[at] = (this.conforming[at] ?? 0) + 1;
    return true;
  }
}
