import { type ExitCode, UsageError } from '../../output/exit.ts';
import { path, toggle } from '../../settings/kinds.ts';
import { atATime, printedOf, printOptions, targetOptions } from '../options/common.ts';
import { type CommandInput, command, type Options } from '../options/option.ts';
import type { RunInput } from './run.ts';

const runOptions = {
  ...printOptions,
  ...targetOptions,
  plan: {
    kind: toggle,
    topic: 'command',
    description: 'Print what would be sent, and with which settings; send nothing.',
  },
  jobs: {
    kind: atATime,
    topic: 'command',
    default: '2',
    description: 'How many targets are run at a time, 1 to 16.',
    example: '4',
  },
  watch: {
    kind: path('file', 'files or folders'),
    topic: 'command',
    several: 'words',
    description:
      'Run again when these files or folders of the service change, or on Enter; what changed is printed first.',
    example: 'src',
  },
} as const satisfies Options;

async function act({ options, flags, invocation }: CommandInput<typeof runOptions>): Promise<ExitCode> {
  const { plan, watch, jobs } = options;
  const isPlan = plan === true;
  if (isPlan && watch !== undefined)
    throw new UsageError('--plan and --watch contradict each other: a plan is the same each time. Keep one.');
  const printed = printedOf(options);
  if (!isPlan) invocation.saveMemory?.('running');
  const { runInputs } = await import('./run-inputs.ts');
  const inputs = await runInputs({
    ...invocation,
    cwd: invocation.cwd,
    flags,
    chosen: options,
    printed,
    isPlan,
  });
  const [only, ...others] = inputs;
  if (only === undefined || others.length > 0) {
    if (watch !== undefined)
      throw new UsageError(
        `--watch runs against one service, and ${inputs.length} targets are chosen; nothing was sent. Choose one, for example --target local.`,
      );
    const { planTargets, runTargets } = await import('./run-targets.ts');
    return isPlan ? planTargets(inputs) : runTargets(inputs, jobs);
  }
  if (watch !== undefined) return watching(only, watch);
  const { plan: show, run: send } = await import('./run.ts');
  return (isPlan ? show : send)(only);
}

async function watching(input: RunInput, paths: readonly string[]): Promise<ExitCode> {
  const [{ runAgain }, { withTriggers }] = await Promise.all([
    import('./run-again.ts'),
    import('./run-triggers.ts'),
  ]);
  const { out, history } = input.settings;
  const watched = {
    paths,
    ownFolders: history === null ? [out] : [out, history.folder],
    cwd: input.cwd ?? '',
    warn: (text: string) => input.io.err(`conformance: --watch: ${text}\n`),
    keys: process.stdin,
  };
  return withTriggers(watched, (triggers) => runAgain(input, triggers));
}

export const run = command({
  options: runOptions,
  settings: () => true,
  examples: [
    'run --reference',
    'run --plan',
    'run --base-url http://127.0.0.1:3100 --operation put --strict',
    'run --target staging --reporter terminal,junit --out build/conformance',
    'run --watch src',
  ],
  footer: 'conformance docs configuration has every setting, and what has no flag: the token, and commands.',
  act,
});
