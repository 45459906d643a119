import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { type Finished, root, temporaryFolder } from '../../support/cli.ts';

/** A machine of a build service, as far as scripts see it: folders, a path, variables. */
export interface Machine {
  /** The checkout; commands are run in it. */
  readonly folder: string;
  /** Holds programs that go before the machine's own. */
  readonly programs: string;
  readonly temp: string;
}

export type Variables = Readonly<Record<string, string>>;

const main = join(root, 'dist/src/cli/main.js');

export function writeProgram(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

/** Its project has `conformance` installed; its `npm` installs the built command, and notes how it was called. */
export function makeMachine(): Machine {
  const base = temporaryFolder();
  const made = (name: string) => mkdirSync(join(base, name), { recursive: true }) ?? '';
  const [folder, programs, temp] = [made('work'), made('programs'), made('temp')];
  writeProgram(join(folder, 'node_modules/.bin/conformance'), `exec "${process.execPath}" "${main}" "$@"`);
  writeProgram(
    join(programs, 'npm'),
    `printf '%s\\n' "$@" >"${programs}/npm.txt"
env | grep -E '^CONFORMANCE_(ACCESS_TOKEN|RULE_COMMAND|SECRET)' >>"${programs}/npm.txt"
mkdir -p node_modules/.bin
printf '#!/usr/bin/env node\\nimport("%s");\\n' '${main}' >node_modules/.bin/conformance
chmod +x node_modules/.bin/conformance`,
  );
  return { folder, programs, temp };
}

/** Starts a program with these variables and nothing inherited but the path. */
function startIn({ folder, programs, temp }: Machine, line: readonly string[], env: Variables) {
  const [program = '', ...args] = line;
  const PATH = `${programs}:${dirname(process.execPath)}:/usr/bin:/bin`;
  const child = spawn(program, args, { cwd: folder, env: { PATH, HOME: temp, TMPDIR: temp, ...env } });
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      text[stream] += chunk;
    });
  child.stdin.end();
  const ended = once(child, 'close').then(([code]): Finished => ({ code, ...text }));
  return { child, ended };
}

export const generic = (machine: Machine, args: readonly string[], env: Variables) =>
  startIn(machine, ['sh', join(root, 'ci/generic.sh'), ...args], env);

export const gitlabJob = parse(readFileSync(join(root, 'ci/gitlab.yml'), 'utf8')).conformance as {
  readonly variables: Variables;
  readonly script: readonly string[];
  readonly artifacts: { readonly paths: readonly string[]; readonly reports: Variables };
};

/** The runner joins all entries into one script and ends it at the first that fails. */
export const gitlab = (machine: Machine, env: Variables) =>
  startIn(machine, ['bash', '-c', ['set -eo pipefail', ...gitlabJob.script].join('\n')], {
    ...gitlabJob.variables,
    ...env,
    ...{ GITLAB_CI: 'true', CI: 'true', CI_PROJECT_DIR: machine.folder },
  });

export const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, object>>;
  readonly runs: { readonly steps: readonly { readonly env?: Variables; readonly run: string }[] };
};

/** The first step of action.yml as GitHub's runner does it: a file for each channel, and inputs in its expressions. */
export function github(machine: Machine, inputs: Variables, env: Variables) {
  const [step] = action.runs.steps;
  const evaluated = (text = '') =>
    text.replaceAll(/\$\{\{\s*inputs\.([\w-]+)(?:\s*\|\|\s*env\.(\w+))?\s*\}\}/g, (_, name, variable) => {
      if (!(name in action.inputs)) throw new Error(`there is no input ${name}`);
      return inputs[name] ?? action.inputs[name]?.default ?? env[variable] ?? '';
    });
  const file = (name: string, text = '') => {
    writeFileSync(join(machine.temp, name), text);
    return join(machine.temp, name);
  };
  const own = Object.entries(step?.env ?? {}).map(([name, text]) => [name, evaluated(text)]);
  const script = file('step.sh', evaluated(step?.run));
  return startIn(machine, ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script], {
    ...env,
    ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: root.replace(/\/$/, '') },
    ...{ GITHUB_WORKSPACE: machine.folder, RUNNER_TEMP: machine.temp },
    ...{ GITHUB_OUTPUT: file('output'), GITHUB_STEP_SUMMARY: file('summary'), ...Object.fromEntries(own) },
  });
}

/** Names of the files below a folder whose text holds this. */
export function filesWith(folder: string, text: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return paths.filter((path) => readFileSync(path, 'latin1').includes(text));
}
