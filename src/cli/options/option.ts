import { choice, toggle, wholeNumber } from '../../kinds/kinds.ts';
import { flagOf } from '../../kinds/setting.ts';
import type { DeclaredSetting, Kind, Setting, Topic } from '../../model/setting.ts';
import { type ExitCode, UsageError } from '../../output/exit.ts';
import type { Printed } from '../../output/publish.ts';
import type { Flags } from '../../settings/index.ts';
import type { Invocation } from '../program.ts';
import type { TypedAgain } from './flags.ts';

/** An option of a command that is no setting, declared as settings are. Its flag is its key: `maxBad` is `--max-bad`. */
export interface Option<T = unknown>
  extends Pick<DeclaredSetting<T>, 'kind' | 'topic' | 'default' | 'description'> {
  /** It may be repeated, and takes values with commas between them; `words`: all words up to the next flag, or none. */
  readonly several?: true | 'words';
  /** Keys of options that contradict it. */
  readonly conflicts?: readonly string[];
  /** The command cannot do without it. */
  readonly needed?: true;
  /** A value that would do, where it takes one; its default without it. */
  readonly example?: string;
}

export type Options = Readonly<Record<string, Option>>;

/** One option: the heading of help that it is under, what it takes, what help says of it, and what else there is. */
export function option<T, const More extends Partial<Option>>(
  topic: Topic,
  kind: Kind<T>,
  description: string,
  more = {} as More,
) {
  return { topic, kind, description, ...more };
}

type OptionValue<O> = O extends { readonly kind: Kind<infer T> }
  ? O extends { readonly several: unknown }
    ? readonly T[]
    : T
  : never;

type Certain<O> = {
  [K in keyof O]: O[K] extends { readonly default: string } | { readonly needed: true } ? K : never;
}[keyof O];

/** The values of options once they are read: a command that uses one which is not declared does not compile. */
export type OptionValues<O extends Options> = { readonly [K in Certain<O>]: OptionValue<O[K]> } & {
  readonly [K in Exclude<keyof O, Certain<O>>]?: OptionValue<O[K]> | undefined;
};

export interface CommandInput<O extends Options = Options> {
  /** Words that belong to no flag. */
  readonly words: readonly string[];
  readonly options: OptionValues<O>;
  /** Flags that are settings, as they were typed. */
  readonly flags: Flags;
  /** What has to be typed again, so that the same is sent and judged. */
  readonly again: readonly TypedAgain[];
  readonly invocation: Invocation;
}

/** One command, as far as it needs no name: what it takes, what its help says, and what it does. */
export interface DeclaredCommand<O extends Options = Options> {
  readonly options: O;
  /** Which of the settings it takes as flags; none without it. */
  readonly settings?: (setting: Setting) => boolean;
  /** Command lines that work, without the program's name. */
  readonly examples: readonly string[];
  readonly footer?: string;
  /** What may be given as its first word, for completion. */
  readonly firstWords?: readonly string[];
  /** @returns 0 without a code */
  readonly act: (given: CommandInput<O>) => Promise<ExitCode | undefined>;
}

/** Keeps the types of its options for what it does. */
export function command<const O extends Options>(declared: DeclaredCommand<O>): DeclaredCommand {
  return declared as unknown as DeclaredCommand;
}

/** The option that says to a command what a setting says to a run, in the same words. */
export function same<T>({ kind, topic, description, example }: DeclaredSetting<T>) {
  return { kind, topic, description, example };
}

const context = {
  contract: { requirements: [], requestRequirements: [], questions: [] },
  cwd: '',
  reporters: [],
  today: '',
};

async function readOne(key: string, option: Option, text: string): Promise<unknown> {
  const { kind, default: usual, example = usual } = option;
  const flag = flagOf(key);
  const read = text === '' ? { problems: ['is set to an empty value'] } : await kind.parse(text, context);
  if ('value' in read) return read.value;
  throw new UsageError(
    `${flag} ${read.problems.join('; ')}, for example ${flag} ${example}; nothing was sent.`,
  );
}

/**
 * The values of options, read by their kinds.
 * @param typed by their keys: text, lists of texts, or true for a flag without a value
 * @throws UsageError for the first that cannot be used
 */
export async function readOptions(options: Options, typed: Readonly<Record<string, unknown>>) {
  const values: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(options)) {
    const given = typed[key] ?? one.default;
    if (given === undefined) continue;
    const texts: readonly unknown[] = one.several !== undefined && given === true ? [] : [given].flat();
    const read = await Promise.all(texts.map((text) => readOne(key, one, String(text))));
    values[key] = one.several === undefined ? read[0] : read;
  }
  return values;
}

/** Which messages are judged, or listed. */
export const sides = choice(['response', 'request', 'both']);

export const port = wholeNumber(0, 65_535);

/** How much a command prints. What it writes is the same with each of them. */
export const printOptions = {
  verbose: option('output', toggle, 'Print all fields, observations and commands.', {
    conflicts: ['quiet', 'json'],
  }),
  quiet: option('output', toggle, 'Print the last line only: the verdict.', { conflicts: ['json'] }),
  json: option('output', toggle, 'Print report.json in place of a report.'),
};

/** The options of `printOptions`, of which one at most is given. */
export function printedOf(options: OptionValues<typeof printOptions>): Printed {
  return (['verbose', 'quiet', 'json'] as const).find((name) => options[name] === true) ?? 'usual';
}
