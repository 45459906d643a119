import type { TargetOutcome, TargetRow, TargetsSummary } from '../../src/model/targets.ts';
import { type Mark, plural } from '../support/words.ts';

/** How an outcome is marked beside those of other targets. */
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
  ['with a waiver to be removed', ['stale-waivers']],
  ['conforming', ['conforms']],
];

/** `3 targets: 1 deviating, 2 conforming`, the gravest first. */
export function targetsSentence({ targets }: TargetsSummary): string {
  const told = counted.flatMap(([words, outcomes]) => {
    const count = targets.filter(({ outcome }) => outcomes.includes(outcome)).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `${plural(targets.length, 'target')}: ${told.join(', ')}`;
}

/** `12 of 148`; a dash where nothing is known. */
export function countWords(counts: TargetRow['counts'], which: 'deviate' | 'notChecked'): string {
  return counts === null ? '–' : `${counts[which]} of ${counts.all}`;
}
