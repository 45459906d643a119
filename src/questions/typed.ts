import type { AnswerValue } from '../../schemas/types.ts';
import { longestText, mostTexts } from '../model/answer.ts';
import type { Question, SeenText, Sightings } from '../model/question.ts';
import { cut } from '../text/cut.ts';

/** What was seen, in words and as an answer of a form. */

/** What a text that is cut says of its end takes so many characters. */
const cutWords = 60;

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

export function textsOf({ of }: Sightings, part?: string): readonly string[] {
  return of(part).map(({ text }) => text);
}

/** Distinct texts with how often each was seen: `200 (3 ×), 201`. */
export function tallied(texts: readonly SeenText[], separator = ', '): string {
  return texts.map(({ text, count: times }) => (times === 1 ? text : `${text} (${times} ×)`)).join(separator);
}

/** What is said of what was seen: of a set, its texts where the question has no other words. */
export function wordsOf({ say, form }: Question, seen: Sightings): string | null {
  if (say !== undefined) return say(seen);
  return form.kind === 'set' ? tallied(seen.of()) || null : null;
}

/** The answer: of a set, its texts where the question has no other; those of parts that show it, if any was seen. */
export function answerOf({ answer, form, shownBy }: Question, seen: Sightings): AnswerValue | null {
  if (answer !== undefined) return answer(seen);
  if (form.kind !== 'set') return null;
  const texts = (shownBy ?? ['']).flatMap((part) => textsOf(seen, part));
  return shownBy !== undefined && texts.length === 0 ? null : setOf(texts);
}

/** How often the texts of some parts were seen. */
export function timesOf({ of }: Sightings, parts: readonly string[]): number {
  return parts.flatMap((part) => of(part)).reduce((sum, { count }) => sum + count, 0);
}
