import type { AnswerValue } from '../support/subject.ts';

/** Answers to open questions: what was known before, what `explore` sees, and what is known then. */

const status = 'question.put.success-status';
const limit = 'question.put.limit.name';
const shape = 'question.error.shape';
const replaces = 'question.put.create-or-replace';
const bound = (largestAccepted: number | null, smallestRefused: number | null) => ({
  largestAccepted,
  smallestRefused,
});
const withCode = ['an object of code (not the envelope)'];

/** Which answer is declared, what is seen, and whether it agrees. What exchanges show is a part, what was asked is seen whole. */
export type DeclaredRow = readonly [id: string, declared: AnswerValue, seen: AnswerValue, agrees: boolean];

export const declaredRows: readonly DeclaredRow[] = [
  [status, ['200', '201'], ['200', '201'], true],
  [status, ['200', '201', '202'], ['200', '201'], true],
  [status, ['200'], ['200', '201'], false],
  [status, [], ['200', '201'], false],
  [shape, ['an object of error (not the envelope)'], withCode, false],
  [shape, withCode, withCode, true],
];

/** What was known, and what is known after an exploration; null where answers differ. */
export type MergedRow = readonly [what: string, id: string, before: AnswerValue, after: AnswerValue | null];
/** Answers that differed, the latest at the end, and those that differ then; one where it is seen twice in a row. */
export type DifferedRow = readonly [
  what: string,
  id: string,
  before: readonly AnswerValue[],
  after: readonly AnswerValue[],
];

/** The small service that is explored says `replace`, 200, and takes names of 80 characters. */
export const mergedRows: readonly MergedRow[] = [
  ['the same choice', replaces, 'replace', 'replace'],
  ['another choice', replaces, 'create', null],
  ['the same set', status, ['200'], ['200']],
  ['a set that has more', status, ['200', '201'], ['200', '201']],
  ['an empty set', status, [], ['200']],
  ['another set', status, ['201'], null],
  ['a wider limit', limit, bound(10, 100), bound(80, 81)],
  ['a limit that is open', limit, bound(null, null), bound(80, 81)],
  ['another limit', limit, bound(10, 20), null],
  ['a limit beyond', limit, bound(81, null), null],
];

export const differedRows: readonly DifferedRow[] = [
  ['the latest, again', replaces, ['create', 'replace'], ['replace']],
  ['the first, again', replaces, ['replace', 'create'], ['create', 'replace']],
  ['a third', status, [['201'], ['202']], [['201'], ['202'], ['200']]],
  ['the latest, and more', status, [['201'], ['200', '202']], [['200', '202']]],
];

/** Changes of a file of answers that are refused: the path of a member, and the value in its place. */
export type RefusedRow = readonly [what: string, path: readonly string[], value: unknown];

export const refusedRows: readonly RefusedRow[] = [
  ['texts that are none', ['declared', status, 'answer'], [7]],
  ['a text twice', ['declared', status, 'answer'], ['200', '200']],
  ['a choice that is none', ['declared', replaces, 'answer'], 'perhaps'],
  ['another form', ['declared', limit, 'answer'], 'many'],
  ['a limit that is no integer', ['declared', limit, 'answer'], bound(1.5, null)],
  ['a schema', ['declared', shape, 'answer'], { type: 'object' }],
  ['a question that is none', ['declared', 'question.put.success-state'], {}],
  ['a question that is no object', ['declared', status], 7],
  ['another basis', ['declared', status, 'basis'], 'observed'],
  ['a further member', ['declared', status, 'comment'], 'x'],
  ['a further block', ['more'], {}],
  ['no block', ['found'], []],
  ['another version', ['formatVersion'], 2],
  ['a day that is none', ['found', status, 'since'], 'yesterday'],
  ['a count that is none', ['found', status, 'seen'], -1],
  ['too many requests', ['found', status, 'requests'], Array(21).fill('x')],
  ['a reason that is none', ['found', replaces, 'why'], 7],
  ['answers that are no list', ['found', replaces, 'answers'], {}],
  ['an answer that is no object', ['found', replaces, 'answers'], ['x']],
];

export { limit, replaces, shape, status };
