import { type ExitCode, UsageError } from '../../output/exit.ts';
import { commandLine, path } from '../../settings/kinds.ts';
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
    start: {
      kind: commandLine,
      description:
        'A command that starts the service. It is started before the run, and again before each run of --watch; it ends with the command. The run begins once the service accepts connections, within the seconds of --wait, or 60.',
      example: '"node src/server.js"',
    },
  }),
};

/** @throws UsageError where the flag of a loop, or of a service that is started, cannot be followed */
function refuseContradictions(
  { plan, watch, start }: OptionValues<typeof runOptions>,
  inputs: readonly RunInput[],
): void {
  if (watch === undefined && start === undefined) return;
  const flag = watch === undefined ? '--start' : '--watch';
  if (plan === true)
    throw new UsageError(`--plan and ${flag} contradict each other: a plan sends nothing. Keep one.`);
  if (inputs.length > 1)
    throw new UsageError(
      `${flag} runs against one service, but ${inputs.length} targets are chosen; nothing was sent. Choose one, for example --target local.`,
    );
  if (start !== undefined && inputs[0]?.settings.reference === true)
    throw new UsageError(
      '--start starts your service, and --reference uses the embedded one; nothing was sent. Keep one.',
    );
}

async function act(given: CommandInput<typeof runOptions>): Promise<ExitCode> {
  const { options, invocation } = given;
  const { plan, watch, start, jobs } = options;
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
  if (watch !== undefined) return watching(only, watch, start);
  if (start !== undefined) return (await import('./run-started.ts')).runStarted(only, start);
  return (isPlan ? show : send)(only);
}

/** Seconds that a service that is restarted has to accept connections again, where `--wait` names fewer. */
const restartSeconds = 30;

async function watching(
  input: RunInput,
  paths: readonly string[],
  start: string | undefined,
): Promise<ExitCode> {
  const [{ runAgain }, { withTriggers }, { serviceOf }] = await Promise.all([
    import('./run-again.ts'),
    import('./run-triggers.ts'),
    import('./run-started.ts'),
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
  return withTriggers(watched, async (triggers) => {
    const service = await serviceOf(input, start);
    try {
      return await runAgain({ ...input, settings: { ...settings, waitSeconds } }, triggers, service);
    } finally {
      await service.close();
    }
  });
}

export const run = command({
  options: runOptions,
  settings: () => true,
  examples: [
    'run --reference',
    'run --plan',
    'run --base-url http://127.0.0.1:3100 --operation put --strict',
    'run --target staging --reporter terminal,junit --out build/conformance',
    'run --watch src --start "node src/server.js"',
  ],
  footer: 'conformance docs configuration has every setting, and what has no flag: the token, and commands.',
  act,
});
