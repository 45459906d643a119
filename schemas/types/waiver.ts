// Written by `npm run docs` from schemas/suite.

/** One accepted deviation. */
export interface Waiver {
  /** Id of a requirement, or the beginning of ids with * at its end. */
  readonly id: string;
  /** Why it is accepted. */
  readonly reason: string;
  /** Who is responsible for it. */
  readonly owner: string;
  /** Last day on which it holds, in UTC: YYYY-MM-DD. */
  readonly expires: string;
  /** Narrows it to one observed value, written as the evidence of report.json has it: JSON text, so "\"OK\"" for the string OK, and "absent" for what is not there. */
  readonly actual?: string;
  /** The deviation comes and goes: that the requirement conforms does not make the waiver stale. */
  readonly flaky?: boolean;
  /** Where it is followed up. */
  readonly ticket?: string;
}

/** A deviation that the operator accepts until a day, and what became of the waiver in this run. */
export interface WaiverResult {
  /** Id of a requirement, or the beginning of ids with * at its end. */
  readonly id: string;
  /** Why it is accepted. */
  readonly reason: string;
  /** Who is responsible for it. */
  readonly owner: string;
  /** Last day on which it holds, in UTC. */
  readonly expires: string;
  /** The one observed value that it is narrowed to. */
  readonly actual?: string;
  /** Whether the deviation comes and goes. */
  readonly flaky?: boolean;
  /** Where it is followed up. */
  readonly ticket?: string;
  /** active: covers a deviation. other-value: what it names deviates, but with another value, or with another as well. stale: all it names conforms. flaky: the same, as a flaky one may. dormant: too little of what it names was checked to decide. expired: its last day was over when the run started, so it covers nothing. */
  readonly state: WaiverState;
  /** Requirements that it covers in this run, what was not checked because of them included. */
  readonly covers: readonly string[];
}

/** active: covers a deviation. other-value: what it names deviates, but with another value, or with another as well. stale: all it names conforms. flaky: the same, as a flaky one may. dormant: too little of what it names was checked to decide. expired: its last day was over when the run started, so it covers nothing. */
export type WaiverState = 'active' | 'other-value' | 'stale' | 'flaky' | 'dormant' | 'expired';
