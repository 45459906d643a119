import type { Given, Setting, SettingProblem, Source } from '../model/setting.ts';
import { type Definitions, environmentNames } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { flagLine } from './setting.ts';

/** What was given to this very run, by a flag or a program; its text is empty where it is refused. */
export interface Direct {
  readonly given: Given;
  readonly problem?: Omit<SettingProblem, 'key'>;
}

type Find = (definition: Setting<unknown>, key: string) => Given | null;

/** Where settings are looked for. */
export interface Layers {
  readonly direct: (definition: Setting<unknown>, key: string) => Direct | null;
  /** In the order of precedence; defaults come after them. */
  readonly others: readonly Find[];
  /** Settings of the target are left alone, and may not be given directly. */
  readonly reference: boolean;
  /** A line of what is given beside `reference`; the setting's own example without it. */
  readonly besideReference?: (definition: Setting<unknown>) => string;
}

/** What has a problem is kept among what was given, so that nothing is called missing that is there. */
export interface Resolved {
  readonly given: ReadonlyMap<string, Given>;
  readonly problems: readonly SettingProblem[];
}

/** `--no-unauthorized` → `unauthorized`, `--delay-ms` → `delayMs`. */
function flagKey(flag: string): string {
  return flag.replace(/^--(?:no-)?/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

type Flags = Readonly<Record<string, string | boolean | undefined>>;

/**
 * A flag without a value is true, or false for a `--no-…`; commander says true where a `--no-…` was not given. An unset
 * variable in `--automation-rule-id "$RULE"` must not bring some other file's rule into play.
 */
function fromFlag(definition: Setting<unknown>, flags: Flags): Direct | null {
  const { flag } = definition;
  if (flag === null) return null;
  const value = flags[flagKey(flag)];
  if (value === undefined || value === flag.startsWith('--no-')) return null;
  const given: Given = { text: String(value), source: { kind: 'flag', name: flag } };
  if (value !== '') return { given };
  const message = 'is given as a flag with an empty value';
  return { given, problem: { message, example: () => flagLine(definition) } };
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

/** Where an operator gives settings: flags go before the environment, the environment before the file. */
export function operatorLayers(flags: Flags, environment: NodeJS.ProcessEnv, file: EnvFile | null): Layers {
  return {
    direct: (definition) => fromFlag(definition, flags),
    others: [
      (definition) => fromVariables(definition, environment, (name) => ({ kind: 'environment', name })),
      (definition) =>
        file && fromVariables(definition, file.values, () => ({ kind: 'file', name: file.path })),
    ],
    reference: flags['reference'] === true,
    besideReference: (definition) => `either --reference or ${flagLine(definition)}`,
  };
}

function resolveOne(
  definition: Setting<unknown>,
  key: string,
  { direct, others, reference, besideReference }: Layers,
): { readonly given: Given | null; readonly problem: Omit<SettingProblem, 'key'> | undefined } {
  const own = direct(definition, key);
  if (reference && definition.scope === 'target') {
    const message: SettingProblem['message'] = ({ name }) =>
      `is given together with ${name('reference')}, which brings a service of its own`;
    const example = besideReference && (() => besideReference(definition));
    const problem = own && (own.problem ?? { message, ...(example === undefined ? {} : { example }) });
    return { given: null, problem: problem ?? undefined };
  }
  const found = own?.given ?? others.map((find) => find(definition, key)).find((given) => given !== null);
  const { default: text } = definition;
  const usual: Given | null = text === undefined ? null : { text, source: { kind: 'default', name: '' } };
  return { given: found ?? usual, problem: own?.problem };
}

const precedence: readonly Source['kind'][] = ['program', 'flag', 'environment', 'file', 'default'];

function rank({ source }: Given): number {
  return precedence.indexOf(source.kind);
}

/** Of each group, what the first of its sources gives: a token of the environment replaces a token file of `.env`. */
function withoutReplaced(
  given: ReadonlyMap<string, Given>,
  { get }: Definitions,
): ReadonlyMap<string, Given> {
  const groupOf = (key: string) => get(key).group;
  const isFirst = ([key, one]: readonly [string, Given]) => {
    const group = groupOf(key);
    const rivals = [...given].filter(([other]) => group !== undefined && groupOf(other) === group);
    return rivals.every(([, rival]) => rank(one) <= rank(rival));
  };
  return new Map([...given].filter(isFirst));
}

/** Takes each setting from where it is given first; an empty value is an absent one. Settings of one group are replaced together. */
export function resolveSettings(definitions: Definitions, layers: Layers): Resolved {
  const given = new Map<string, Given>();
  const problems: SettingProblem[] = [];
  for (const [key, definition] of definitions.entries) {
    const found = resolveOne(definition, key, layers);
    if (found.given) given.set(key, found.given);
    if (found.problem) problems.push({ key, ...found.problem });
  }
  return { given: withoutReplaced(given, definitions), problems };
}
