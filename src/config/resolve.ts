import { definitions, entries, environmentNames, type Key } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { flagLine, label, type Problem, type Setting, type Source } from './setting.ts';

/** The text that stands for a setting, and where it was found. */
export interface Given {
  readonly text: string;
  readonly source: Source;
}

export interface Layers {
  /** By their names in camel case, as commander gives them. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: NodeJS.ProcessEnv;
  readonly file: EnvFile | null;
  /** Settings of the target are left alone. */
  readonly reference: boolean;
}

/** What has a problem is kept among what was given, so that nothing is called missing that is there. */
export interface Resolved {
  readonly given: ReadonlyMap<Key, Given>;
  readonly problems: readonly Problem[];
}

/** `--no-unauthorized` → `unauthorized`, `--delay-ms` → `delayMs`. */
function flagKey(flag: string): string {
  return flag.replace(/^--(?:no-)?/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A flag without a value is true, or false for a `--no-…`; commander says true where a `--no-…` was not given. */
function fromFlag({ flag }: Setting<unknown>, flags: Layers['flags']): Given | null {
  if (flag === null) return null;
  const value = flags[flagKey(flag)];
  if (value === undefined || value === flag.startsWith('--no-')) return null;
  return { text: String(value), source: { kind: 'flag', name: flag } };
}

function fromVariables(
  definition: Setting<unknown>,
  variables: Readonly<Record<string, string | undefined>>,
  source: (name: string) => Source,
): Given | null {
  const name = environmentNames(definition).find((candidate) => variables[candidate]);
  const text = name === undefined ? undefined : variables[name];
  return name === undefined || text === undefined ? null : { text, source: source(name) };
}

function fromDefault({ default: text }: Setting<unknown>): Given | null {
  return text === undefined ? null : { text, source: { kind: 'default', name: '' } };
}

/** An unset variable in `--automation-rule-id "$RULE"` must not bring some other file's rule into play. */
function flagProblem(definition: Setting<unknown>, flag: Given, reference: boolean): Problem | null {
  const setting = label(definition);
  const line = flagLine(definition);
  if (flag.text === '') return { setting, message: 'is given as a flag with an empty value', example: line };
  if (!reference || definition.scope === 'run') return null;
  const message = 'is given together with --reference, which brings a service of its own';
  return { setting, message, example: `either --reference or ${line}` };
}

function resolveOne(
  definition: Setting<unknown>,
  layers: Layers,
): { given: Given | null; problem: Problem | null } {
  const { flags, environment, file, reference } = layers;
  const flag = fromFlag(definition, flags);
  const refusal = flag && flagProblem(definition, flag, reference);
  if (reference && definition.scope === 'target') return { given: null, problem: refusal };
  const variable = fromVariables(definition, environment, (name) => ({ kind: 'environment', name }));
  const line = file && fromVariables(definition, file.values, () => ({ kind: 'file', name: file.path }));
  return { given: flag ?? variable ?? line ?? fromDefault(definition), problem: refusal };
}

const precedence: readonly Source['kind'][] = ['program', 'flag', 'environment', 'file', 'default'];

function rank({ source }: Given): number {
  return precedence.indexOf(source.kind);
}

/** Of each group, what the first of its sources gives: a token of the environment replaces a token file of `.env`. */
function withoutReplaced(given: ReadonlyMap<Key, Given>): ReadonlyMap<Key, Given> {
  const groupOf = (key: Key) => (definitions[key] as Setting<unknown>).group;
  const isFirst = ([key, one]: readonly [Key, Given]) => {
    const group = groupOf(key);
    const rivals = [...given].filter(([other]) => group !== undefined && groupOf(other) === group);
    return rivals.every(([, rival]) => rank(one) <= rank(rival));
  };
  return new Map([...given].filter(isFirst));
}

/**
 * Flags go before the environment, the environment before the file; an empty value is an absent one. Settings of one
 * group are replaced together.
 */
export function resolveSettings(layers: Layers): Resolved {
  const given = new Map<Key, Given>();
  const problems: Problem[] = [];
  for (const [key, definition] of entries) {
    const found = resolveOne(definition, layers);
    if (found.given) given.set(key, found.given);
    if (found.problem) problems.push(found.problem);
  }
  return { given: withoutReplaced(given), problems };
}
