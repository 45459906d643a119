import { dirname, resolve } from 'node:path';
import type { Given, Known, Problem, Setting } from '../model/setting.ts';
import { accessToken, createRedactor } from '../secrets/redaction.ts';
import { shellWord } from '../text/escape.ts';
import { namesHostOf } from './base-url.ts';
import type { Definitions, Values } from './definitions.ts';
import { isWithin } from './files.ts';
import { tokenKeys } from './rules.ts';
import { shown } from './setting.ts';

/**
 * Trust is declared at each setting (`reach`) and checked here, for every command. Refused values are removed, so
 * nothing can use them later.
 */

/** A file of settings, as far as trust in it is concerned. */
export interface SettingsFile {
  readonly path: string;
  readonly label: string;
  /** `in this folder, not passed with --env-file`: where it was found, if nobody named it. */
  readonly where: string;
  /** True when a flag named it; one that was only found is trusted less. */
  readonly named: boolean;
  /** The command line that names it, as it was started. */
  readonly naming: string;
  /** Where a setting is in the file, and how it is written there. */
  readonly placeOf: (
    definition: Setting,
    given: Given,
  ) => {
    /** Counted from 1; null where it is not certain. */
    readonly line: number | null;
    /** With a value after its name, as in the file. */
    readonly written: (value: string) => string;
    /** Its name in the environment, which may give it in place of the file; null where it may not. */
    readonly variable: string | null;
  };
}

/** What decides which settings a file may give that was only found. */
export interface TrustContext {
  readonly definitions: Definitions;
  readonly files: readonly SettingsFile[];
  /** Where no token is given, one will come from the environment later. */
  readonly tokenToCome?: boolean;
  /** Whether tokens of clients pass: nothing but the connection is read, and only the operator may say where those go. */
  readonly tokensPass?: boolean;
}

/** Settings that a file that nobody named may not give. */
export interface RefusedSettings {
  readonly keys: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** What a refusal says: of which settings, and why. */
interface RefusalContext extends TrustContext {
  readonly file: SettingsFile;
  readonly known: Known<Values>;
  readonly keys: readonly string[];
  /** Those that lead elsewhere. */
  readonly outside: ReadonlySet<string>;
  /** The credential with which the file may decide nothing; null where there is none. */
  readonly credential: string | null;
}

/** The file that gives a value, if nobody named that file. */
function foundFile({ source }: Given, files: readonly SettingsFile[]): SettingsFile | null {
  if (source.kind !== 'file') return null;
  return files.find(({ named, path }) => !named && path === source.name) ?? null;
}

/** Settings of such a file that name a file or folder outside its own folder: what they name is not even read. */
export function leadingOutside(
  given: ReadonlyMap<string, Given>,
  { definitions, files }: TrustContext,
): ReadonlySet<string> {
  const leadsOut = (key: string, one: Given) => {
    const file = foundFile(one, files);
    if (file === null || definitions.get(key).kind.path === undefined) return false;
    const folder = dirname(file.path);
    return !isWithin(folder, resolve(folder, one.text));
  };
  return new Set([...given].flatMap(([key, one]) => (leadsOut(key, one) ? [key] : [])));
}

/** What identifies the operator to the service, where it does not come from this file. */
function namedCredential(
  { given }: Known,
  file: SettingsFile,
  { definitions, tokenToCome }: TrustContext,
): string | null {
  const named = definitions.entries.find(([key, { credential }]) => {
    const one = given.get(key);
    return credential === true && one !== undefined && foundFile(one, [file]) === null;
  });
  const isToCome = tokenToCome === true && !tokenKeys.some((key) => given.has(key));
  return named?.[0] ?? (isToCome ? 'accessToken' : null);
}

/** Permission to write to the host of the base URL, where it does not come from a file that was only found. */
function hostIsNamed(
  { given, values: { baseUrl, allowWritesTo = [] } }: Known<Values>,
  files: readonly SettingsFile[],
): boolean {
  const permission = given.get('allowWritesTo');
  if (baseUrl === undefined || permission === undefined || foundFile(permission, files) !== null)
    return false;
  return allowWritesTo.some((entry) => namesHostOf(entry, baseUrl));
}

/** The settings that one file may not give, and the credential that is the reason; null where there is none. */
function refusedOf(
  known: Known<Values>,
  file: SettingsFile,
  outside: ReadonlySet<string>,
  surroundings: TrustContext,
): Pick<RefusalContext, 'keys' | 'credential'> {
  const { definitions, files, tokensPass } = surroundings;
  const isLoopback = known.values.baseUrl?.loopback === true;
  const credential = isLoopback ? null : namedCredential(known, file, surroundings);
  const isBeside = credential !== null || tokensPass === true;
  const isRefused = (key: string): boolean => {
    const { reach } = definitions.get(key);
    if (reach === 'command' || outside.has(key)) return true;
    if (isLoopback || reach === 'harmless') return false;
    if (reach === 'decides') return isBeside;
    return isBeside && !hostIsNamed(known, files);
  };
  const found = [...known.given].flatMap(([key, one]) => (foundFile(one, [file]) === null ? [] : [key]));
  return { keys: found.filter(isRefused), credential };
}

/**
 * What a file that nobody named may not say. It runs nothing and names no file or folder outside its own folder. With a
 * credential that comes from elsewhere, and unless the service is on loopback, it decides nothing either: it could give
 * the credential away, or use it. Otherwise it can only give away what it holds itself.
 */
export function refusalOf(known: Known<Values>, surroundings: TrustContext): RefusedSettings {
  const outside = leadingOutside(known.given, surroundings);
  const refused = surroundings.files
    .filter(({ named }) => !named)
    .map((file) => ({
      ...surroundings,
      file,
      known,
      outside,
      ...refusedOf(known, file, outside, surroundings),
    }))
    .filter(({ keys }) => keys.length > 0);
  return { keys: new Set(refused.flatMap(({ keys }) => keys)), problems: refused.map(problemOf) };
}

/** Longest value that is shown, in UTF-16 code units. */
const longest = 200;

/** A value as it may be printed; a path is not a secret, and has not been read. */
function shownText(key: string, text: string, { definitions, known, outside }: RefusalContext): string {
  const { given, values } = known;
  const value = outside.has(key) ? text : (shown(definitions.get(key), given.get(key), values[key]) ?? '');
  const token = values.accessToken ?? values.accessTokenFile;
  const { contains } = createRedactor(token === undefined ? [] : [{ name: accessToken, value: token }]);
  if (contains(value).length > 0) return '(contains the access token, not shown)';
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(value)) return '(holds characters that cannot be seen, not shown)';
  return value.length > longest ? `${value.slice(0, longest)}…` : value;
}

