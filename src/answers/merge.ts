import {
  type AnswerForm,
  type AnswerValue,
  type FoundAnswers,
  mostAnswers,
  mostRequests,
  type NoAnswer,
  type ObservedAnswer,
  type SeenAnswer,
  whyNot,
} from '../model/answer.ts';
import type { Question } from '../model/question.ts';
import { together } from './compared.ts';

/** When answers were seen, and of which contract they are. */
export interface AnswersTime {
  /** ISO 8601. */
  readonly day: string;
  /** Digest of the contract. */
  readonly contract: string;
}

/** One of the answers that differ. */
type Differing = NonNullable<NoAnswer['answers']>[number];

function asDiffering(
  answer: AnswerValue,
  seen: number,
  { requests }: SeenAnswer,
  time: AnswersTime,
): Differing {
  return { answer, seen, since: time.day, contract: time.contract, requests };
}

/** An earlier answer with a later one that goes together with it; null where it does not. */
function joined(form: AnswerForm, before: Differing, now: Differing): Differing | null {
  const answer = together(form, before.answer, now.answer);
  if (answer === null) return null;
  const requests = [...new Set([...now.requests, ...before.requests])].slice(0, mostRequests);
  return { ...before, answer, seen: before.seen + now.seen, contract: now.contract, requests };
}

const observed = ({ answer, seen, ...rest }: Differing, contrary: number): ObservedAnswer => ({
  answer,
  basis: 'observed',
  seen,
  contrary,
  ...rest,
});

function differed(answers: readonly Differing[]): NoAnswer {
  return { answer: null, why: whyNot.differed, answers: answers.slice(-mostAnswers) };
}

function afterAnswer(form: AnswerForm, before: ObservedAnswer, now: Differing): ObservedAnswer | NoAnswer {
  const { basis, contrary, ...known } = before;
  const both = joined(form, known, now);
  return both === null ? differed([known, now]) : observed(both, contrary);
}

/** The latest answer holds once it is seen twice in a row; the others are then contrary to it. */
function afterDiffering(
  form: AnswerForm,
  before: readonly Differing[],
  now: Differing,
): ObservedAnswer | NoAnswer {
  const last = before.at(-1);
  const settled = last && joined(form, last, now);
  if (settled != null)
    return observed(
      settled,
      before.slice(0, -1).reduce((sum, { seen }) => sum + seen, 0),
    );
  const at = before.findIndex((one) => joined(form, one, now) !== null);
  const again = at === -1 ? now : (joined(form, before[at] as Differing, now) ?? now);
  return differed([...before.filter((_, index) => index !== at), again]);
}

function merged(
  { form }: Pick<Question, 'form'>,
  before: ObservedAnswer | NoAnswer | undefined,
  now: SeenAnswer | undefined,
  time: AnswersTime,
): ObservedAnswer | NoAnswer {
  const unknown: NoAnswer = { answer: null, why: whyNot.neverAsked };
  if (now === undefined) return before ?? unknown;
  if (now.answer === null) {
    const { why = whyNot.neverAsked, answers } = now;
    if (answers !== undefined) return differed(answers.map((one) => asDiffering(one, 1, now, time)));
    return before === undefined || (before.answer === null && before.answers === undefined)
      ? { answer: null, why }
      : before;
  }
  const shown = asDiffering(now.answer, now.seen, now, time);
  if (before === undefined) return observed(shown, 0);
  if (before.answer !== null) return afterAnswer(form, before, shown);
  return before.answers === undefined ? observed(shown, 0) : afterDiffering(form, before.answers, shown);
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
