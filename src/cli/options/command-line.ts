import { readFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import type { Tool } from '../../../schemas/types.ts';
import { tool } from '../../output/tool.ts';
import { shellWord } from '../../text/escape.ts';

/**
 * Commands that are printed work where the tool was started: npm's variables and the path of the script say whether
 * that was npx, a script of this repository, a project or the PATH. The words are part of the recording (`tool`).
 * Formats that are read elsewhere, such as SARIF, say `conformance`.
 */

export interface Started {
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Absolute path of what Node.js runs, as it was named: `/project/node_modules/.bin/conformance`. */
  readonly script: string;
}

export const programName = 'conformance';

/** The folder whose `node_modules/.bin` holds a program; null for one elsewhere. */
function installedIn(script: string): string | null {
  const modules = dirname(dirname(script));
  return basename(dirname(script)) === '.bin' && basename(modules) === 'node_modules'
    ? dirname(modules)
    : null;
}

/** A URL with a user or a query may hold a secret. */
const mayHoldSecret = /:\/\/[^/]*@|\?/;

/** What npx was told to install: a name and a version, a tarball, a git address. Null for what is not to be shown. */
function npxPackage(folder: string): string | null {
  try {
    const { _npx } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      _npx?: { packages?: readonly unknown[] };
    };
    const [first] = _npx?.packages ?? [];
    return typeof first === 'string' && !mayHoldSecret.test(first) ? first : null;
  } catch {
    return null;
  }
}

function isWithin(folder: string, path: string): boolean {
  return !relative(folder, path).startsWith('..');
}

/** The words that start it again in the same way, in the folder where it was started; the schema of recordings knows them. */
export function commandName({ environment, cwd, script }: Started): string {
  const folder = installedIn(script);
  // npx keeps what is not installed in a folder of its own; its name alone could be that of somebody else's package.
  if (folder !== null && basename(dirname(folder)) === '_npx')
    return `npx --package=${shellWord(npxPackage(folder) ?? tool.name)} ${programName}`;
  if (environment['npm_command'] === 'exec') return `npx ${programName}`;
  if (environment['npm_package_name'] === tool.name && environment['npm_lifecycle_event'] !== undefined)
    return `npm run ${programName} --`;
  if (folder !== null && isWithin(folder, cwd)) return `npx ${programName}`;
  const isOnPath = (environment['PATH'] ?? '').split(delimiter).includes(dirname(script));
  return basename(script) === programName && !isOnPath ? shellWord(script) : programName;
}

/** A text with the commands that it names in the words that the program was started with. @param names of all commands */
export function asStarted(text: string, command: string, names: readonly string[]): string {
  const named = new RegExp(
    `(?<![\\w/'-]|npx (?:--package=\\S+ )?)${programName} (?=(?:${names.join('|')})\\b)`,
    'g',
  );
  return text.replace(named, () => `${command} `);
}

/** This program as reports name it, with what starts it again where that is more than its name. */
export function startedTool({
  command = programName,
  again = [],
  runAgain = [],
}: {
  readonly command?: string;
  /** Flags that choose the settings once more. */
  readonly again?: readonly string[];
  /** Flags of a run alone. */
  readonly runAgain?: readonly string[];
}): Tool {
  return {
    ...tool,
    ...(command === programName ? {} : { command }),
    ...(again.length === 0 ? {} : { flags: again }),
    ...(runAgain.length === 0 ? {} : { runFlags: runAgain }),
  };
}
