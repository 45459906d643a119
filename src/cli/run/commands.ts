import { type ExitCode, UsageError } from '../../output/exit.ts';
import { path } from '../../settings/kinds.ts';
import { atATime, printedOf, printOptions, targetOptions } from '../options/common.ts';
import { about, type CommandInput, command, type OptionValues } from '../options/option.ts';
import type { RunInput } from './run.ts';

const runOptions = {
  ...printOptions,
  ...targetOptions,
  ...about('command', {
    plan: 'Print what would be sent, and with which settings; send nothing.',
    jobs: {
      kind: atATime,
      default: '2',
      description: 'How many targets are run at a time, 1 to 16.',
      example: '4',
    },
    watch: {
      kind: path('file', 'files or folders'),
      several: 'words',
      description:
        'Run again when these files or folders of the service change, or on Enter; what changed is printed first.',
      example: 'src',
    },
  }),
};

/** @throws UsageError where --watch cannot be followed */
function refuseContradictions(
  { plan, watch }: OptionValues<typeof runOptions>,
  inputs: readonly RunInput[],
): void {
  if (watch === undefined) return;
  if (plan === true)
    throw new UsageError('--plan and --watch contradict each other: a plan sends nothing. Keep one.');
  if (inputs.length > 1)
    throw new UsageError(
      `--watch runs against one service, but ${inputs.length} targets are chosen; nothing was sent. Choose one, for example --target local.`,
    );
}

async function act(given: CommandInput<typeof runOptions>): Promise<ExitCode> {
  const { options, invocation } = given;
  const { plan, watch, jobs } = options;
  const isPlan = plan === true;
  const printed = printedOf(options);
  if (!isPlan) invocation.saveMemory?.('running');
  const { plan: show, run: send, runInputs } = await import('./run.ts');
  const inputs = await runInputs(given, options, printed);
  const [only, ...others] = inputs;
  refuseContradictions(options, inputs);
  if (only === undefined || others.length > 0) {
    const { planTargets, runTargets } = await import('./run-targets.ts');
    return isPlan ? planTargets(inputs) : runTargets(inputs, jobs);
  }
  if (watch !== undefined) return watching(only, watch);
  return (isPlan ? show : send)(only);
}

/** Seconds that a service that is restarted has to accept connections again, where `--wait` names fewer. */
const restartSeconds = 30;

async function watching(input: RunInput, paths: readonly string[]): Promise<ExitCode> {
  const [{ runAgain }, { withTriggers }] = await Promise.all([
    import('./run-again.ts'),
    import('./run-triggers.ts'),
  ]);
  const { settings } = input;
  const { out, history } = settings;
  const waitSeconds = Math.max(settings.waitSeconds, restartSeconds);
  const watched = {
    paths,
    ownFolders: history === null ? [out] : [out, history.folder],
    cwd: input.cwd ?? '',
    warn: (text: string) => input.io.err(`conformance: --watch: ${text}\n`),
    keys: process.stdin,
  };
  return withTriggers(watched, (triggers) =>
    runAgain({ ...input, settings: { ...settings, waitSeconds } }, triggers),
  );
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
