import { toggle } from '../../kinds/kinds.ts';
import { flagOf } from '../../kinds/setting.ts';
import type { Declaration, DeclaredSetting, Kind, Setting, Topic } from '../../model/setting.ts';
import { type ExitCode, UsageError } from '../../output/exit.ts';
import type { Flags } from '../../settings/index.ts';
import type { Invocation } from '../program.ts';
import type { TypedAgain } from './flags.ts';

/**
 * One option of a command that is no setting, declared as settings are: help, completion and reading follow from it. Its
 * flag is the key that it is declared under: `maxBad` is `--max-bad`.
 */
export interface Option<T = unknown> extends Declaration<T> {
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

/** An option under the heading of its topic; the description alone, of a flag without a value. */
type ListedOption = Omit<Option, 'topic'> | string;

/** The options of one topic, as they are listed below its heading in help. */
export function about<const S extends Readonly<Record<string, ListedOption>>>(topic: Topic, listed: S) {
  const all = Object.entries<ListedOption>(listed).map(([key, one]) => [
    key,
    { topic, ...(typeof one === 'string' ? { kind: toggle, description: one } : one) },
  ]);
  return Object.fromEntries(all) as {
    readonly [K in keyof S]: { readonly topic: Topic } & (S[K] extends string ? Option<boolean> : S[K]);
  };
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
  for (const [key, option] of Object.entries(options)) {
    const given = typed[key] ?? option.default;
    if (given === undefined) continue;
    const several = Array.isArray(given) ? given : [];
    const texts: readonly unknown[] = option.several === undefined ? [given] : several;
    const read = await Promise.all(texts.map((text) => readOne(key, option, String(text))));
    values[key] = option.several === undefined ? read[0] : read;
  }
  return values;
}
