import { basename } from 'node:path';
import type { Known, Problem } from '../model/setting.ts';
import { accessToken, createRedactor } from '../secrets/redaction.ts';
import { type Definitions, environmentNames, type Values } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { shown } from './parse.ts';
import { shellWord } from './shell-line.ts';

/** Settings that a file may not give which nobody named, and why. */
export interface Refused {
  readonly definitions: Definitions;
  readonly known: Known<Values>;
  readonly keys: readonly string[];
  /** Those that lead elsewhere. */
  readonly outside: ReadonlySet<string>;
  /** The credential beside which the file may decide nothing; null where there is none. */
  readonly credential: string | null;
  readonly file: EnvFile;
  readonly naming: (file: string) => string;
}

/** Longest value that is shown, in UTF-16 code units. */
const longest = 200;

function textOf(key: string, { given }: Known): string {
  return given.get(key)?.text ?? '';
}

/** A value as it may stand on a screen; a path is no secret, and has not been read. */
function shownText(key: string, { definitions, known, outside }: Refused): string {
  const { given, values } = known;
  const text = outside.has(key)
    ? textOf(key, known)
    : (shown(definitions.get(key), given.get(key), values[key]) ?? '');
  const token = values.accessToken ?? values.accessTokenFile;
  const { contains } = createRedactor(token === undefined ? [] : [{ name: accessToken, value: token }]);
  if (contains(text).length > 0) return '(holds the access token, not shown)';
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return '(holds characters that cannot be seen, not shown)';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The name under which the file gives a setting. */
function nameIn({ definitions, file: { values } }: Refused, key: string): string {
  return environmentNames(definitions.get(key)).find((name) => values[name]) ?? '';
}

interface Place {
  /** 0 where it is not known. */
  readonly line: number;
  readonly text: string;
}

function placeOf(key: string, refused: Refused): Place {
  const { definitions, file, outside } = refused;
  const { reach } = definitions.get(key);
  const name = nameIn(refused, key);
  const line = file.lineOf(name) ?? 0;
  const place = line === 0 ? basename(file.path) : `${basename(file.path)}, line ${line}`;
  const why = reach === 'command' ? ' (a command)' : outside.has(key) ? ' (leads out of this folder)' : '';
  return { line, text: `${place}: ${name}=${shownText(key, refused)}${why}` };
}

/** The assignment that names a value beside the credential; null where it cannot be shown whole. */
function assignment(key: string, refused: Refused): string | null {
  const { definitions, known } = refused;
  const { baseUrl } = known.values;
  if (key === 'baseUrl')
    return baseUrl === undefined
      ? null
      : `${definitions.front.name('allowWritesTo')}=${shellWord(baseUrl.host)}`;
  const text = textOf(key, known);
  return shownText(key, refused) === text ? `${nameIn(refused, key)}=${shellWord(text)}` : null;
}

/** Every value once more as the environment would give it; null where one of them cannot be shown whole. */
function exportLine(refused: Refused): string | null {
  const { keys } = refused;
  const needed = keys.includes('baseUrl') ? keys.filter((key) => key !== 'allowWritesTo') : keys;
  const assignments = needed.map((key) => assignment(key, refused));
  return assignments.includes(null) ? null : `export ${assignments.join(' ')}`;
}

function credentialText(key: string, { definitions, known }: Refused): string {
  const source = known.given.get(key)?.source;
  const place = source?.kind === 'flag' ? `the flag ${source.name}` : 'the environment';
  return `${definitions.front.label(key)} comes from ${place}`;
}

/** One problem that lists every line which such a file may not hold, and says how its values can be given. */
export function refusalProblem(refused: Refused): Problem {
  const { keys, credential, file, naming } = refused;
  const name = basename(file.path);
  const command = naming(name);
  const named = exportLine(refused);
  const places = keys.map((key) => placeOf(key, refused)).sort((left, right) => left.line - right.line);
  const values = keys.length === 1 ? 'this value is' : 'these values are';
  const why =
    credential === null
      ? 'it may run no command, and name no file or folder outside this one'
      : `${credentialText(credential, refused)}, and this file may not say where that goes, or what is sent, deleted or run`;
  return {
    setting: name,
    message: `lies in this folder and was not named: ${why}.`,
    places: places.map(({ text }) => text),
    example: command,
    remedies: [
      ...(named === null
        ? []
        : [`If ${values} right, name ${keys.length === 1 ? 'it' : 'them'} in the environment:  ${named}`]),
      `If you trust the whole file:  ${command}`,
    ],
  };
}
