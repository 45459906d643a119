import { path } from '../../kinds/kinds.ts';
import type { ExitCode } from '../../output/exit.ts';
import { printedOf, printOptions } from '../options/common.ts';
import { about, type CommandInput, command } from '../options/option.ts';

const runOptions = {
  ...printOptions,
  ...about('command', {
    plan: 'Print what would be sent; send nothing.',
    watch: {
      kind: path('file', 'files or folders'),
      several: 'words',
      conflicts: ['plan'],
      description: 'Run again when these change, or on Enter.',
      example: 'src',
    },
  }),
};

async function act(given: CommandInput<typeof runOptions>): Promise<ExitCode> {
  const { options, invocation } = given;
  const { plan: isPlan = false, watch } = options;
  const printed = printedOf(options);
  if (!isPlan) invocation.saveMemory?.('running');
  const { plan, run: send, runInput } = await import('./run.ts');
  const input = await runInput(given, printed);
  if (watch !== undefined) return (await import('./again.ts')).runAgain(input, watch);
  return (isPlan ? plan : send)(input);
}

export const run = command({
  options: runOptions,
  settings: () => true,
  examples: [
    'run --reference',
    'run --plan',
    'run --base-url http://127.0.0.1:3100 --operation put --strict',
    'run -e staging.env --reporter terminal,junit --out build',
    'run --watch src',
  ],
  act,
});
