import { type AnswerValue, contract } from './subject.ts';

/** Files of answers to open questions, and what is in them. */

const never = { answer: null, why: 'never asked' };
export const known = {
  contrary: 0,
  since: '2026-01-01',
  contract: 'a'.repeat(64),
  requests: ['put-authorised'],
};
export const found = (answer: AnswerValue, seen = 2) => ({ answer, basis: 'observed', seen, ...known });
export const declared = (answer: AnswerValue) => ({ ...found(answer), basis: 'declared' });
export const differing = (...answers: readonly AnswerValue[]) => ({
  ...{ answer: null, why: 'answers differed' },
  answers: answers.map((answer, at) => ({
    answer,
    seen: at + 1,
    since: known.since,
    contract: known.contract,
    requests: [],
  })),
});
/** Of every question; those that are not given were never asked. */
export const fileOf = (members: object, own: object = {}) => {
  const all = Object.fromEntries(contract.questions.map(({ id }) => [id, never]).sort());
  return { formatVersion: 1, found: { ...all, ...members }, declared: own };
};
