import type { Flags } from '../settings/index.ts';
import type { Command } from './commander.ts';

/** Flags that say which targets of a file a command is for. */
export interface TargetFlags {
  /** Names, comma-separated. */
  readonly target?: string;
  readonly allTargets?: boolean;
  /** The file that describes them. */
  readonly config?: string;
}

export function withTargets(command: Command): Command {
  return command
    .option('--target <name[,name]>', 'targets that conformance.config.json describes, see docs/targets.md')
    .option('--all-targets', 'every target that it describes')
    .option('--config <file>', 'describes the targets; looked for from this folder upwards without it');
}

/** Takes the flags about targets out of all that were given. */
export function targetFlagsOf(flags: Flags): {
  readonly chosen: TargetFlags;
  readonly others: Flags;
} {
  const { target, allTargets, config, ...others } = flags;
  return {
    chosen: {
      ...(typeof target === 'string' ? { target } : {}),
      ...(allTargets === true ? { allTargets } : {}),
      ...(typeof config === 'string' ? { config } : {}),
    },
    others,
  };
}

/** The flags as they were typed, for a command that is to be typed again. */
export function targetWords({ target, allTargets }: TargetFlags): readonly string[] {
  if (target !== undefined) return ['--target', target];
  return allTargets === true ? ['--all-targets'] : [];
}
