import {
  type AnswerForm,
  type FoundAnswers,
  mostAnswers,
  mostRequests,
  type NoAnswer,
  type ObservedAnswer,
  type SeenAnswer,
  whyNot,
} from '../model/answer.ts';
import type { Question } from '../model/question.ts';
import { relationOf } from './relations.ts';

/** When answers were seen, and of which contract they are. */
export interface AnswersTime {
  /** ISO 8601. */
  readonly day: string;
  /** Digest of the contract. */
  readonly contract: string;
}

/** One of the answers that differ. */
type Differing = NonNullable<NoAnswer['answers']>[number];

/** An earlier answer with a later one that goes together with it; null where it does not. */
function joined(form: AnswerForm, before: Differing, now: Differing): Differing | null {
  const answer = relationOf(form).together(before.answer, now.answer);
  if (answer === null) return null;
  const requests = [...new Set([...now.requests, ...before.requests])].slice(0, mostRequests);
  return { ...before, answer, seen: before.seen + now.seen, contract: now.contract, requests };
}

function differed(answers: readonly Differing[]): NoAnswer {
  return { answer: null, why: whyNot.differed, answers: answers.slice(-mostAnswers) };
}

/** The answers that were known, the latest at the end, and how many sightings were contrary to a single one. */
function knownBefore(before: ObservedAnswer | NoAnswer | undefined): [readonly Differing[], number] {
  if (before === undefined || before.answer === null) return [before?.answers ?? [], 0];
  const { basis, contrary, ...known } = before;
  return [[known], contrary];
}

/** The latest answer holds once it is seen twice in a row; the others are then contrary to it. */
function afterShown(
  form: AnswerForm,
  before: ObservedAnswer | NoAnswer | undefined,
  now: Differing,
): ObservedAnswer | NoAnswer {
  const [all, contraryBefore] = knownBefore(before);
  const last = all.at(-1);
  const settled = last === undefined ? now : joined(form, last, now);
  if (settled !== null) {
    const contrary = all.slice(0, -1).reduce((sum, { seen }) => sum + seen, contraryBefore);
    const { answer, seen, ...rest } = settled;
    return { answer, basis: 'observed', seen, contrary, ...rest };
  }
  const at = all.findIndex((one) => joined(form, one, now) !== null);
  const same = all[at];
  const again = same === undefined ? now : (joined(form, same, now) ?? now);
  return differed([...all.filter((one) => one !== same), again]);
}

function merged(
  { form }: Pick<Question, 'form'>,
  before: ObservedAnswer | NoAnswer | undefined,
  now: SeenAnswer | undefined,
  { day, contract }: AnswersTime,
): ObservedAnswer | NoAnswer {
  if (now === undefined) return before ?? { answer: null, why: whyNot.neverAsked };
  const { answer, answers, seen, requests, why = whyNot.neverAsked } = now;
  const rest = { since: day, contract, requests };
  if (answer !== null) return afterShown(form, before, { answer, seen, ...rest });
  if (answers !== undefined) return differed(answers.map((one) => ({ answer: one, seen: 1, ...rest })));
  const isKnown = before !== undefined && (before.answer !== null || before.answers !== undefined);
  return isKnown ? before : { answer: null, why };
}

/** What was found so far, with what was seen now: every question of the contract, sorted by id. */
export function mergeAnswers(
  found: FoundAnswers,
  seen: readonly SeenAnswer[],
  questions: readonly Pick<Question, 'id' | 'form'>[],
  time: AnswersTime,
): FoundAnswers {
  const now = new Map(seen.map((one) => [one.id, one]));
  const sorted = [...questions].sort((one, other) => (one.id < other.id ? -1 : 1));
  return Object.fromEntries(
    sorted.map((question) => [question.id, merged(question, found[question.id], now.get(question.id), time)]),
  );
}
