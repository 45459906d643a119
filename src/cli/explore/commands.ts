import { askings } from '../../model/question.ts';
import type { ExitCode } from '../../output/exit.ts';
import { choice, path, wholeNumber } from '../../settings/kinds.ts';
import { about, type CommandInput, command, type OptionValues } from '../options/option.ts';

/** The most dangerous last. */
export const dangers = askings.filter((asking) => asking !== 'passive' && asking !== 'never');

const exploreOptions = {
  ...about('safety', {
    allow: {
      kind: choice(dangers),
      several: true,
      description:
        'What may be sent: requests that a sound service refuses (refusal), that write (write), and that use up a rule (delete). Without it, nothing is sent and the plan is printed.',
      example: 'refusal,write',
    },
  }),
  ...about('command', {
    plan: 'Print what would be sent at most, for each question; send nothing.',
    again: 'Ask only the questions whose answers are declared, with the requests that showed them.',
  }),
  ...about('output', {
    answers: {
      kind: path('file', 'a file of answers in JSON'),
      description:
        'The file that keeps the answers to questions; without it that of CONFORMANCE_ANSWERS_FILE, or conformance.answers.json in the current folder.',
      example: 'conformance.answers.json',
    },
  }),
  ...about('requests', {
    maxRequests: {
      kind: wholeNumber(1, 5_000),
      default: '60',
      description:
        'How many requests may be sent in all; a question that may need more than are left is not asked.',
      example: '150',
    },
    delay: {
      kind: wholeNumber(0, 600_000),
      description: 'Milliseconds to wait before each request but the first; CONFORMANCE_DELAY_MS without it.',
      example: '250',
    },
  }),
};

export type ExploreOptions = OptionValues<typeof exploreOptions>;

async function act(started: CommandInput<typeof exploreOptions>): Promise<ExitCode> {
  const { options } = started;
  const { runInput } = await import('../run/run.ts');
  const { delay, allow = [], plan } = options;
  const isPlan = plan === true || allow.length === 0;
  const input = await runInput(started, 'usual');
  const { settings } = input;
  const given = { ...input, settings: { ...settings, delayMs: delay ?? settings.delayMs } };
  const { askedAgain, keptAnswers } = await import('./kept-answers.ts');
  const kept = keptAnswers(given, options);
  const only = askedAgain(kept, options);
  const { choiceOf, planText } = await import('./plan-text.ts');
  const chosen = choiceOf(options, only);
  if (isPlan) {
    const { printPlan } = await import('../run/run.ts');
    return printPlan(given, (one) => planText(one, chosen, allow.length > 0, given.io.columns));
  }
  return (await import('./explore.ts')).exploreService(given, chosen, kept);
}

export const explore = command({
  options: exploreOptions,
  // A pause has a shorter name here, and the file of answers need not exist.
  settings: ({ key }) => key !== 'delayMs' && key !== 'answersFile',
  examples: [
    'explore --reference --allow refusal,write,delete --max-requests 150',
    'explore --plan --allow refusal',
    'explore --env-file staging.env --allow refusal,write --delay 250',
  ],
  footer: 'conformance docs questions has the questions, and what is sent for each.',
  act,
});
