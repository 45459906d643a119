import { parseDocument } from '../json/document.ts';
import { isPlainObject } from '../json/plain.ts';
import { JsonText } from '../json/text.ts';
import {
  type AnswerForm,
  type AnswersFile,
  longestText,
  mostAnswers,
  mostRequests,
  mostTexts,
} from '../model/answer.ts';
import type { Members } from '../model/json.ts';
import { nearestHint } from '../model/nearest.ts';
import type { Parsed } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { mergeAnswers } from './merge.ts';

/**
 * A file of answers, which anybody may have written. What it holds of questions that the contract does not have any more
 * is left out where it was found, and refused where it is declared.
 */

/** Levels of the file: those of an inferred schema, and those around it. */
const depth = 32;

/** What is wrong with a value, after its name; null for nothing. */
type Check = (value: unknown) => string | null;

function must(problem: string, holds: (value: unknown) => boolean): Check {
  return (value) => (holds(value) ? null : `must ${problem}`);
}

function matches(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value);
}

function isTexts(value: unknown, most: number): value is readonly string[] {
  if (!Array.isArray(value) || value.length > most) return false;
  return value.every((text) => typeof text === 'string' && text.length <= longestText);
}

function isSet(value: unknown, most: number): value is readonly string[] {
  return isTexts(value, most) && new Set(value).size === value.length;
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Levels of an inferred schema, and members of one object in it. */
const mostLevels = 8;
const mostMembers = 100;

function isType(value: unknown): boolean {
  const all = typeof value === 'string' ? [value] : value;
  return isSet(all, types.length) && all.length > 0 && all.every((type) => types.includes(type));
}

function isSchema(value: unknown, levels = mostLevels): boolean {
  if (!isPlainObject(value) || levels === 0) return false;
  const { type, properties = {}, required = [], items, ...others } = value;
  if (Object.keys(others).length > 0 || !isType(type) || !isPlainObject(properties)) return false;
  const members = Object.entries(properties);
  return (
    members.length <= mostMembers &&
    members.every(([name, member]) => name.length <= longestText && isSchema(member, levels - 1)) &&
    isSet(required, mostMembers) &&
    (items === undefined || isSchema(items, levels - 1))
  );
}

function isBound(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { largestAccepted, smallestRefused, ...others } = value;
  const isNumber = (one: unknown) => one === null || Number.isSafeInteger(one);
  return [largestAccepted, smallestRefused].every(isNumber) && Object.keys(others).length === 0;
}

/** What explore says of a request that alone fails. */
const isFailing = matches(/^fails with(?:out a response| \d{3})$/);

/** Whether a value is an answer of a form. */
function answerOf(form: AnswerForm): Check {
  switch (form.kind) {
    case 'choice':
      return must(
        `be one of ${form.of.join(', ')}`,
        (value) => form.of.some((one) => one === value) || isFailing(value),
      );
    case 'set':
      return must(
        `be a list of ${mostTexts} different texts at most, each of ${longestText} characters at most`,
        (value) => isSet(value, mostTexts),
      );
    case 'bound':
      return must('have largestAccepted and smallestRefused, each an integer or null', isBound);
    case 'schema':
      return must(
        'be a JSON Schema of type, properties, required and items, as this program infers it',
        (value) => isSchema(value),
      );
  }
}

const count = must('be an integer from 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0);

const shared = {
  seen: count,
  since: must('be a date, written YYYY-MM-DD', matches(/^\d{4}-\d\d-\d\d$/)),
  contract: must('be a SHA-256, hexadecimal', matches(/^[0-9a-f]{64}$/)),
  requests: must(`be a list of ${mostRequests} ids of exchanges at most`, (value) =>
    isTexts(value, mostRequests),
  ),
};

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
  const ofBasis = must(`be ${JSON.stringify(basis)}`, (given) => given === basis);
  return membersProblem(value, { answer: answerOf(form), basis: ofBasis, contrary: count, ...shared });
}

function noAnswerProblem(value: Members, form: AnswerForm): string | null {
  const differing = { answer: answerOf(form), ...shared };
  return membersProblem(value, {
    answer: () => null,
    why: must('be a text', (given) => typeof given === 'string' && given.length <= 500),
    answers: (given = []) => {
      if (!Array.isArray(given) || given.length > mostAnswers) return 'must be a list';
      const problems = given.map((one) =>
        isPlainObject(one) ? membersProblem(one, differing) : 'must be an object',
      );
      return problems.find((one) => one !== null) ?? null;
    },
  });
}

function blockProblems(name: 'found' | 'declared', block: unknown): readonly string[] {
  if (!isPlainObject(block)) return [`its ${name} must be an object`];
  const forms = new Map(contract.questions.map(({ id, form }) => [id, form]));
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
export function readAnswers(text: string): Parsed<AnswersFile> {
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
    ...blockProblems('found', found),
    ...blockProblems('declared', declared),
  ];
  if (problems.length > 0) return { problems: problems.map((problem) => `cannot be used: ${problem}`) };
  const file = { formatVersion, found, declared } as AnswersFile;
  return {
    value: { ...file, found: mergeAnswers(file.found, [], contract.questions, { day: '', contract: '' }) },
  };
}

/** A file in which nothing is known yet. */
export function noAnswers(): AnswersFile {
  const found = mergeAnswers({}, [], contract.questions, { day: '', contract: '' });
  return { formatVersion: 1, found, declared: {} };
}

/** The text of a file, as it is written. */
export function answersText({ formatVersion, found, declared }: AnswersFile): string {
  return `${JSON.stringify({ formatVersion, found, declared }, null, 2)}\n`;
}
