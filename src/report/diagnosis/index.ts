import { answerMistakes } from './answers.ts';
import type { Deviation } from './deviation.ts';
import { formMistakes } from './forms.ts';
import type { Diagnosis, Mistake } from './mistake.ts';
import { placeMistakes } from './places.ts';
import { typeMistakes } from './types.ts';
import { valueMistakes } from './values.ts';

/** Every mistake that is known, in each kind the most specific first; a new one is one entry in its file. */
const mistakes: readonly Mistake[] = [
  ...answerMistakes,
  ...placeMistakes,
  ...typeMistakes,
  ...formMistakes,
  ...valueMistakes,
];

/** What is wrong in one place, and how to change it; null where it is no mistake that is known. */
export function diagnose(
  deviation: Deviation,
): { readonly mistake: Mistake; readonly found: Diagnosis } | null {
  for (const mistake of mistakes) {
    const found = mistake.facet === deviation.requirement.facet ? mistake.look(deviation) : null;
    if (found !== null) return { mistake, found };
  }
  return null;
}
