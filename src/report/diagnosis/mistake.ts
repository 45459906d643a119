import type { Facet } from '../../model/requirement.ts';
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

/** What was found out about a deviation. */
export interface Diagnosis {
  /** Continues "what to change: ", short: `send 42, not "42"`. */
  readonly cure: string;
  /** JSON text that would conform in the place; absent where the cure is no single value. */
  readonly instead?: string;
  /** Deviations of one mistake are one problem where this is the same too; empty without it. */
  readonly key?: string;
  /** What the title has in the place of `{what}`. */
  readonly what?: string;
}

/** One mistake that services make: how it is recognised, what it is called, and its cure. */
export interface Mistake {
  /** Short and permanent. */
  readonly cause: string;
  /** What the requirement looks at that leads to it. */
  readonly facet: Facet;
  /** Null where the deviation is another one. */
  readonly look: (deviation: Deviation) => Diagnosis | null;
  /**
   * Continues `PUT and DELETE: `. Of a mistake in fields what continues the name of one, how several are called, and what
   * continues `six numbers of action`: where that is the same but for the verb, it is left out.
   */
  readonly title: string | readonly [one: string, kind: string, many?: string];
  /** The cure of several deviations together; that of the first one without it. */
  readonly together?: string;
}

/** The title of a problem. @param found what was found out about its first deviation */
export function titleOf(
  { title }: Mistake,
  { methods, names, holder }: Subject,
  { what = '' }: Diagnosis,
  { evidence }: Deviation,
): string {
  const words: Readonly<Record<string, string>> = {
    names: joined(names),
    count: countWord(names.length),
    holder,
    what,
    actual: shortened(evidence.actual),
  };
  const says = typeof title === 'string' ? title : fieldTitle(title, names.length);
  return `${methods}: ${says.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '')}`;
}

const verbs: Readonly<Record<string, string>> = { is: 'are', has: 'have', comes: 'come' };

function fieldTitle([one, kind, many]: Exclude<Mistake['title'], string>, count: number): string {
  if (count === 1) return `{names} ${one}`;
  return `{count} ${kind} of {holder} ${many ?? one.replace(/^\w+/, (verb) => verbs[verb] ?? verb)}`;
}

const counts = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A count as people write it. */
export function countWord(count: number): string {
  return counts[count] ?? String(count);
}

/** `a`, `a and b`, `a, b and c`. */
export function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
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