/** @returns the line, 0 where it is not known, and an assignment that gives the value; null where it cannot be shown whole */
function lineOf(key: string, refused: RefusalContext) {
  const { definitions, file, known, outside } = refused;
  const definition = definitions.get(key);
  const given = known.given.get(key) ?? { text: '', source: { kind: 'file', name: file.path } };
  const value = shownText(key, given.text, refused);
  const { line, written, variable } = file.placeOf(definition, given);
  const place = file.label + (line === null ? '' : `, line ${line}`);
  const why =
    definition.reach === 'command' ? ' (a command)' : outside.has(key) ? ' (leads out of this folder)' : '';
  const isWhole = value === given.text && variable !== null;
  const assignment = isWhole ? `${variable}=${shellWord(given.text)}` : null;
  return { line: line ?? 0, text: `${place}: ${written(value)}${why}`, assignment };
}

/** Every value once more as the environment would give it; null where one of them cannot be shown whole. */
function exportLine(
  { keys, definitions, known }: RefusalContext,
  lines: readonly ReturnType<typeof lineOf>[],
): string | null {
  const { baseUrl } = known.values;
  const hasUrl = keys.includes('baseUrl');
  const host = baseUrl && `${definitions.wording.name('allowWritesTo')}=${shellWord(baseUrl.host)}`;
  const assignments = keys.flatMap((key, at) => {
    if (key === 'baseUrl') return host ?? null;
    return hasUrl && key === 'allowWritesTo' ? [] : (lines[at]?.assignment ?? null);
  });
  return assignments.includes(null) ? null : `export ${assignments.join(' ')}`;
}

/** What a credential from elsewhere keeps a file from deciding. @param whose `its value goes` */
function beside(whose: string): string {
  return `so this file may not decide where ${whose}, or what is sent, deleted or run`;
}

function reasonOf({ credential, tokensPass, known, definitions, keys }: RefusalContext): string {
  if (credential === null) {
    if (tokensPass === true) return "clients' tokens pass here, and this file may not say where they go";
    return keys.includes('baseUrl')
      ? 'only a flag or the environment may set a host on another machine'
      : 'it may run no command, and use no file or folder outside this folder';
  }
  const { kind, name } = known.given.get(credential)?.source ?? { kind: 'environment', name: '' };
  const place = kind === 'flag' ? `the flag ${name}` : kind === 'file' ? name : 'the environment';
  return `${definitions.wording.label(credential)} comes from ${place}, ${beside('its value goes')}`;
}

/** One problem that lists every line that such a file may not hold, and says how its values can be given. */
function problemOf(refused: RefusalContext): Problem {
  const { keys, file } = refused;
  const found = `was found ${file.where}:`;
  const lines = keys.map((key) => lineOf(key, refused));
  const named = exportLine(refused, lines);
  const [values, them] = keys.length === 1 ? ['this value is', 'it'] : ['these values are', 'them'];
  return {
    setting: file.label,
    message: `${found} ${reasonOf(refused)}.`,
    places: lines.toSorted((left, right) => left.line - right.line).map(({ text }) => text),
    example: file.naming,
    remedies: [
      ...(named === null ? [] : [`If ${values} right, set ${them} in the environment:  ${named}`]),
      `If you trust the whole file:  ${file.naming}`,
    ],
  };
}
