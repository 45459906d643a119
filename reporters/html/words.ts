import type { Mark } from '../support/words.ts';

/** Verdicts as a reader of the page is told them. */
export const verdictWords: Readonly<Record<Mark, string>> = {
  conforms: 'conforms',
  deviates: 'deviates',
  'shown-deviates': 'differs from the example',
  waived: 'accepted',
  'not-exercised': 'not checked',
};
