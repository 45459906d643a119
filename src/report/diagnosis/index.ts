import { answerRules } from './answers.ts';
import type { Deviation } from './deviation.ts';
import { formRules } from './forms.ts';
import { placeRules } from './places.ts';
import type { Diagnosis, Rule } from './rule.ts';
import { typeRules } from './types.ts';
import { valueRules } from './values.ts';

/** Every mistake that is known, in each kind the most specific first; a new one is one entry in its file. */
export const rules: readonly Rule[] = [
  ...answerRules,
  ...placeRules,
  ...typeRules,
  ...formRules,
  ...valueRules,
];

/** What is wrong in one place, and how to change it; null where no rule knows. */
export function diagnose(deviation: Deviation): { readonly rule: Rule; readonly found: Diagnosis } | null {
  for (const rule of rules) {
    const found = rule.look(deviation);
    if (found !== null) return { rule, found };
  }
  return null;
}
