import { type ExitCode, UsageError } from '../../output/exit.ts';
import type { Command } from '../options/commander.ts';
import { type PrintFlags, printedOf, withPrinted } from '../options/printed.ts';
import { withTargets } from '../options/target-options.ts';
import type { Finish, Invocation, WithSettings } from '../program.ts';
import type { RunInput } from './run.ts';

interface RunFlags extends PrintFlags {
  readonly plan?: true;
  /** The paths to watch; true for none. */
  readonly watch?: readonly string[] | true;
  readonly jobs?: string;
}

export function addRun(
  program: Command,
  invocation: Invocation,
  finish: Finish,
  withSettings: WithSettings,
): void {
  const command = withTargets(withPrinted(withSettings(program.command('run'))))
    .description('send the requests to a service, judge the answers, write the reports')
    .option('--plan', 'print what would be sent, and with which settings; send nothing')
    .option('--jobs <n>', 'how many targets are run at a time, 1 to 16; 2 by default')
    .option(
      '--watch [paths...]',
      'run again when these files or folders of the service change, or on Enter; what changed is printed first',
    );
  command.action(async () => {
    const { typedFlags } = await import('../options/settings-options.ts');
    const { plan, watch, jobs, verbose, quiet, json, ...flags } = typedFlags(command) as RunFlags;
    if (plan && watch !== undefined)
      throw new UsageError(
        '--plan and --watch contradict each other: a plan is the same each time. Keep one.',
      );
    const printed = printedOf({ verbose, quiet, json } as PrintFlags);
    if (plan !== true) invocation.saveMemory?.('running');
    const { runInputs } = await import('./run-inputs.ts');
    const inputs = await runInputs({ ...invocation, flags, printed, isPlan: plan === true });
    const [only, ...others] = inputs;
    if (only === undefined || others.length > 0) {
      if (watch !== undefined) throw severalWatched(inputs.length);
      const { planTargets, runTargets } = await import('./run-targets.ts');
      return finish(await (plan ? planTargets(inputs) : runTargets(inputs, jobs)));
    }
    if (watch !== undefined) return finish(await watching(only, watch));
    const { plan: show, run } = await import('./run.ts');
    finish(await (plan ? show : run)(only));
  });
}

function severalWatched(targets: number): UsageError {
  return new UsageError(
    `--watch runs against one service, and ${targets} targets are chosen; nothing was sent. Choose one, for example --target local.`,
  );
}

async function watching(input: RunInput, paths: readonly string[] | true): Promise<ExitCode> {
  const [{ runAgain }, { withTriggers }] = await Promise.all([
    import('./run-again.ts'),
    import('./run-triggers.ts'),
  ]);
  const { out, history } = input.settings;
  const watched = {
    paths: paths === true ? [] : paths,
    ownFolders: history === null ? [out] : [out, history.folder],
    cwd: input.cwd ?? '',
    warn: (text: string) => input.io.err(`conformance: --watch: ${text}\n`),
    keys: process.stdin,
  };
  return withTriggers(watched, (triggers) => runAgain(input, triggers));
}
