import { UsageError } from '../../output/exit.ts';
import type { Printed } from '../../output/publish.ts';
import type { Command } from './commander.ts';

/** Flags that say how much a command prints. What it writes is the same with each of them. */
export interface PrintFlags {
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

const names = ['verbose', 'quiet', 'json'] as const;

export function withPrinted(command: Command): Command {
  return command
    .option('--verbose', 'print the matrix of fields, all observations and every command as well')
    .option('--quiet', 'print the last line only: the verdict')
    .option('--json', 'print report.json instead of a report for people');
}

/** @throws UsageError where two of the flags are given */
export function printedOf(flags: PrintFlags): Printed {
  const given = names.filter((name) => flags[name] === true);
  if (given.length > 1)
    throw new UsageError(
      `${given.map((name) => `--${name}`).join(' and ')} contradict each other. Expected one of them, for example --${given[0]}.`,
    );
  return given[0] ?? 'usual';
}
