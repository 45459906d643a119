import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { conformanceProcess as conformance, root, temporaryFolder } from '../../support/cli.ts';

/** A checkout of its own for the commands of one document, and what they need to find there. */
export interface Sandbox {
  readonly folder: string;
  readonly programs: string;
}

export interface Ended {
  readonly code: number | null;
  /** Standard output and error as they came. */
  readonly output: string;
}

const leftOut = new Set(['node_modules', '.git', '.github', '.env', 'coverage', 'conformance-report']);

/** Folders that no command of a document writes to. */
const linked = new Set(['dist', 'src', 'reporters', 'suites', 'reference', 'tests', 'bench']);

/** Only there to end what hangs, milliseconds: forty documents run beside each other, and a busy machine takes many times as long. */
const hangsAfterMs = 240_000;

const command = join(root, 'dist/src/cli/main.js');

/**
 * Stand-ins on the path. The command is built and the dependencies are there, so `npm ci` does nothing, installing the
 * package puts the built command there, and `npm run conformance` does not build again. A program that is not known is
 * an error, not a download.
 */
const programs: Readonly<Record<string, string>> = {
  conformance: `exec "${process.execPath}" "${command}" "$@"`,
  npx: `while :; do case $1 in --yes | -y | --no-install) shift ;; *) break ;; esac; done
case $1 in
  conformance | entity-config-conformance | entity-config-conformance@*) shift; exec conformance "$@" ;;
  vitest) shift; exec node_modules/.bin/vitest "$@" ;;
esac
echo "the test does not know npx $1" >&2
exit 97`,
  npm: `case "$*" in
  ci) exit 0 ;;
  'run demo' | 'run demo '*) shift 2; [ "$1" != -- ] || shift; exec conformance run --reference "$@" ;;
  'run conformance -- '*) shift 3; exec conformance "$@" ;;
  'run docs') exec node scripts/docs.mjs ;;
  install*' entity-config-conformance' | install*' entity-config-conformance@'*)
    [ -d node_modules ] || { mkdir -p node_modules/.bin && cp "$(command -v conformance)" node_modules/.bin/; }
    exit 0 ;;
esac
echo "the test does not know npm $*" >&2
exit 97`,
};

/** The checkout as it stands, uncommitted changes included. */
export function makeSandbox(): Sandbox {
  const base = temporaryFolder();
  const folder = join(base, 'checkout');
  const bin = join(base, 'programs');
  for (const made of [folder, bin]) mkdirSync(made);
  for (const name of readdirSync(root)) {
    const [from, to] = [join(root, name), join(folder, name)];
    if (linked.has(name)) symlinkSync(from, to);
    else if (!leftOut.has(name)) cpSync(from, to, { recursive: true });
  }
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  linkDependencies(folder, bin);
  return { folder, programs: bin };
}

/** The package itself is among them, as in a project that depends on it. */
function linkDependencies(folder: string, programs: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  symlinkSync(join(root, 'node_modules/.bin/vitest'), join(modules, '.bin/vitest'));
  symlinkSync(join(programs, 'conformance'), join(modules, '.bin/conformance'));
}

/** A report and a recording, made once, for commands that read what an earlier run left. */
export async function makeSample(): Promise<string> {
  const folder = temporaryFolder();
  const { code, stderr } = await conformance(['run', '--reference', '--out', folder, '--reporter', 'json']);
  if (code !== 0) throw new Error(`the sample could not be made: ${stderr}`);
  return folder;
}

const noWaivers = `${JSON.stringify({ waivers: [] })}\n`;

/** Puts what a command reads where it looks for it: reports and recordings of an earlier run, waivers without any. */
export function provide({ folder }: Sandbox, text: string, sample: string): void {
  // The settings themselves are in the environment.
  for (const [, name = ''] of text.matchAll(/--env-file (\w+\.env)\b/g))
    writeFileSync(join(folder, name), '');
  if (text.includes('compare conformance-history'))
    for (const name of ['first', 'second'])
      cpSync(join(sample, 'report.json'), join(folder, 'conformance-history', name, 'report.json'));
  for (const [path] of text.matchAll(/(?<=[ =])[\w./-]+\.(?:json|ndjson)\b/g)) {
    const there = join(folder, path);
    const given = ['report.json', 'exchanges.ndjson'].find((name) => path.endsWith(name));
    if (existsSync(there) || /--out[ =]\S*$/.test(text.slice(0, text.indexOf(path)))) continue;
    mkdirSync(dirname(there), { recursive: true });
    if (given !== undefined) cpSync(join(sample, given), there);
    else if (path.includes('waivers')) writeFileSync(there, noWaivers);
  }
}

/**
 * Runs a line in a shell. One that serves until it is interrupted is ended as soon as it has said where.
 * @param env all there is of settings
 */
export function runLine(
  { folder, programs }: Sandbox,
  text: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const serves = /\bconformance (?:-- )?serve\b(?!.*--fault list)/.test(text);
  const line = serves ? `exec ${text.replace(/^npm run conformance -- /, 'conformance ')} --port 0` : text;
  const child = spawn('bash', ['-c', line], {
    cwd: folder,
    env: {
      PATH: `${programs}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: dirname(folder),
      CI: 'true',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const take = (chunk: string) => {
    output += chunk;
    if (serves && /Ctrl-C/.test(output)) child.kill('SIGTERM');
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
  const deadline = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), hangsAfterMs);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      clearTimeout(deadline);
      resolve({ code, output });
    });
  });
}
