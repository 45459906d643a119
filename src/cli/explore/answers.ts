import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { AnswersFile, NoAnswer } from '../../../schemas/types.ts';
import { acceptAnswers } from '../../answers/declared.ts';
import { answerWords } from '../../answers/words.ts';
import { isAsked } from '../../explore/probes.ts';
import { readText } from '../../files/read.ts';
import { asUmaskSays, replaceFile } from '../../files/write.ts';
import { type Answer, answersName } from '../../model/answer.ts';
import { nearestHint } from '../../model/nearest.ts';
import { contract } from '../../operations/index.ts';
import { refusing, UsageError } from '../../output/exit.ts';
import { answersText, noAnswers, readAnswers } from '../../settings/answers-file.ts';
import { definitions } from '../../settings/definitions.ts';
import { plural } from '../../text/plural.ts';
import type { RunInput } from '../run/run.ts';
import type { ExploreOptions } from './commands.ts';

/** @throws UsageError that names the file */
export function answersIn(given: string, cwd: string): AnswersFile {
  const at = resolve(cwd, given);
  if (!existsSync(at)) return noAnswers();
  const text = refusing(
    () => readText(at),
    ({ message }) => `${given} ${message}. Expected a file of answers.`,
  );
  const read = readAnswers(text);
  if ('value' in read) return read.value;
  throw new UsageError(`${given} ${read.problems.join('; ')}.`);
}

/** The same of a file that has to exist. @throws UsageError that names the file */
export function answersFound(given = answersName, cwd: string): AnswersFile {
  if (existsSync(resolve(cwd, given))) return answersIn(given, cwd);
  throw new UsageError(
    `${given} does not exist. Expected a file of answers, as conformance explore writes it.`,
  );
}

/**
 * What is known of the questions so far, and the file that it is in, which need not exist yet.
 * @throws UsageError for one that cannot be used
 */
export function keptAnswers({ sources, settings, cwd = '' }: RunInput, { answers }: ExploreOptions) {
  const name = definitions.wording.name('answersFile');
  const set = sources.find(({ setting }) => setting === name)?.value;
  const named = answers ?? set ?? answersName;
  const near = relative(cwd, resolve(cwd, named));
  /** Relative where it is below the current folder. */
  const path = near.startsWith('..') || isAbsolute(near) ? named : near;
  /** What the embedded service does is kept only in a file that was named: the usual one is about another service. */
  const isWritten = !settings.reference || answers !== undefined;
  return { path, cwd, file: answersIn(path, cwd), isWritten };
}

export type KeptAnswers = ReturnType<typeof keptAnswers>;

/** The questions that `--again` asks; null where all are asked. @throws UsageError where none is declared */
export function askedAgain(
  { path, file: { declared } }: KeptAnswers,
  { again }: ExploreOptions,
): readonly string[] | null {
  if (again !== true) return null;
  const ids = contract.questions
    .filter(isAsked)
    .flatMap(({ id }) => (Object.hasOwn(declared, id) ? [id] : []));
  if (ids.length > 0) return ids;
  throw new UsageError(
    `--again asks only the questions whose answers are declared, and ${path} declares none that explore can ask; nothing was sent. Declare what was found first, for example conformance explore --accept.`,
  );
}

/** Takes the place of the file by a rename. */
export function writeAnswers(file: AnswersFile, given: string, cwd: string): void {
  replaceFile(resolve(cwd, given), answersText(file), { mode: asUmaskSays });
}

function foundWords(found: Answer | NoAnswer | undefined): string {
  if (found === undefined || found.answer === null) {
    const { why = 'never asked', answers = [] } = found ?? {};
    const each = answers.map(({ answer, seen, since }) => `${answerWords(answer)} (${seen} ×, ${since})`);
    return each.length === 0 ? why : `${why}: ${each.join('; ')}`;
  }
  const { answer, seen, contrary, since } = found;
  const against = contrary === 0 ? '' : `, ${contrary} × another`;
  return `${answerWords(answer)} (seen ${seen} ×${against}, since ${since})`;
}

function labelled(label: string, words: string): string {
  return `  ${label.padEnd(10)}${words}`;
}

/** Every question with what is known of it. */
export function listText({ found, declared }: AnswersFile): string {
  const blocks = contract.questions.map(({ id, question, section, asks, never }) => {
    const own = declared[id];
    return [
      `${id}  (section ${section}, ${asks})`,
      `  ${question}`,
      labelled('answer', never === undefined ? foundWords(found[id]) : `never asked, ${never}`),
      ...(own === undefined ? [] : [labelled('declared', answerWords(own.answer))]),
    ].join('\n');
  });
  const known = Object.values(found).filter(({ answer }) => answer !== null).length;
  const counts = `${plural(contract.questions.length, 'question')}: ${known} answered by the service, ${Object.keys(declared).length} with an answer that you declared`;
  return `${[...blocks, counts].join('\n\n')}\n`;
}

/**
 * Declares answers: those that are named, or all that were seen twice.
 * @returns what was done
 */
export function accept(ids: readonly string[], given: string, cwd: string): string {
  const all = contract.questions.map(({ id }) => id);
  const unknown = ids.find((id) => !all.includes(id));
  if (unknown !== undefined)
    throw new UsageError(
      `${unknown} is not the id of a question${nearestHint(unknown, all)}. All questions: conformance explore --list.`,
    );
  const { file, declared, refused } = acceptAnswers(answersIn(given, cwd), ids);
  if (ids.length > 0 && refused.length > 0) {
    const reasons = refused.map(({ id, why }) => `${id} (${why})`);
    throw new UsageError(`nothing was declared; no answer can be accepted to ${reasons.join(', ')}.`);
  }
  if (declared.length > 0) writeAnswers(file, given, cwd);
  const left =
    refused.length === 0
      ? ''
      : `; ${refused.length} were seen only once (--accept with their ids declares them)`;
  return `${given}: ${plural(declared.length, 'answer')} declared${left}.\n`;
}
