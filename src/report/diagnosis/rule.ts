import type { Deviation } from './deviation.ts';

/** What problems are about, in words. */
export interface Subject {
  /** `PUT and DELETE`. */
  readonly methods: string;
  /** `action.amount`, `the column of each condition`; one for each place. */
  readonly names: readonly string[];
  /** What holds them: `action`, `the record`, `the answer`. */
  readonly holder: string;
}

/** What a rule found out about a deviation. */
export interface Diagnosis {
  /** Continues "what to change: ", short: `send 42, not "42"`. */
  readonly cure: string;
  /** JSON text that would conform in the place; absent where the cure is no single value. */
  readonly instead?: string;
  /** Deviations of one rule are one problem where this is the same too; empty without it. */
  readonly key?: string;
}

/** One mistake that services make: how it is recognised, what it is called, and its cure. */
export interface Rule {
  /** Short and permanent. */
  readonly cause: string;
  /** Null where the deviation is another one. */
  readonly look: (deviation: Deviation) => Diagnosis | null;
  readonly title: (subject: Subject, first: Deviation) => string;
  /** The cure of several deviations together; that of the first one without it. */
  readonly together?: string;
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A count as people write it. */
export function countWord(count: number): string {
  return words[count] ?? String(count);
}

/** `a`, `a and b`, `a, b and c`. */
export function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/**
 * The title of a rule about fields.
 * @param one continues a name: `is a number sent as text`
 * @param kind of several: `numbers`
 * @param many continues `six numbers of action`: `are sent as text`
 */
export function fieldTitle(one: string, kind: string, many: string): Rule['title'] {
  return ({ methods, names, holder }) =>
    names.length === 1
      ? `${methods}: ${names[0]} ${one}`
      : `${methods}: ${countWord(names.length)} ${kind} of ${holder} ${many}`;
}

/** `send 42, not "42"`. */
export function sendInstead(instead: string, { evidence }: Deviation): Diagnosis {
  return { cure: `send ${instead}, not ${shortened(evidence.actual)}`, instead };
}

const longest = 60;

/** A value as a sentence quotes it. */
export function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;
}
