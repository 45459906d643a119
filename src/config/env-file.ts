import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AssignedLine, assignedLines } from './env-lines.ts';
import { FileProblem, readText } from './files.ts';
import { isWithin } from './folder.ts';
import type { Problem } from './setting.ts';

/** A file of environment variables. */
export interface EnvFile {
  readonly path: string;
  /** True when `--env-file` named it; a `.env` that only lies in the folder is trusted less. */
  readonly named: boolean;
  readonly values: Readonly<Record<string, string>>;
  /** The line on which the value of a name begins, counted from 1. */
  readonly lines: ReadonlyMap<string, number>;
  readonly problems: readonly Problem[];
}

/** The parser keeps the last of several lines silently; which of two hosts is meant is not for it to choose. */
function repeatedNames(assigned: readonly AssignedLine[]): readonly string[] {
  const names = assigned
    .filter(({ name, isEmpty }) => name.startsWith('CONFORMANCE_') && !isEmpty)
    .map(({ name }) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

async function parseFile(path: string, named: boolean): Promise<EnvFile> {
  const content = await readText(path);
  const { parse } = await import('dotenv');
  const assigned = assignedLines(content);
  const problems = repeatedNames(assigned).map((setting) => ({
    setting,
    message: `stands more than once in ${path}`,
    example: `${setting}=…, on one line of the file`,
  }));
  const lines = new Map(assigned.map(({ name, line }) => [name, line]));
  return { path, named, values: parse(content), lines, problems };
}

function unread(path: string, named: boolean, message: string): EnvFile {
  const setting = named ? '--env-file' : '.env';
  const example = named ? '--env-file staging.env' : '--env-file .env';
  return { path, named, values: {}, lines: new Map(), problems: [{ setting, message, example }] };
}

/**
 * Reads the file that `--env-file` names, else `.env` in cwd where there is one.
 * @returns null when neither is there to be read
 */
export async function readEnvFile(cwd: string, flag: string | undefined): Promise<EnvFile | null> {
  const named = flag !== undefined;
  const path = resolve(cwd, flag ?? '.env');
  if (!named && existsSync(path) && !isWithin(cwd, path))
    return unread(
      path,
      named,
      'is a link that leads outside this folder, and is read only where it is named',
    );
  try {
    return await parseFile(path, named);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    if (error.absent && !named) return null;
    return unread(path, named, error.message);
  }
}
