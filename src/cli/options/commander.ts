import { createRequire } from 'node:module';
import type * as Commander from 'commander';

/** Required, not imported: reading the names that a CommonJS package exports would take a third of the time of `--help`. */
const commander = createRequire(import.meta.url)('commander') as typeof Commander;

export const { Command, CommanderError, Option } = commander;
export type Command = Commander.Command;
