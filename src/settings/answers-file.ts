import type { AnswersFile, FoundAnswers } from '../../schemas/types.ts';
import { mergeAnswers } from '../answers/merge.ts';
import { documentValidator } from '../files/answers-validator.ts';
import { problemWith, quoted } from '../files/document-problem.ts';
import { parseDocument } from '../json/document.ts';
import { pointerToken } from '../json/place.ts';
import { isPlainObject, memberOf } from '../json/plain.ts';
import { type AnswerForm, mostTexts } from '../model/answer.ts';
import { nearestHint } from '../model/nearest.ts';
import type { Parsed } from '../model/setting.ts';
import { contract } from '../operations/index.ts';

/**
 * A file of answers, checked against its schema. What it holds of questions that the contract does not have any more is
 * left out where it was found, and refused where it is declared.
 */

/** Levels of the file: those of an answer, and those around it. */
const depth = 32;

const forms = new Map(contract.questions.map(({ id, form }) => [id, form]));

/** What explore says of a request that alone fails. */
const failing = /^fails with(?:out a response| \d{3})$/;

function isAnswer(value: unknown, form: AnswerForm): boolean {
  if (form.kind !== 'choice') return documentValidator(form.kind)(value);
  return typeof value === 'string' && (form.of.includes(value) || failing.test(value));
}

/** Continues "must". */
function formWords(form: AnswerForm): string {
  if (form.kind === 'choice') return `be one of ${form.of.join(', ')}`;
  return {
    set: `be a list of different texts, ${mostTexts} at most`,
    bound: 'have largestAccepted and smallestRefused, each an integer or null',
  }[form.kind];
}

/** The answers in an entry that do not have the form of their question. */
function formProblems(entry: unknown, form: AnswerForm, isOpen: boolean): readonly string[] {
  const differing = memberOf(entry, 'answers');
  const several = Array.isArray(differing) ? differing : [];
  const all = isOpen
    ? several.map((one, at) => [`/answers/${at}/answer`, memberOf(one, 'answer')] as const)
    : [['/answer', memberOf(entry, 'answer')] as const];
  const wrong = all.filter(([, answer]) => answer !== undefined && !isAnswer(answer, form));
  return wrong.map(([place]) => `${place} must ${formWords(form)}`);
}

function entryProblems(block: 'found' | 'declared', id: string, entry: unknown): readonly string[] {
  const at = `/${block}/${pointerToken(id)}`;
  const form = forms.get(id);
  if (form === undefined)
    return block === 'found' ? [] : [`${quoted(at)} is not a question${nearestHint(id, [...forms.keys()])}`];
  const isOpen = block === 'found' && memberOf(entry, 'answer') === null;
  const ofForm = formProblems(entry, form, isOpen).map((problem) => at + problem);
  if (ofForm.length > 0) return ofForm;
  const name = block === 'declared' ? 'declaredAnswer' : isOpen ? 'noAnswer' : 'observedAnswer';
  const problem = problemWith(entry, documentValidator(name), at);
  return problem === null ? [] : [problem];
}

function problemsIn(value: unknown): readonly string[] {
  const problems = (['found', 'declared'] as const).flatMap((block) => {
    const entries = memberOf(value, block);
    const all = isPlainObject(entries) ? Object.entries(entries) : [];
    return all.flatMap(([id, entry]) => entryProblems(block, id, entry));
  });
  if (problems.length > 0) return problems;
  const problem = problemWith(value, documentValidator('answers'));
  return problem === null ? [] : [problem];
}

/** What is known of every question, sorted by id; of those that the contract does not have, nothing. */
function ofQuestions(found: FoundAnswers): FoundAnswers {
  return mergeAnswers(found, [], contract.questions, { since: '', contract: '' });
}

/** The answers of a file, or everything that is wrong with it; problems continue "FILE …". */
export function readAnswers(text: string): Parsed<AnswersFile> {
  const read = parseDocument(text, 'answers', depth);
  if (!('value' in read)) return read;
  const [twice] = read.value.duplicateKeys;
  if (twice !== undefined) return { problems: [`has the key ${twice} twice`] };
  const value: unknown = JSON.parse(text);
  const problems = problemsIn(value);
  if (problems.length > 0) return { problems: problems.map((problem) => `cannot be used: ${problem}`) };
  const { formatVersion, found, declared } = value as AnswersFile;
  return { value: { formatVersion, found: ofQuestions(found), declared } };
}

/** A file in which nothing is known yet. */
export function noAnswers(): AnswersFile {
  return { formatVersion: 1, found: ofQuestions({}), declared: {} };
}

/** The text of a file, as it is written. */
export function answersText({ formatVersion, found, declared }: AnswersFile): string {
  return `${JSON.stringify({ formatVersion, found, declared }, null, 2)}\n`;
}
