import { basename, resolve } from 'node:path';
import type { Given, Known, Problem } from '../model/setting.ts';
import { accessToken, createRedactor } from '../secrets/redaction.ts';
import { shellWord } from '../text/escape.ts';
import { namesHostOf } from './base-url.ts';
import { type Definitions, environmentNames, type Values } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { isWithin } from './files.ts';
import { tokenKeys } from './rules.ts';
import { shown } from './setting.ts';

/** What decides which settings may come from a file that is only found in the folder. */
export interface Surroundings {
  readonly definitions: Definitions;
  readonly file: EnvFile | null;
  /** The folder of the file. */
  readonly cwd: string;
  /** The command line that names a file, as it was started. */
  readonly naming: (file: string) => string;
  /** Where no token is given, one will come from the environment later. */
  readonly tokenToCome?: boolean;
  /** Whether tokens of clients pass: only the operator may say where those go. */
  readonly tokensPass?: boolean;
}

/** Settings that a file that nobody named may not give. */
export interface Refusal {
  readonly keys: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** What a refusal says: of which settings, and why. */
interface Refused extends Surroundings {
  readonly file: EnvFile;
  readonly known: Known<Values>;
  readonly keys: readonly string[];
  /** Those that lead elsewhere. */
  readonly outside: ReadonlySet<string>;
  /** The credential with which the file may decide nothing; null where there is none. */
  readonly credential: string | null;
}

/** Whether a value comes from a file that is only found in the folder. */
function isFound({ source }: Given, file: EnvFile | null): boolean {
  return file !== null && !file.named && source.kind === 'file' && source.name === file.path;
}

/** Settings of such a file that name a file or folder outside its own folder: what they name is not even read. */
export function leadingOutside(
  given: ReadonlyMap<string, Given>,
  { definitions, file, cwd }: Surroundings,
): ReadonlySet<string> {
  const leadsOut = (key: string, one: Given) =>
    definitions.get(key).kind.path !== undefined &&
    isFound(one, file) &&
    !isWithin(cwd, resolve(cwd, one.text));
  return new Set([...given].flatMap(([key, one]) => (leadsOut(key, one) ? [key] : [])));
}

/** What identifies the operator to the service, where it does not come from such a file. */
function namedCredential({ given }: Known, { definitions, file, tokenToCome }: Surroundings): string | null {
  const named = definitions.entries.find(([key, { credential }]) => {
    const one = given.get(key);
    return credential === true && one !== undefined && !isFound(one, file);
  });
  const isToCome = tokenToCome === true && !tokenKeys.some((key) => given.has(key));
  return named?.[0] ?? (isToCome ? 'accessToken' : null);
}

/** Permission to write to the host of the base URL, where it does not come from such a file. */
function hostIsNamed(
  { given, values: { baseUrl, allowWritesTo = [] } }: Known<Values>,
  file: EnvFile | null,
): boolean {
  const permission = given.get('allowWritesTo');
  if (baseUrl === undefined || permission === undefined || isFound(permission, file)) return false;
  return allowWritesTo.some((entry) => namesHostOf(entry, baseUrl));
}

/**
 * What a file that nobody named may not say. It runs nothing and names no file or folder outside its own folder. With a
 * credential that comes from elsewhere, and unless the service is on loopback, it decides nothing either: it could give
 * the credential away, or use it. Otherwise it can only give away what it holds itself.
 */
export function refusalOf(known: Known<Values>, surroundings: Surroundings): Refusal {
  const { definitions, file } = surroundings;
  if (file === null) return { keys: new Set(), problems: [] };
  const outside = leadingOutside(known.given, surroundings);
  const isLoopback = known.values.baseUrl?.loopback === true;
  const credential = isLoopback ? null : namedCredential(known, surroundings);
  const isBeside = credential !== null || (surroundings.tokensPass === true && !isLoopback);
  const isRefused = (key: string): boolean => {
    const { reach } = definitions.get(key);
    if (reach === 'command' || outside.has(key)) return true;
    if (!isBeside || reach === 'harmless') return false;
    return reach === 'decides' || !hostIsNamed(known, file);
  };
  const found = [...known.given].flatMap(([key, one]) => (isFound(one, file) ? [key] : []));
  const keys = found.filter(isRefused);
  const problems =
    keys.length === 0 ? [] : [problemOf({ ...surroundings, file, known, keys, outside, credential })];
  return { keys: new Set(keys), problems };
}

/** Longest value that is shown, in UTF-16 code units. */
const longest = 200;

/** A value as it may be printed; a path is not a secret, and has not been read. */
function shownText(key: string, text: string, { definitions, known, outside }: Refused): string {
  const { given, values } = known;
  const value = outside.has(key) ? text : (shown(definitions.get(key), given.get(key), values[key]) ?? '');
  const token = values.accessToken ?? values.accessTokenFile;
  const { contains } = createRedactor(token === undefined ? [] : [{ name: accessToken, value: token }]);
  if (contains(value).length > 0) return '(holds the access token, not shown)';
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(value)) return '(holds characters that cannot be seen, not shown)';
  return value.length > longest ? `${value.slice(0, longest)}…` : value;
}

