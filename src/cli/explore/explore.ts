import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { AnswersFile, NoAnswer } from '../../../schemas/types.ts';
import { acceptAnswers } from '../../answers/declared.ts';
import { answerWords } from '../../answers/words.ts';
import { readText } from '../../files/read.ts';
import { asUmaskSays, replaceFile } from '../../files/write.ts';
import { choice, path, toggle, wholeNumber } from '../../kinds/kinds.ts';
import { textKind } from '../../kinds/setting.ts';
import { type Answer, answersName } from '../../model/answer.ts';
import { nearestHint } from '../../model/nearest.ts';
import { askings } from '../../model/question.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes, refusing, UsageError } from '../../output/exit.ts';
import { answersText, noAnswers, readAnswers } from '../../settings/answers-file.ts';
import { plural } from '../../text/plural.ts';
import { type CommandInput, command, option } from '../options/option.ts';

/** The most dangerous last. */
export const dangers = askings.filter((asking) => asking !== 'passive' && asking !== 'never');

const exploreOptions = {
  allow: option('command', choice(dangers), 'What may be sent; without it, the plan.', {
    several: true,
    example: 'refusal,write',
  }),
  plan: option('command', toggle, 'Print what would be sent; send nothing.'),
  again: option('command', toggle, 'Ask only what is declared already.'),
  list: option('command', toggle, 'Print what is known; send nothing.', {
    conflicts: ['accept', 'plan', 'again', 'allow'],
  }),
  accept: option(
    'command',
    textKind('ID', 'the id of a question'),
    'Declare these answers, or all seen twice.',
    {
      several: 'words',
      conflicts: ['plan', 'again', 'allow'],
      example: 'question.put.create-or-replace',
    },
  ),
  answers: option('output', path('file', 'a file of answers in JSON'), 'The file that keeps the answers.', {
    example: answersName,
  }),
  maxRequests: option('requests', wholeNumber(1, 5_000), 'Requests in all, at most.', {
    default: '60',
    example: '150',
  }),
};

export type ExploreInput = CommandInput<typeof exploreOptions>;

/** A file of answers as it was named, which need not exist yet, and what is in it. */
export interface KeptAnswers {
  readonly path: string;
  /** Absolute. */
  readonly at: string;
  readonly file: AnswersFile;
}

/** @throws UsageError for one that cannot be used */
export function keptAnswers(named: string, cwd: string): KeptAnswers {
  const at = resolve(cwd, named);
  const near = relative(cwd, at);
  /** Relative where it is below the current folder. */
  const path = near.startsWith('..') || isAbsolute(near) ? named : near;
  if (!existsSync(at)) return { path, at, file: noAnswers() };
  const said = ({ message }: Error) => `${path} ${message}. Expected a file of answers.`;
  const read = readAnswers(refusing(() => readText(at), said));
  if ('value' in read) return { path, at, file: read.value };
  throw new UsageError(`${path} ${read.problems.join('; ')}.`);
}

/** What is in a file that has to exist. @throws UsageError that names the file */
export function answersFound(given = answersName, cwd: string): AnswersFile {
  if (existsSync(resolve(cwd, given))) return keptAnswers(given, cwd).file;
  throw new UsageError(
    `${given} does not exist. Expected a file of answers, as conformance explore writes it.`,
  );
}

/** Takes the place of the file by a rename. */
export function writeAnswers({ at }: KeptAnswers, file: AnswersFile): void {
  replaceFile(at, answersText(file), { mode: asUmaskSays });
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

/** Every question with what is known of it. */
function listText({ found, declared }: AnswersFile): string {
  const blocks = contract.questions.map(({ id, question, section, asks, never }) => {
    const own = declared[id];
    return [
      `${id}  (section ${section}, ${asks})`,
      `  ${question}`,
      `  answer    ${never === undefined ? foundWords(found[id]) : `never asked, ${never}`}`,
      ...(own === undefined ? [] : [`  declared  ${answerWords(own.answer)}`]),
    ].join('\n');
  });
  const known = Object.values(found).filter(({ answer }) => answer !== null).length;
  const counts = `${plural(contract.questions.length, 'question')}: ${known} answered by the service, ${Object.keys(declared).length} with an answer that you declared`;
  return `${[...blocks, counts].join('\n\n')}\n`;
}

/** Declares answers: those that are named, or all that were seen twice. @returns what was done */
function accept(ids: readonly string[], kept: KeptAnswers): string {
  const all = contract.questions.map(({ id }) => id);
  const unknown = ids.find((id) => !all.includes(id));
  if (unknown !== undefined)
    throw new UsageError(
      `${unknown} is not the id of a question${nearestHint([unknown], all)}. All questions: conformance explore --list.`,
    );
  const { file, declared, refused } = acceptAnswers(kept.file, ids);
  if (ids.length > 0 && refused.length > 0) {
    const reasons = refused.map(({ id, why }) => `${id} (${why})`);
    throw new UsageError(`nothing was declared; no answer can be accepted to ${reasons.join(', ')}.`);
  }
  if (declared.length > 0) writeAnswers(kept, file);
  const once = `; ${refused.length} were seen only once (--accept with their ids declares them)`;
  return `${kept.path}: ${plural(declared.length, 'answer')} declared${refused.length === 0 ? '' : once}.\n`;
}

async function act(started: ExploreInput): Promise<ExitCode> {
  const { options, invocation } = started;
  const { list, accept: ids, answers = answersName } = options;
  if (list !== true && ids === undefined) return (await import('./ask.ts')).ask(started);
  const kept = keptAnswers(answers, invocation.cwd);
  invocation.io.out(ids === undefined ? listText(kept.file) : accept(ids, kept));
  return exitCodes.conforms;
}

export const explore = command({
  options: exploreOptions,
  // The file of answers need not exist.
  settings: ({ key }) => key !== 'answersFile',
  examples: [
    'explore --reference --allow refusal,write,delete',
    'explore --plan --allow refusal',
    'explore --list',
    'explore --accept question.put.create-or-replace',
    'explore -e staging.env --allow refusal,write --delay-ms 250',
  ],
  footer: 'The questions: docs/questions.md; what is sent for each: --plan',
  act,
});
