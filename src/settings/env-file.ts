import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Problem } from '../model/setting.ts';
import { isWithin, readText, withFile } from './files.ts';

/** A file of environment variables. */
export interface EnvFile {
  readonly path: string;
  /** True when `--env-file` named it; a `.env` that is only found in the folder is trusted less. */
  readonly named: boolean;
  /** False where it could not be read: nothing is known of what it gives. */
  readonly isRead: boolean;
  readonly values: Readonly<Record<string, string>>;
  /** The line on which the value of a name begins, counted from 1; null where that is not certain. */
  readonly lineOf: (name: string) => number | null;
  readonly problems: readonly Problem[];
}

const assignment = /^[ \t]*(?:export[ \t]+)?(CONFORMANCE_[A-Z0-9_]*)[ \t]*=[ \t]*[^\s#]/gm;

/** The parser keeps the last of several lines silently; the parser must not choose which of two hosts is meant. */
function repeatedNames(content: string): readonly string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [, name = ''] of content.matchAll(assignment)) (seen.has(name) ? repeated : seen).add(name);
  return [...repeated];
}

type Parse = (content: string) => Readonly<Record<string, string>>;

/** Most lines that are tried as the one on which a value begins: each costs a reading of what follows. */
const mostTries = 20;

/** The last line that begins with the name and from which the parser reads the same value. */
function lineIn(content: string, name: string, parse: Parse): number | null {
  const value = parse(content)[name];
  const lines = content.split(/\r\n?|\n/);
  const starts = new RegExp(`^\\s*(?:export\\s+)?${name}(?![\\w.-])`);
  const tried = lines.flatMap((line, at) => (starts.test(line) ? [at] : [])).slice(-mostTries);
  const found = tried.findLast((at) => parse(lines.slice(at).join('\n'))[name] === value);
  return found === undefined ? null : found + 1;
}

/**
 * Reads the file that `--env-file` names, else `.env` in cwd where there is one.
 * @returns null when neither is there to be read
 */
export async function readEnvFile(cwd: string, flag: unknown): Promise<EnvFile | null> {
  const named = typeof flag === 'string' && flag !== '';
  const path = resolve(cwd, named ? flag : '.env');
  const unread = (message: string): EnvFile => {
    const setting = named ? '--env-file' : '.env';
    const example = `--env-file ${named ? 'staging.env' : '.env'}`;
    const problems = [{ setting, message, example }];
    return { path, named, isRead: false, values: {}, lineOf: () => null, problems };
  };
  if (!named && existsSync(path) && !isWithin(cwd, path))
    return unread(
      'is a link that leads outside this folder, and is read only if you pass it with --env-file',
    );
  const found = readText(path, named ? 'named' : 'found');
  if ('problem' in found) {
    if (named) return unread(withFile(path, found.problem));
    return found.absent ? null : unread(found.problem);
  }
  const { parse } = await import('dotenv');
  const problems = repeatedNames(found.text).map((setting) => ({
    setting,
    message: `is set more than once in ${path}`,
    example: `${setting}=…, on one line of the file`,
  }));
  const lineOf = (name: string) => lineIn(found.text, name, parse);
  return { path, named, isRead: true, values: parse(found.text), lineOf, problems };
}
