import { createRequire } from 'node:module';
import type * as commanderModule from 'commander';
import { flagKey, flagOf } from '../../kinds/setting.ts';
import { type Setting, type Topic, topics } from '../../model/setting.ts';
import { UsageError } from '../../output/exit.ts';
import type { Flags } from '../../settings/index.ts';
import { shellWord } from '../../text/escape.ts';
import type { DeclaredCommand, Option } from './option.ts';

/** Required, not imported: reading the names that a CommonJS package exports would take a third of the time of `--help`. */
const commander = createRequire(import.meta.url)('commander') as typeof commanderModule;

export const { Command, CommanderError } = commander;
export type Command = commanderModule.Command;

/**
 * `--env-file` has the short form `-e`, as Node.js looks for `--env-file` in all arguments before it starts the
 * script: a missing file ends with its exit 9, a pipe arrives empty. `node --` in the first line would stop it only
 * by `env -S`, which BusyBox and OpenBSD lack.
 */

/** A flag of a command, be it a setting or an option. */
export type Flag = Option & Partial<Pick<Setting, 'short' | 'env' | 'scope'>> & { readonly flag: string };

const order = Object.keys(topics) as readonly Topic[];

/** Every flag of a command, in the order of its help. */
export async function flagsOf({ options, settings }: DeclaredCommand): Promise<readonly Flag[]> {
  const own = Object.entries(options).map(([key, option]) => ({ ...option, flag: flagOf(key) }));
  const taken = settings === undefined ? [] : await settingsTaken(settings);
  return [...taken, ...own].sort((one, other) => order.indexOf(one.topic) - order.indexOf(other.topic));
}

/** Loaded only for commands that take settings. */
async function settingsTaken(isTaken: NonNullable<DeclaredCommand['settings']>): Promise<readonly Flag[]> {
  const { definitions } = await import('../../settings/definitions.ts');
  return definitions.entries.flatMap(([, setting]) => {
    const { flag } = setting;
    return flag !== null && isTaken(setting) ? [{ ...setting, flag }] : [];
  });
}

/** A flag with the placeholder of its value, as it is in every help: `--out <folder>`. */
function usageOf({ flag, kind: { placeholder }, several }: Flag): string {
  if (placeholder === null) return flag;
  const value = placeholder.toLowerCase();
  return several === 'words' ? `${flag} [${value}...]` : `${flag} <${value}>`;
}

/** The first sentence alone: a flag is one line of help, and docs/configuration.md has the rest. */
function helpOf({ description, default: usual, kind }: Flag): string {
  const first = description.replace(/\.(?: [A-Z].*)?$/s, '');
  return usual === undefined || kind.placeholder === null ? first : `${first} (default: ${usual})`;
}

/** Gives a command of commander its flags, under the headings of their topics. A needed one that is missing is refused. */
export function addFlags(command: Command, flags: readonly Flag[]): void {
  for (const one of flags) {
    const usage = usageOf(one);
    const option = new commander.Option(one.short ? `${one.short}, ${usage}` : usage, helpOf(one));
    option
      .helpGroup(`${topics[one.topic]}:`)
      .makeOptionMandatory(one.needed === true)
      .conflicts([...(one.conflicts ?? [])]);
    if (one.several === true)
      option.argParser((given: string, all: readonly string[] = []) => [...all, ...given.split(',')]);
    else if (one.several === undefined && one.kind.placeholder !== null)
      option.argParser((given: string, earlier?: string) => once(one, given, earlier));
    command.addOption(option);
  }
}

/** @throws UsageError for a second value: all but the last would be dropped */
function once({ flag, kind }: Flag, given: string, earlier: string | undefined): string {
  if (earlier === undefined) return given;
  const line = `${flag} <${kind.placeholder?.toLowerCase()}>`;
  const remedy = line.includes(',') ? 'Write all values in one flag, with commas between them' : 'Keep one';
  throw new UsageError(
    `${flag} is set more than once, and only its last value would count; nothing was sent. ${remedy}: ${line}.`,
  );
}

/** What was typed, by the names that commander gives; without its defaults, such as true for a `--no-…`. */
export function typedFlags(command: Command): Flags {
  const options = command.opts<Flags>();
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
  );
}

/** Topics of flags that decide what is sent and judged: permissions are given anew, and reports change nothing. */
const deciding: ReadonlySet<Topic> = new Set(['target', 'credentials', 'requests', 'network', 'checks']);

/** Flags that a recording repeats by itself (`src/report/acting.ts`). */
const recorded: ReadonlySet<string> = new Set([
  ...['--operation', '--no-unauthorized', '--repeat', '--serial', '--delay-ms', '--timeout-ms', '--require'],
  ...['--strict', '--require-shown', '--gate-answers'],
]);

/** A flag that has to be typed again, so that the same is sent and judged. */
export interface TypedAgain {
  readonly words: readonly string[];
  readonly topic: Topic;
  /** Whether only a run takes it. */
  readonly isOfRun: boolean;
}

export function typedAgain(flags: readonly Flag[], typed: Flags): readonly TypedAgain[] {
  return flags.flatMap(({ flag, topic, scope, kind: { placeholder } }) => {
    const value = typed[flagKey(flag)];
    if (value === undefined || recorded.has(flag) || !deciding.has(topic)) return [];
    const words = placeholder === null ? [flag] : [flag, shellWord(String(value))];
    return [{ words, topic, isOfRun: scope === 'run' }];
  });
}
