import type { Flags } from '../../settings/index.ts';
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
    .option('--target <name[,name]>', 'targets of conformance.config.json, see conformance docs targets')
    .option('--all-targets', 'every target of that file')
    .option(
      '--config <file>',
      'the file of targets; by default the nearest conformance.config.json from this folder upwards',
    );
}

/** Separates the flags about targets from all others. */
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

/** The flags as they were typed, for a command to repeat. */
export function targetWords({ target, allTargets }: TargetFlags): readonly string[] {
  if (target !== undefined) return ['--target', target];
  return allTargets === true ? ['--all-targets'] : [];
}
