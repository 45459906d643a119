import { resolve } from 'node:path';
import { FileProblem, readText } from './files.ts';
import type { Problem } from './setting.ts';

/** A file of environment variables. */
export interface EnvFile {
  readonly path: string;
  /** True when `--env-file` named it; a `.env` that happens to lie in the folder is trusted less. */
  readonly named: boolean;
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

const assignment = /^[ \t]*(?:export[ \t]+)?(CONFORMANCE_[A-Z0-9_]*)[ \t]*=[ \t]*[^\s#]/gm;

/** The parser keeps the last of several lines silently; which of two hosts is meant is not for it to choose. */
function repeatedNames(content: string): readonly string[] {
  const names = [...content.matchAll(assignment)].map(([, name = '']) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

async function parseFile(path: string, named: boolean): Promise<EnvFile> {
  const content = await readText(path);
  const { parse } = await import('dotenv');
  const problems = repeatedNames(content).map((setting) => ({
    setting,
    message: `stands more than once in ${path}`,
    example: `${setting}=…, on one line of the file`,
  }));
  return { path, named, values: parse(content), problems };
}

/**
 * Reads the file that `--env-file` names, else `.env` in cwd where there is one.
 * @returns null when neither is there to be read
 */
export async function readEnvFile(cwd: string, flag: string | undefined): Promise<EnvFile | null> {
  const named = flag !== undefined;
  const path = resolve(cwd, flag ?? '.env');
  try {
    return await parseFile(path, named);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    if (error.absent && !named) return null;
    const setting = named ? '--env-file' : '.env';
    const problem = { setting, message: error.message, example: '--env-file staging.env' };
    return { path, named, values: {}, problems: [problem] };
  }
}