/** One line of the file that is refused. */
interface Line {
  /** 0 where it is not known. */
  readonly line: number;
  readonly text: string;
  /** The assignment that gives the value together with the credential; null where it cannot be shown whole. */
  readonly assignment: string | null;
}

function lineOf(key: string, refused: Refused): Line {
  const { definitions, file, known, outside } = refused;
  const name = environmentNames(definitions.get(key)).find((candidate) => file.values[candidate]) ?? '';
  const text = known.given.get(key)?.text ?? '';
  const value = shownText(key, text, refused);
  const line = file.lineOf(name) ?? 0;
  const place = basename(file.path) + (line === 0 ? '' : `, line ${line}`);
  const isCommand = definitions.get(key).reach === 'command';
  const why = isCommand ? ' (a command)' : outside.has(key) ? ' (leads out of this folder)' : '';
  const assignment = value === text ? `${name}=${shellWord(text)}` : null;
  return { line, text: `${place}: ${name}=${value}${why}`, assignment };
}

/** Every value once more as the environment would give it; null where one of them cannot be shown whole. */
function exportLine({ keys, definitions, known }: Refused, lines: readonly Line[]): string | null {
  const { baseUrl } = known.values;
  const hasUrl = keys.includes('baseUrl');
  const host = baseUrl && `${definitions.wording.name('allowWritesTo')}=${shellWord(baseUrl.host)}`;
  const assignments = keys.flatMap((key, at) => {
    if (key === 'baseUrl') return host ?? null;
    return hasUrl && key === 'allowWritesTo' ? [] : (lines[at]?.assignment ?? null);
  });
  return assignments.includes(null) ? null : `export ${assignments.join(' ')}`;
}

/** Why such a file may not give it: continues the sentence. */
function reasonOf({ credential, tokensPass, known, definitions }: Refused): string {
  if (credential !== null) {
    const { kind, name } = known.given.get(credential)?.source ?? { kind: 'environment', name: '' };
    const place = kind === 'flag' ? `the flag ${name}` : 'the environment';
    return `${definitions.wording.label(credential)} comes from ${place}, and this file may not say where that goes, or what is sent, deleted or run`;
  }
  return tokensPass === true
    ? "clients' tokens pass here, and this file may not say where they go"
    : 'it may run no command, and name no file or folder outside this one';
}

/** One problem that lists every line that such a file may not hold, and says how its values can be given. */
function problemOf(refused: Refused): Problem {
  const { keys, file, naming } = refused;
  const name = basename(file.path);
  const command = naming(name);
  const lines = keys.map((key) => lineOf(key, refused));
  const named = exportLine(refused, lines);
  const why = reasonOf(refused);
  const [values, them] = keys.length === 1 ? ['this value is', 'it'] : ['these values are', 'them'];
  return {
    setting: name,
    message: `lies in this folder and was not named: ${why}.`,
    places: lines.toSorted((left, right) => left.line - right.line).map(({ text }) => text),
    example: command,
    remedies: [
      ...(named === null ? [] : [`If ${values} right, name ${them} in the environment:  ${named}`]),
      `If you trust the whole file:  ${command}`,
    ],
  };
}
