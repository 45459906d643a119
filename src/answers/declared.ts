import type { AnswerFinding, AnswersFile, DeclaredAnswer, DeclaredAnswers } from '../../schemas/types.ts';
import type { SeenAnswer } from '../model/answer.ts';
import type { Question } from '../model/question.ts';
import { relationOf } from './relations.ts';

/** Sightings without which an answer that nobody named is not declared. */
const leastSeen = 2;

/**
 * Declares answers that were found.
 * @param ids none for all that were found; of those that are named, one sighting is enough
 * @returns the file, the ids that are declared now, and those that are not, each with its reason
 */
export function acceptAnswers(file: AnswersFile, ids: readonly string[]) {
  const { found } = file;
  const wanted = ids.length === 0 ? Object.keys(found).filter((id) => found[id]?.answer !== null) : ids;
  const declared: Record<string, DeclaredAnswer> = {};
  const refused: { readonly id: string; readonly why: string }[] = [];
  for (const id of wanted) {
    const entry = found[id];
    if (entry === undefined) refused.push({ id, why: 'never asked' });
    else if (entry.answer === null) refused.push({ id, why: entry.why });
    else if (entry.seen < leastSeen && ids.length === 0) refused.push({ id, why: 'seen only once' });
    else declared[id] = { ...entry, basis: 'declared' };
  }
  const all = Object.entries({ ...file.declared, ...declared });
  const sorted = all.sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    file: { ...file, declared: Object.fromEntries(sorted) },
    declared: Object.keys(declared),
    refused,
  };
}

/** What is declared beside what was seen; nothing of questions that were not looked at, or where nothing is declared. */
export function answerFindings(
  declared: DeclaredAnswers,
  seen: readonly SeenAnswer[],
  questions: readonly Pick<Question, 'id' | 'form' | 'asks'>[],
): readonly AnswerFinding[] {
  if (Object.keys(declared).length === 0) return [];
  const byId = new Map(questions.map((question) => [question.id, question]));
  return seen.flatMap(({ id, answer, requests }): readonly AnswerFinding[] => {
    const question = byId.get(id);
    const own = Object.hasOwn(declared, id) ? (declared[id]?.answer ?? null) : null;
    if (question === undefined || (own === null && answer === null)) return [];
    const finding = { id, declared: own, seen: answer, requests };
    if (answer === null) return [{ ...finding, kind: 'declared-not-seen' }];
    if (own === null) return [{ ...finding, kind: 'seen-not-declared' }];
    const { form, asks } = question;
    const { agrees } = relationOf(form);
    // Exchanges show some of what there is; what was asked is seen whole, so that a set which got smaller is a change.
    const isSame = agrees(own, answer) && (asks === 'passive' || agrees(answer, own));
    return isSame ? [] : [{ ...finding, kind: 'contradicted' }];
  });
}
