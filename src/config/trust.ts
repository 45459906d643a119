import { resolve } from 'node:path';
import { namesHostOf } from './base-url.ts';
import { definitions, entries, type Key, type Values } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { isWithin } from './folder.ts';
import type { Given } from './resolve.ts';
import type { Known } from './rules.ts';
import type { Problem, Setting } from './setting.ts';
import { refusalProblem } from './trust-text.ts';

/** What settings are held against that stand in a file which only lies in the folder. */
export interface Surroundings {
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
  readonly keys: ReadonlySet<Key>;
  readonly problems: readonly Problem[];
}

/** Whether a value comes from a file that only lies in the folder. */
function isFound({ source }: Given, file: EnvFile | null): boolean {
  return file !== null && !file.named && source.kind === 'file' && source.name === file.path;
}

/** Settings of such a file that name a file or folder elsewhere than beside or below it: they are not even read. */
export function leadingOutside(
  given: ReadonlyMap<Key, Given>,
  { file, cwd }: Pick<Surroundings, 'file' | 'cwd'>,
): ReadonlySet<Key> {
  const outside = [...given].filter(
    ([key, one]) =>
      definitions[key].kind.path !== undefined &&
      isFound(one, file) &&
      !isWithin(cwd, resolve(cwd, one.text)),
  );
  return new Set(outside.map(([key]) => key));
}

/** What the service knows the operator by, where it comes from elsewhere than such a file. */
function namedCredential({ given }: Known, { file, tokenToCome }: Surroundings): Key | null {
  const named = entries.find(([key, { credential }]) => {
    const one = given.get(key);
    return credential === true && one !== undefined && !isFound(one, file);
  });
  return named?.[0] ?? (tokenToCome === true ? 'accessToken' : null);
}

/** Leave to write to the host of the base URL, from elsewhere than such a file. */
function hostIsNamed(
  { given, values: { baseUrl, allowWritesTo = [] } }: Known,
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
export function refusalOf(known: Known, surroundings: Surroundings): Refusal {
  const { file } = surroundings;
  const outside = leadingOutside(known.given, surroundings);
  const isLoopback = known.values.baseUrl?.loopback === true;
  const credential = isLoopback ? null : namedCredential(known, surroundings);
  const isRefused = (key: Key): boolean => {
    const { reach } = definitions[key] as Setting<unknown>;
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
    problems: [refusalProblem({ known, keys, outside, credential, file, naming })],
  };
}

/** Values without those of some settings. */
export function withoutKeys(values: Values, keys: ReadonlySet<Key>): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key as Key)));
}
