import { choice, path, toggle, wholeNumber } from '../../kinds/kinds.ts';
import { textKind } from '../../kinds/setting.ts';
import { answersName } from '../../model/answer.ts';
import { askings } from '../../model/question.ts';
import { type ExitCode, exitCodes } from '../../output/exit.ts';
import { about, type CommandInput, command, type OptionValues } from '../options/option.ts';

/** The most dangerous last. */
export const dangers = askings.filter((asking) => asking !== 'passive' && asking !== 'never');

const exploreOptions = {
  ...about('command', {
    allow: {
      kind: choice(dangers),
      several: true,
      description: 'What may be sent; without it, the plan.',
      example: 'refusal,write',
    },
    plan: 'Print what would be sent; send nothing.',
    again: 'Ask only what is declared already.',
    list: {
      kind: toggle,
      conflicts: ['accept', 'plan', 'again', 'allow'],
      description: 'Print what is known; send nothing.',
    },
    accept: {
      kind: textKind('ID', 'the id of a question'),
      several: 'words',
      conflicts: ['plan', 'again', 'allow'],
      description: 'Declare these answers, or all seen twice.',
      example: 'question.put.create-or-replace',
    },
  }),
  ...about('output', {
    answers: {
      kind: path('file', 'a file of answers in JSON'),
      description: 'The file that keeps the answers.',
      example: 'conformance.answers.json',
    },
  }),
  ...about('requests', {
    maxRequests: {
      kind: wholeNumber(1, 5_000),
      default: '60',
      description: 'Requests in all, at most.',
      example: '150',
    },
  }),
};

export type ExploreOptions = OptionValues<typeof exploreOptions>;

/** What is known of the questions is listed, or declared. */
async function knownAnswers(
  { accept, answers = answersName }: ExploreOptions,
  { cwd, io }: CommandInput['invocation'],
): Promise<ExitCode> {
  const known = await import('./answers.ts');
  io.out(
    accept === undefined ? known.listText(known.answersIn(answers, cwd)) : known.accept(accept, answers, cwd),
  );
  return exitCodes.conforms;
}

async function act(started: CommandInput<typeof exploreOptions>): Promise<ExitCode> {
  const { options, invocation } = started;
  const { list, accept } = options;
  if (list === true || accept !== undefined) return knownAnswers(options, invocation);
  const { runInput } = await import('../run/run.ts');
  const { allow = [], plan } = options;
  const isPlan = plan === true || allow.length === 0;
  const input = await runInput(started, 'usual');
  const { askedAgain, keptAnswers } = await import('./answers.ts');
  const kept = keptAnswers(input, options);
  const only = askedAgain(kept, options);
  const { choiceOf, planText } = await import('./plan-text.ts');
  const chosen = choiceOf(options, only);
  if (isPlan) {
    const { printPlan } = await import('../run/run.ts');
    return printPlan(input, (one) => planText(one, chosen, allow.length > 0, input.io.columns));
  }
  return (await import('./explore.ts')).exploreService(input, chosen, kept);
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
  footer: 'The questions, and what is sent for each: docs/questions.md',
  act,
});
