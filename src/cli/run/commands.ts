import { path } from '../../kinds/kinds.ts';
import { type ExitCode, UsageError } from '../../output/exit.ts';
import { printedOf, printOptions } from '../options/common.ts';
import { about, type CommandInput, command } from '../options/option.ts';
import type { RunInput } from './run.ts';

const runOptions = {
  ...printOptions,
  ...about('command', {
    plan: 'Print what would be sent; send nothing.',
    watch: {
      kind: path('file', 'files or folders'),
      several: 'words',
      description: 'Run again when these change, or on Enter.',
      example: 'src',
    },
  }),
};

async function act(given: CommandInput<typeof runOptions>): Promise<ExitCode> {
  const { options, invocation } = given;
  const { plan, watch } = options;
  const isPlan = plan === true;
  if (isPlan && watch !== undefined)
    throw new UsageError('--plan and --watch contradict each other: a plan sends nothing. Keep one.');
  const printed = printedOf(options);
  if (!isPlan) invocation.saveMemory?.('running');
  const { plan: show, run: send, runInput } = await import('./run.ts');
  const input = await runInput(given, printed);
  if (watch !== undefined) return watching(input, watch);
  return (isPlan ? show : send)(input);
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
    'run -e staging.env --reporter terminal,junit --out build',
    'run --watch src',
  ],
  act,
});
