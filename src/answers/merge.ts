import type { FoundAnswers, NoAnswer } from '../../schemas/types.ts';
import { type AnswerForm, mostAnswers, mostRequests, type SeenAnswer, whyNot } from '../model/answer.ts';
import type { Question } from '../model/question.ts';
import { relationOf } from './relations.ts';

type FoundAnswer = FoundAnswers[string];

/** One of the answers that differ. */
type Differing = NonNullable<NoAnswer['answers']>[number];

/** An earlier answer with a later one that goes together with it; null where it does not. */
function joined(form: AnswerForm, before: Differing, now: Differing): Differing | null {
  const answer = relationOf(form).together(before.answer, now.answer);
  if (answer === null) return null;
  const requests = [...new Set([...now.requests, ...before.requests])].slice(0, mostRequests);
  return { ...before, answer, seen: before.seen + now.seen, contract: now.contract, requests };
}

/** The answers that were known, the latest at the end, and how many sightings were contrary to a single one. */
function knownBefore(before: FoundAnswer | undefined): [readonly Differing[], number] {
  if (before === undefined || before.answer === null) return [before?.answers ?? [], 0];
  const { basis, contrary, ...known } = before;
  return [[known], contrary];
}

/** The latest answer holds once it is seen twice in a row; the others are then contrary to it. */
function afterShown(form: AnswerForm, before: FoundAnswer | undefined, now: Differing): FoundAnswer {
  const [all, contraryBefore] = knownBefore(before);
  const last = all.at(-1);
  const settled = last === undefined ? now : joined(form, last, now);
  if (settled !== null) {
    const contrary = all.slice(0, -1).reduce((sum, { seen }) => sum + seen, contraryBefore);
    const { answer, seen, ...rest } = settled;
    return { answer, basis: 'observed', seen, contrary, ...rest };
  }
  const same = all.find((one) => joined(form, one, now) !== null);
  const again = (same && joined(form, same, now)) ?? now;
  const answers = [...all.filter((one) => one !== same), again].slice(-mostAnswers);
  return { answer: null, why: whyNot.differed, answers };
}

function merged(
  { form }: Pick<Question, 'form'>,
  before: FoundAnswer | undefined,
  now: SeenAnswer | undefined,
  time: Pick<Differing, 'since' | 'contract'>,
): FoundAnswer {
  if (now === undefined) return before ?? { answer: null, why: whyNot.neverAsked };
  const { answer, seen, requests, why = whyNot.neverAsked } = now;
  if (answer !== null) return afterShown(form, before, { answer, seen, ...time, requests });
  const isKnown = before !== undefined && (before.answer !== null || before.answers !== undefined);
  return isKnown ? before : { answer: null, why };
}

/** What was found so far, with what was seen now: every question of the contract, sorted by id. @param time when it was seen, and by which contract */
export function mergeAnswers(
  found: FoundAnswers,
  seen: readonly SeenAnswer[],
  questions: readonly Pick<Question, 'id' | 'form'>[],
  time: Pick<Differing, 'since' | 'contract'>,
): FoundAnswers {
  const now = new Map(seen.map((one) => [one.id, one]));
  const sorted = [...questions].sort((one, other) => (one.id < other.id ? -1 : 1));
  return Object.fromEntries(
    sorted.map((question) => [question.id, merged(question, found[question.id], now.get(question.id), time)]),
  );
}
