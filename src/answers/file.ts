import { parseDocument } from '../json/document.ts';
import { isPlainObject } from '../json/plain.ts';
import { JsonText } from '../json/text.ts';
import {
  type AnswerForm,
  type AnswersFile,
  longestText,
  mostAnswers,
  mostRequests,
} from '../model/answer.ts';
import type { Members } from '../model/json.ts';
import { nearestHint } from '../model/nearest.ts';
import type { Question } from '../model/question.ts';
import type { Parsed } from '../model/setting.ts';
import { formProblem } from './form.ts';
import { mergeAnswers } from './merge.ts';

/**
 * A file of answers, which anybody may have written. What it holds of questions that the contract does not have any more
 * is left out where it was found, and refused where it is declared.
 */

/** Levels of the file: those of an inferred schema, and those around it. */
const depth = 32;

/** The questions of a contract. */
export interface Questions {
  readonly questions: readonly Pick<Question, 'id' | 'form'>[];
}

/** What is wrong with a value; null for nothing. */
type Check = (value: unknown) => string | null;

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

const count: Check = (value) => (isCount(value) ? null : 'must be an integer from 0');

const day: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? null : 'must be a date, written YYYY-MM-DD';

const digest: Check = (value) =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? null : 'must be a SHA-256, hexadecimal';

const requests: Check = (value) =>
  Array.isArray(value) &&
  value.length <= mostRequests &&
  value.every((one) => typeof one === 'string' && one.length <= longestText)
    ? null
    : `must be a list of ${mostRequests} ids of exchanges at most`;

const shared = { seen: count, since: day, contract: digest, requests };

function membersProblem(value: Members, checks: Readonly<Record<string, Check>>): string | null {
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) return `has an unknown member ${JSON.stringify(unknown)}`;
  for (const [name, check] of Object.entries(checks)) {
    const problem = check(value[name]);
    if (problem !== null) return `is wrong: its ${name} ${problem}`;
  }
  return null;
}

function answerProblem(value: Members, form: AnswerForm, basis: string): string | null {
  return membersProblem(value, {
    answer: (given) => formProblem(form, given),
    basis: (given) => (given === basis ? null : `must be ${JSON.stringify(basis)}`),
    contrary: count,
    ...shared,
  });
}

function noAnswerProblem(value: Members, form: AnswerForm): string | null {
  const differing = { answer: (given: unknown) => formProblem(form, given), ...shared };
  return membersProblem(value, {
    answer: () => null,
    why: (given) => (typeof given === 'string' && given.length <= 500 ? null : 'must be a text'),
    answers: (given) => {
      if (given === undefined) return null;
      if (!Array.isArray(given) || given.length > mostAnswers) return 'must be a list';
      return (
        given
          .map((one) => (isPlainObject(one) ? membersProblem(one, differing) : 'must be an object'))
          .find((one) => one !== null) ?? null
      );
    },
  });
}

function blockProblems(
  name: 'found' | 'declared',
  block: unknown,
  { questions }: Questions,
): readonly string[] {
  if (!isPlainObject(block)) return [`its ${name} must be an object`];
  const forms = new Map(questions.map(({ id, form }) => [id, form]));
  return Object.entries(block).flatMap(([id, value]) => {
    const form = forms.get(id);
    if (form === undefined)
      return name === 'found'
        ? []
        : `${name} has ${JSON.stringify(id)}, which is not a question${nearestHint(id, [...forms.keys()])}`;
    if (!isPlainObject(value)) return `${name} of ${id} must be an object`;
    const isOpen = name === 'found' && value['answer'] === null;
    const basis = name === 'found' ? 'observed' : 'declared';
    const problem = isOpen ? noAnswerProblem(value, form) : answerProblem(value, form, basis);
    return problem === null ? [] : `${name} of ${id} ${problem}`;
  });
}

/** The answers of a file, or everything that is wrong with it; problems continue "FILE …". */
export function readAnswers(text: string, contract: Questions): Parsed<AnswersFile> {
  const read = parseDocument(text, 'answers', undefined, depth);
  if (!('value' in read)) return read;
  const [twice] = read.value.duplicateKeys;
  if (twice !== undefined) return { problems: [`has the key ${twice} twice`] };
  const { value } = JsonText.ofTree(read.value);
  if (!isPlainObject(value)) return { problems: ['cannot be used: it must be an object'] };
  const { $schema, formatVersion, found, declared, ...others } = value;
  if (formatVersion !== 1)
    return { problems: ['cannot be used: its formatVersion must be 1, which this program reads'] };
  const problems = [
    ...Object.keys(others).map((name) => `it has an unknown member ${JSON.stringify(name)}`),
    ...blockProblems('found', found, contract),
    ...blockProblems('declared', declared, contract),
  ];
  if (problems.length > 0) return { problems: problems.map((problem) => `cannot be used: ${problem}`) };
  const file = { formatVersion, found, declared } as AnswersFile;
  return {
    value: { ...file, found: mergeAnswers(file.found, [], contract.questions, { day: '', contract: '' }) },
  };
}

/** A file in which nothing is known yet. */
export function noAnswers({ questions }: Questions): AnswersFile {
  const found = mergeAnswers({}, [], questions, { day: '', contract: '' });
  return { formatVersion: 1, found, declared: {} };
}

/** The text of a file, as it is written. */
export function answersText({ formatVersion, found, declared }: AnswersFile): string {
  return `${JSON.stringify({ formatVersion, found, declared }, null, 2)}\n`;
}
