import { settingsFor } from '../../output/settings.ts';
import type { Flags } from '../../settings/index.ts';
import { shellWord } from '../../text/escape.ts';
import { namingFile } from '../options/command-line.ts';
import type { TargetOptions } from '../options/common.ts';
import type { RunInput } from './run.ts';

/** What the command line of `run` says. */
export interface RunAsked extends Pick<RunInput, 'environment' | 'io' | 'command'> {
  readonly cwd: string;
  readonly flags: Flags;
  readonly chosen: TargetOptions;
  readonly printed: NonNullable<RunInput['printed']>;
  /** The command line after the program's name, for a refusal to repeat. */
  readonly args: readonly string[];
}

/**
 * The input of each run: one for each chosen target, or the one that the environment and `.env` describe.
 * @throws UsageError that names every problem of all of them
 */
export async function runInputs({ flags, chosen, ...asked }: RunAsked): Promise<readonly RunInput[]> {
  const { environment, cwd, command, args } = asked;
  const surroundings = { flags, environment, cwd, naming: namingFile(command, ...args.map(shellWord)) };
  const { chosenTargets, targetInputs } = await import('../options/targets.ts');
  const targets = await chosenTargets(chosen, flags, cwd);
  if (targets.length === 0) {
    const { settings, sources } = await settingsFor(surroundings);
    const { envFile } = flags;
    const again = typeof envFile === 'string' ? ['--env-file', shellWord(envFile)] : [];
    return [{ ...asked, settings, sources, again }];
  }
  const inputs = await targetInputs(targets, surroundings);
  const { config } = chosen;
  const named = config === undefined ? [] : ['--config', shellWord(config)];
  return inputs.map(({ name, settings, sources }) => {
    const again = ['--target', name, ...named];
    return { ...asked, settings, sources, target: name, again };
  });
}
