import type { AnswersFile, FoundAnswers } from '../../schemas/types.ts';
import { mergeAnswers } from '../answers/merge.ts';
import { type Fault, faultsIn } from '../files/document-problem.ts';
import { documentValidator } from '../files/own-validators.ts';
import { pointerToken } from '../json/place.ts';
import { isPlainObject, memberOf } from '../json/plain.ts';
import { type AnswerForm, mostTexts } from '../model/answer.ts';
import { nearestHint } from '../model/nearest.ts';
import type { Parsed } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { readOwnFile } from './own-file.ts';

const forms = new Map(contract.questions.map(({ id, form }) => [id, form]));

/** What explore says of a request that alone fails. */
const failing = /^fails with(?:out a response| \d{3})$/;

function isAnswer(value: unknown, form: AnswerForm): boolean {
  if (form.kind !== 'choice') return documentValidator(form.kind)(value);
  return typeof value === 'string' && (form.of.includes(value) || failing.test(value));
}

function formWords(form: AnswerForm): string {
  if (form.kind === 'choice') return `must be one of ${form.of.join(', ')}`;
  return {
    set: `must be a list of different texts, ${mostTexts} at most`,
    bound: 'must have largestAccepted and smallestRefused, each an integer or null',
  }[form.kind];
}

function entryFault(block: 'found' | 'declared', id: string, entry: unknown): Fault | null {
  const at = `/${block}/${pointerToken(id)}`;
  const form = forms.get(id);
  if (form === undefined)
    return block === 'found'
      ? null
      : { at, problem: `is not a question${nearestHint([id], [...forms.keys()])}` };
  const isOpen = block === 'found' && memberOf(entry, 'answer') === null;
  const differing = isOpen ? memberOf(entry, 'answers') : undefined;
  const answers = isOpen
    ? (Array.isArray(differing) ? differing : []).map((one, index) => [`/answers/${index}`, one] as const)
    : [['', entry] as const];
  const isWrong = (holder: unknown) =>
    memberOf(holder, 'answer') !== undefined && !isAnswer(memberOf(holder, 'answer'), form);
  const wrong = answers.find(([, holder]) => isWrong(holder));
  if (wrong !== undefined) return { at: `${at}${wrong[0]}/answer`, problem: formWords(form) };
  const name = block === 'declared' ? 'declaredAnswer' : isOpen ? 'noAnswer' : 'observedAnswer';
  return faultsIn(entry, documentValidator(name), at)[0] ?? null;
}

/** What is known of every question, sorted by id; of those that the contract does not have any more, nothing. */
function ofQuestions(found: FoundAnswers): FoundAnswers {
  return mergeAnswers(found, [], contract.questions, { since: '', contract: '' });
}

/** The answers of a file, or everything that is wrong with it; problems continue "FILE …". */
export function readAnswers(text: string): Parsed<AnswersFile> {
  const read = readOwnFile<AnswersFile>(text, 'answers', (value) =>
    (['found', 'declared'] as const).flatMap((block) => {
      const entries = memberOf(value, block);
      const all = isPlainObject(entries) ? Object.entries(entries) : [];
      return all.flatMap(([id, entry]) => entryFault(block, id, entry) ?? []);
    }),
  );
  if (!('value' in read)) return read;
  const { formatVersion, found, declared } = read.value;
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
