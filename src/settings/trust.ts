import { resolve } from 'node:path';
import type { Given, Known, Problem, SettingValues } from '../model/setting.ts';
import { namesHostOf } from './base-url.ts';
import type { Definitions, Values } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { isWithin } from './folder.ts';
import { refusalProblem } from './trust-text.ts';

/** What settings are held against that stand in a file which only lies in the folder. */
export interface Surroundings {
  readonly definitions: Definitions;
  readonly file: EnvFile | null;
  /** The folder of the file. */
  readonly cwd: string;
  /** The command line that names a file, as it was started. */
  readonly naming: (file: string) => string;
  /** The token will be given by the environment later. */
  readonly tokenToCome?: boolean;
}

/** Settings that a file may not give which nobody named. */
export interface Refusal {
  readonly keys: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** Whether a value comes from a file that only lies in the folder. */
function isFound({ source }: Given, file: EnvFile | null): boolean {
  return file !== null && !file.named && source.kind === 'file' && source.name === file.path;
}

/** Settings of such a file that name a file or folder elsewhere than beside or below it: they are not even read. */
export function leadingOutside(
  given: ReadonlyMap<string, Given>,
  { definitions, file, cwd }: Pick<Surroundings, 'definitions' | 'file' | 'cwd'>,
): ReadonlySet<string> {
  const outside = [...given].filter(
    ([key, one]) =>
      definitions.get(key).kind.path !== undefined &&
      isFound(one, file) &&
      !isWithin(cwd, resolve(cwd, one.text)),
  );
  return new Set(outside.map(([key]) => key));
}

/** What the service knows the operator by, where it comes from elsewhere than such a file. */
function namedCredential({ given }: Known, { definitions, file, tokenToCome }: Surroundings): string | null {
  const named = definitions.entries.find(([key, { credential }]) => {
    const one = given.get(key);
    return credential === true && one !== undefined && !isFound(one, file);
  });
  return named?.[0] ?? (tokenToCome === true ? 'accessToken' : null);
}

/** Leave to write to the host of the base URL, from elsewhere than such a file. */
function hostIsNamed(
  { given, values: { baseUrl, allowWritesTo = [] } }: Known<Values>,
  file: EnvFile | null,
): boolean {
  const leave = given.get('allowWritesTo');
  if (baseUrl === undefined || leave === undefined || isFound(leave, file)) return false;
  return allowWritesTo.some((entry) => namesHostOf(entry, baseUrl));
}

/**
 * What a file that nobody named may not say. It runs nothing and names no file or folder but beside or below itself.
 * Beside a credential that was named, and unless the service is on loopback, it decides nothing either: it could give
 * the credential away, or use it. Else it can only give away what it holds itself.
 */
export function refusalOf(known: Known<Values>, surroundings: Surroundings): Refusal {
  const { definitions, file } = surroundings;
  const outside = leadingOutside(known.given, surroundings);
  const isLoopback = known.values.baseUrl?.loopback === true;
  const credential = isLoopback ? null : namedCredential(known, surroundings);
  const isRefused = (key: string): boolean => {
    const { reach } = definitions.get(key);
    if (reach === 'command' || outside.has(key)) return true;
    if (credential === null || reach === 'harmless') return false;
    return reach === 'decides' || !hostIsNamed(known, file);
  };
  const keys = [...known.given]
    .filter(([key, one]) => isFound(one, file) && isRefused(key))
    .map(([key]) => key);
  if (file === null || keys.length === 0) return { keys: new Set(), problems: [] };
  const { naming } = surroundings;
  return {
    keys: new Set(keys),
    problems: [refusalProblem({ definitions, known, keys, outside, credential, file, naming })],
  };
}

/** Values without those of some settings. */
export function withoutKeys(values: Values, keys: ReadonlySet<string>): Values {
  const left: SettingValues = Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key)));
  return left as Values;
}
