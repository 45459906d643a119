import { path, toggle } from '../../kinds/kinds.ts';
import type { ExitCode } from '../../output/exit.ts';
import { type CommandInput, command, option, printedOf, printOptions } from '../options/option.ts';

const runOptions = {
  ...printOptions,
  plan: option('command', toggle, 'Print what would be sent; send nothing.'),
  watch: option('command', path('file', 'files or folders'), 'Run again when these change, or on Enter.', {
    several: 'words',
    conflicts: ['plan'],
    example: 'src',
  }),
};

async function act(given: CommandInput<typeof runOptions>): Promise<ExitCode> {
  const { options, invocation } = given;
  const { plan: isPlan = false, watch } = options;
  if (!isPlan) invocation.saveMemory?.('running');
  const { plan, run: send, runInput } = await import('./run.ts');
  const input = await runInput(given, printedOf(options));
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
