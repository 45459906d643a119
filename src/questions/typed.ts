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

/** The texts of a part as a set; the empty set where exchanges that have to do with it show none. */
export function asSet(part?: string): Typed {
  return { form: { kind: 'set' }, answer: ({ of }) => setOf(of(part).map(({ text }) => text)) };
}

/** Whether anything was seen in the exchanges that have to do with it. */
export const whetherSeen: Typed = {
  form: { kind: 'choice', of: ['yes', 'no'] },
  answer: ({ of }) => (of().length > 0 ? 'yes' : 'no'),
};

/** Of a question that the exchanges of a run do not show. */
export function chosen(...of: readonly string[]): Pick<Question, 'form'> {
  return { form: { kind: 'choice', of } };
}

/** What each different text of a part comes to, as a set. */
export function asSetOf(parts: readonly string[], words: (part: string, text: string) => string): Typed {
  return {
    form: { kind: 'set' },
    answer: ({ of }) => {
      const all = parts.flatMap((part) => of(part).map(({ text }) => words(part, text)));
      return all.length === 0 ? null : setOf(all);
    },
  };
}

/** How often the texts of some parts were seen. */
export function timesOf({ of }: Sightings, parts: readonly string[]): number {
  return parts.flatMap((part) => of(part)).reduce((sum, { count }) => sum + count, 0);
}
