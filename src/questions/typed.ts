import { longestText, mostTexts } from '../model/answer.ts';
import type { Question, Sightings } from '../model/question.ts';
import { cut } from '../text/cut.ts';

/** What was seen as an answer of a form, apart from the sentence about it. */

/** What a text that is cut says of its end takes so many characters. */
const cutWords = 60;

type Typed = Pick<Question, 'form' | 'answer'>;

/** Different texts, sorted; null for more than an answer has. */
export function setOf(texts: readonly string[]): readonly string[] | null {
  const all = [...new Set(texts.map((text) => cut(text, longestText - cutWords)))].sort();
  return all.length > mostTexts ? null : all;
}

export const setOfTexts = { form: { kind: 'set' } } as const;

export function chosen(...of: readonly string[]): Pick<Question, 'form'> {
  return { form: { kind: 'choice', of } };
}

export const servedOrNot = chosen('served', 'refused');

/** The texts of a part as a set; the empty set where exchanges that have to do with it show none. */
export function asSet(part?: string): Typed {
  return { ...setOfTexts, answer: ({ of }) => setOf(of(part).map(({ text }) => text)) };
}

/** The same of a part that has to be seen. */
export function asSetOf(part: string): Typed & Pick<Question, 'shownBy'> {
  const { form, answer } = asSet(part);
  return { form, answer: (seen) => (seen.of(part).length > 0 && answer?.(seen)) || null, shownBy: [part] };
}

/** How often the texts of some parts were seen. */
export function timesOf({ of }: Sightings, parts: readonly string[]): number {
  return parts.flatMap((part) => of(part)).reduce((sum, { count }) => sum + count, 0);
}
