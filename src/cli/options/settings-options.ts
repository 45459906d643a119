import { contract } from '../../operations/index.ts';
import { settingsOf } from '../../settings/definitions.ts';
import type { Flags } from '../../settings/index.ts';
import { type Command, Option } from './commander.ts';

/**
 * `--env-file` has the short form `-e`, as Node.js looks for `--env-file` in all arguments before it starts the
 * script: a missing file ends with its exit 9, a pipe arrives empty. `node --` in the first line would stop it only
 * by `env -S`, which BusyBox and OpenBSD lack.
 */

/** Gives a command one option per setting that has a flag; only those about a target, or of these keys, where asked. */
export function withSettings(command: Command, chosen?: 'target' | ReadonlySet<string>): Command {
  for (const [key, { flag, short, kind, description, env, scope }] of settingsOf(contract).entries) {
    if (flag === null || (chosen === 'target' && scope === 'run')) continue;
    if (typeof chosen === 'object' && !chosen.has(key)) continue;
    const placeholder = kind.placeholder === null ? '' : ` <${kind.placeholder.toLowerCase()}>`;
    const named = env === null ? description : `${description} (${env})`;
    const spellings = short === undefined ? flag : `${short}, ${flag}`;
    command.addOption(new Option(`${spellings}${placeholder}`, named));
  }
  return command;
}

/** commander gives a `--no-x` its default of true; only what was typed is a flag. */
export function typedFlags(command: Command): Flags {
  const options = command.opts<Flags>();
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
  );
}
