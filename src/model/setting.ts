/** Where a value comes from. `name`: the flag, the variable, the file's path or a program's name; empty for a default. */
export interface Source {
  readonly kind: 'flag' | 'environment' | 'file' | 'program' | 'default';
  readonly name: string;
  /** Somebody has just given it, so messages need not say where it is from. */
  readonly isAnswer?: true;
}

/** The text of a setting, and where it was found. */
export interface Given {
  readonly text: string;
  readonly source: Source;
}

/** Parsed values by the keys of their settings. Absent: what was refused, or was not given and has no default. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** What was given, valid or not, and the values of what is valid, by the keys of settings. */
export interface Known<V = SettingValues> {
  readonly given: ReadonlyMap<string, Given>;
  readonly values: V;
}

/** What is wrong with one setting, worded for whoever gave it. Contains no secret. */
export interface Problem {
  /** Name in the environment and, where it has one, its flag; a program's name for it. */
  readonly setting: string;
  readonly message: string;
  /** A line that would do, as it is written in the environment, on the command line or in a program. */
  readonly example: string;
  /** In place of the example: each a sentence with a command that works. */
  readonly remedies?: readonly string[];
}

/** How settings are named, by their keys, to whoever gives them: an operator, or a program. */
export interface Wording {
  /** `CONFORMANCE_BASE_URL`, or `baseUrl`. */
  readonly name: (key: string) => string;
  /** `CONFORMANCE_BASE_URL (--base-url)`, or `baseUrl`. */
  readonly label: (key: string) => string;
  /** A line that sets a value, which is the setting's own example without it. */
  readonly example: (key: string, value?: string) => string;
}

/** What is wrong with one setting, before it is worded for an operator or a program. */
export interface SettingProblem {
  readonly key: string;
  /** Continues the name of the setting. */
  readonly message: string | ((wording: Wording) => string);
  /** A value that would do, or a whole line; the setting's own example without it. */
  readonly example?: string | ((wording: Wording) => string);
}

export interface ParseContext {
  /** Relative paths start here. */
  readonly cwd: string;
  /** The formats of report that there are. */
  readonly reporters: readonly string[];
  /** The day on which the run starts, in UTC: YYYY-MM-DD. */
  readonly today: string;
}

/** Problems continue the sentence "CONFORMANCE_… …". */
export type Parsed<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** How the text of a setting becomes its value. */
export interface Kind<T> {
  /** In words, for documentation: "an integer from 1 to 1000". */
  readonly form: string;
  /** Of the value in usage lines; null for a flag without a value. */
  readonly placeholder: string | null;
  /** Where the text is the path of a file or a folder. */
  readonly path?: 'file' | 'folder';
  parse(text: string, context: ParseContext): Parsed<T> | Promise<Parsed<T>>;
  /** All values that it takes. */
  readonly choices?: readonly string[];
  /** What completion offers besides `choices`; left off where values cannot be listed. */
  readonly values?: (context: Pick<ParseContext, 'reporters'>) => readonly string[];
  /** The value as `--plan` shows it, without credentials; the text itself where it is left off. */
  show?(value: T): string;
}

/** Headings of help, in their order, by what a flag is about. */
export const topics = {
  command: 'Command',
  target: 'Target',
  credentials: 'Target',
  requests: 'Requests and connection',
  safety: 'Target',
  network: 'Requests and connection',
  checks: 'Checks',
  reports: 'Reports',
  output: 'Reports',
} as const;

export type Topic = keyof typeof topics;

/** One setting, declared once: usage, documentation, parsing, messages and the API follow from it. */
export interface DeclaredSetting<T = unknown> {
  readonly kind: Kind<T>;
  readonly topic: Topic;
  /** In the form of a given value. */
  readonly default?: string;
  /** One to three sentences. */
  readonly description: string;
  /** Name in the environment and in `.env`, where it does not follow from the key; null for what only a command line says. */
  readonly env?: string | null;
  /**
   * The flag, where it does not follow from the key; null for secrets, whatever leads to them, and commands: arguments are
   * visible to every user of a machine.
   */
  readonly flag?: string | null;
  /** A second spelling of the flag: one letter. */
  readonly short?: string;
  /** Of a setting that has a meaning under `--reference` too; any other is about the service under test. */
  readonly scope?: 'run';
  /** Of settings that are alternatives or belong together: the source that goes first replaces all of a group. */
  readonly group?: string;
  /** True for a setting of the connection, which `watch` takes too. */
  readonly connects?: true;
  /** The value is never shown, and is taken out of the environment before anything else starts. */
  readonly secret?: boolean;
  /** When a run cannot do without it, in words. */
  readonly required?: string;
  /** A value that would do. */
  readonly example: string;
}

/** A setting with its names. `key` is the name that programs give it. */
export interface Setting<T = unknown> extends DeclaredSetting<T> {
  readonly key: string;
  readonly env: string | null;
  readonly flag: string | null;
}

export type SettingsByKey = Readonly<Record<string, DeclaredSetting>>;

type ValueOf<S> = S extends { readonly kind: Kind<infer T> } ? T : never;

/** The values that settings have once they are parsed. */
export type ValuesOf<S extends SettingsByKey> = { readonly [K in keyof S]?: ValueOf<S[K]> };

/** What a program writes for a value: texts, where a kind makes more of a text. */
type Written<T> = T extends boolean | number | string ? T : T extends readonly string[] ? string | T : string;

/** Settings as members of an object that a program gives. */
export type WrittenOf<S extends SettingsByKey> = { readonly [K in keyof S]?: Written<ValueOf<S[K]>> };

/** A question of `init` whose answer is the text of a setting. */
export interface SettingAsked {
  readonly key: string;
  readonly message: string;
  readonly placeholder?: string;
}

/** A question of `init` that comes before another: which of several settings is given. */
export interface ChoiceAsked {
  readonly message: string;
  /** Each with what is asked next, and then needs an answer; without it where none of the settings is given. */
  readonly choices: readonly (Partial<SettingAsked> & { readonly label: string; readonly hint: string })[];
}
