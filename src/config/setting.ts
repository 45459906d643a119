import type { Contract } from '../contract/contract.ts';

/** Where a value was found. `name`: the flag, the variable, the file's path or a program's name; empty for a default. */
export interface Source {
  readonly kind: 'flag' | 'environment' | 'file' | 'program' | 'default';
  readonly name: string;
}

/** What is wrong with one setting. Holds no secret. */
export interface Problem {
  /** Name in the environment and, where it has one, its flag. */
  readonly setting: string;
  readonly message: string;
  /** A line that would do, as it stands in the environment or on the command line. */
  readonly example: string;
  /** What the message is about, line by line: places in a file. */
  readonly places?: readonly string[];
  /** In place of the example: each a sentence with a command that works. */
  readonly remedies?: readonly string[];
}

export interface ParseContext {
  readonly contract: Contract;
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
  /** The form in words, for documentation: "a whole number from 1 to 1000". */
  readonly form: string;
  /** What stands for the value in usage lines; null for a flag without a value. */
  readonly placeholder: string | null;
  /** Where the text is the path of a file or a folder. */
  readonly path?: 'file' | 'folder';
  parse(text: string, context: ParseContext): Parsed<T> | Promise<Parsed<T>>;
  /** The value as `--plan` shows it, without credentials; the text itself where it is left off. */
  show?(value: T): string;
}

/**
 * How much a setting decides, and so who may give it. A file that only lies in the folder, and that nobody named, may
 * be a stranger's.
 *
 * - `base-url`: where everything is sent. Beside a credential that was named, only with leave to write that was named.
 * - `decides`: where something is sent, or what is sent or deleted. Not beside a credential that was named.
 * - `command`: a program that is run. Never from such a file.
 * - `harmless`: how a run is made and told; and a token, which counts only where no token was named.
 */
export type Reach = 'base-url' | 'decides' | 'command' | 'harmless';

/** Settings that are alternatives or belong together: the source that goes first replaces all of a group. */
export type Group = 'token' | 'rule' | 'client certificate';

export interface Setting<T> {
  /** Name in the environment and in `.env`; null for what only a command line says. */
  readonly env: string | null;
  /** Null for secrets, whatever leads to them, and commands: arguments are visible to every user of a machine. */
  readonly flag: string | null;
  readonly kind: Kind<T>;
  /** `target`: about the service under test, so without meaning under `--reference`. */
  readonly scope: 'target' | 'run';
  readonly reach: Reach;
  readonly group?: Group;
  /** What the service knows the operator by: nobody else may decide where it goes. */
  readonly credential?: boolean;
  /** In the form of a given value. */
  readonly default?: string;
  /** The value is never shown, and is taken out of the environment before anything else starts. */
  readonly secret?: boolean;
  /** When a run cannot do without it, in words. */
  readonly required?: string;
  /** One to three sentences. */
  readonly description: string;
  /** A value that would do. */
  readonly example: string;
}

/** Keeps the value's type and nothing narrower. */
export function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

export function refused(...problems: readonly string[]): { readonly problems: readonly string[] } {
  return { problems };
}

/** Text for an error message: cut when long, and hidden where it could hold credentials. */
export function quoted(text: string): string {
  if (text.includes('@')) return 'what is given';
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

export function label(definition: Setting<unknown>): string {
  const { env, flag } = definition;
  if (env === null) return flag ?? '';
  return flag === null ? env : `${env} (${flag})`;
}

/** The flag as it stands on a command line, with a value where it takes one. */
export function flagLine({ flag, kind, example }: Setting<unknown>): string {
  return kind.placeholder === null ? `${flag}` : `${flag} ${example}`;
}

/** A line that sets the value, in the environment's form where there is one. */
export function exampleLine(definition: Setting<unknown>, value = definition.example): string {
  return definition.env === null ? flagLine(definition) : `${definition.env}=${value}`;
}

export function problemWith(definition: Setting<unknown>, message: string, example?: string): Problem {
  return { setting: label(definition), message, example: exampleLine(definition, example) };
}
