import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, temporaryFolder } from '../../support/cli.ts';

/** A machine of a build service, as far as scripts see it: folders, a path, variables. */
export interface Workspace {
  /** The checkout; commands are run in it. */
  readonly folder: string;
  /** Holds programs that go before the machine's own. */
  readonly programs: string;
  readonly temp: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that hands its arguments to the built command. */
const handOn = `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'dist/src/cli/main.js')}" "$@"\n`;

export function writeProgram(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o755 });
}

/** @param installed puts `conformance` where `npm ci` of a project that depends on it would */
export function makeWorkspace({ installed = true } = {}): Workspace {
  const base = temporaryFolder();
  const [folder, programs, temp] = ['work', 'programs', 'temp'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  const bin = join(folder, 'node_modules/.bin');
  for (const made of [bin, programs, temp]) mkdirSync(made, { recursive: true });
  if (installed) writeProgram(join(bin, 'conformance'), handOn);
  return { folder, programs, temp };
}

/**
 * An `npm` that installs the built command instead of asking a registry, and notes in `npm.txt` how it was called
 * and which variables with a secret's name it saw.
 */
export function installsFromHere({ programs }: Workspace): void {
  writeProgram(
    join(programs, 'npm'),
    `#!/bin/sh
printf '%s\\n' "$@" >"${programs}/npm.txt"
env | grep -E '^CONFORMANCE_(ACCESS_TOKEN|RULE_COMMAND|SECRET)' >>"${programs}/npm.txt"
mkdir -p node_modules/.bin
cat >node_modules/.bin/conformance <<'END'
#!/usr/bin/env node
import('${join(root, 'dist/src/cli/main.js')}');
END
chmod +x node_modules/.bin/conformance
`,
  );
}

/** A `conformance` that only notes its arguments, one a line, and ends with the given code. */
export function noteArguments({ folder }: Workspace, code = 0): () => readonly string[] {
  const notes = join(folder, '../arguments.txt');
  writeProgram(
    join(folder, 'node_modules/.bin/conformance'),
    `#!/bin/sh\nprintf '<%s>\\n' "$@" >"${notes}"\nexit ${code}\n`,
  );
  return () => [...readFileSync(notes, 'utf8').matchAll(/<([^>]*)>\n/g)].map(([, argument = '']) => argument);
}

/** Runs a program in the workspace with these variables and nothing inherited but the path. */
export async function runIn(
  workspace: Workspace,
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const node = join(process.execPath, '..');
  const child = spawn(program, args, {
    cwd: workspace.folder,
    env: {
      PATH: `${workspace.programs}:${node}:/usr/bin:/bin`,
      HOME: workspace.temp,
      TMPDIR: workspace.temp,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      text[stream] += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, ...text }));
  });
}

/** Names of the files below a folder whose text, or whose own name, holds one of these. */
export function filesWith(folder: string, ...texts: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = `${path}\n${readFileSync(path, 'latin1')}`;
      return texts.some((text) => content.includes(text));
    });
}
