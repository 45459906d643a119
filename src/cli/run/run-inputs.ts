import { settingsFor } from '../../output/settings.ts';
import { shellWord } from '../../text/escape.ts';
import { namingFile } from '../options/command-line.ts';
import type { TargetOptions } from '../options/common.ts';
import type { CommandInput } from '../options/option.ts';
import type { RunInput } from './run.ts';

/**
 * The input of each run: one for each chosen target, or the one that the environment and `.env` describe.
 * @throws UsageError that names every problem of all of them
 */
export async function runInputs(
  { flags, invocation }: Pick<CommandInput, 'flags' | 'invocation'>,
  chosen: TargetOptions,
  printed: NonNullable<RunInput['printed']>,
): Promise<readonly RunInput[]> {
  const { environment, cwd, command, args } = invocation;
  const asked = { ...invocation, cwd, printed };
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
