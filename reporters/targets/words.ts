import type { TargetOutcome, TargetResult, TargetsSummary } from '../../src/model/targets.ts';
import { plural } from '../../src/text/plural.ts';
import type { Mark } from '../outline/words.ts';

/** The mark of an outcome in the list of targets. */
export const targetMarks: Readonly<Record<TargetOutcome, Mark>> = {
  conforms: 'conforms',
  'stale-waivers': 'shown-deviates',
  deviates: 'deviates',
  incomplete: 'shown-deviates',
  fault: 'deviates',
  'not-run': 'not-exercised',
};

const counted: readonly (readonly [words: string, outcomes: readonly TargetOutcome[]])[] = [
  ['with a fault of the suite itself', ['fault']],
  ['deviating', ['deviates']],
  ['not wholly checked', ['incomplete']],
  ['not run', ['not-run']],
  ['with a waiver to remove', ['stale-waivers']],
  ['conforming', ['conforms']],
];

/** `3 targets: 1 deviating, 2 conforming`, the worst first. */
export function targetsSentence({ targets }: TargetsSummary): string {
  const told = counted.flatMap(([words, outcomes]) => {
    const count = targets.filter(({ outcome }) => outcomes.includes(outcome)).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `${plural(targets.length, 'target')}: ${told.join(', ')}`;
}

/** `12 of 148`; a dash where nothing is known. */
export function countWords(counts: TargetResult['counts'], which: 'deviate' | 'notChecked'): string {
  return counts === null ? '–' : `${counts[which]} of ${counts.all}`;
}
