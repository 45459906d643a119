import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NotTried } from './results.mjs';
import { check } from './run.mjs';
import { checkVersions } from './versions.mjs';

/** What an installation may take on disk, everything included. */
const largestMiB = 60;

/** Any user that is not root will do. */
const nobody = 65_534;

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Space in blocks, as `du` counts it. */
function mebibytes(folder) {
  const bytes = filesIn(folder).reduce((sum, path) => sum + lstatSync(path).blocks * 512, 0);
  return bytes / (1 << 20);
}

function checkSize(project) {
  const size = mebibytes(join(project, 'node_modules'));
  if (size > largestMiB)
    throw new Error(`the installation takes ${size.toFixed(1)} MiB, more than ${largestMiB}`);
}

function checkInstallScripts(project) {
  const manifests = filesIn(join(project, 'node_modules')).filter((path) => path.endsWith('/package.json'));
  const scripted = manifests.filter((path) => {
    const { scripts = {} } = JSON.parse(readFileSync(path, 'utf8'));
    return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
  });
  const own = scripted.filter((path) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path));
  if (own.length > 0)
    throw new Error(`these packages run something when they are installed:\n${own.join('\n')}`);
}

const wanted = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  '.env.example',
  'dist/src/index.d.ts',
  'docs/document.md',
  'ci/generic.sh',
  'schemas/README.md',
];
const unwanted =
  /(?:\.map|\.test\.[cm]?[jt]s|(?<!\.d|\.suite)\.ts)$|(?:^|\/)(?:tests|bench|node_modules|\.env)(?:\/|$)/;

function checkContents(project) {
  const root = join(project, 'node_modules/entity-config-conformance');
  const files = filesIn(root)
    .map((path) => path.slice(root.length + 1))
    .filter((path) => !path.startsWith('node_modules/'));
  const missing = wanted.filter((path) => !files.includes(path));
  const stray = files.filter((path) => unwanted.test(path));
  if (missing.length + stray.length > 0)
    throw new Error(`missing: ${missing.join(', ')}\nstray: ${stray.join(', ')}`);
}

function checkInstalledVersions({ env }, clone, project) {
  const { stdout } = check('npm', ['ls', '--all', '--json'], { cwd: project, env });
  const lock = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8'));
  checkVersions(lock, JSON.parse(stdout).dependencies[lock.name]);
}

function makeUnwritable(folder) {
  for (const path of [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, name))])
    if (!lstatSync(path).isSymbolicLink()) chmodSync(path, lstatSync(path).mode & 0o555);
}

const offline = ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];

/** Only root can take a program its network, and is itself kept out of no folder. */
function confinement(env) {
  if (process.getuid?.() !== 0) return null;
  try {
    check(offline[0], [...offline.slice(1), ...asNobody, 'true'], { env });
    return [...offline, ...asNobody];
  } catch {
    return null;
  }
}

/** The commands run in a process of their own, which may be confined; it reports line by line. */
async function runCommands({ env, folder }, project, step) {
  const commands = join(folder, 'commands');
  const out = join(folder, 'out');
  mkdirSync(out);
  cpSync(import.meta.dirname, commands, { recursive: true });
  const confined = confinement(env);
  if (confined === null)
    await step('as another user, without a network', () => {
      throw new NotTried('only root may do so, with unshare and setpriv');
    });
  else for (const path of [out, env.HOME]) chownSync(path, nobody, nobody);
  const [program, ...args] = [...(confined ?? []), 'node', join(commands, 'commands.mjs'), project, out];
  const child = spawn(program, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const { name, problem } = JSON.parse(line);
    await step(name, () => {
      if (problem !== null) throw new Error(problem);
    });
  }
  const [code] = await ended;
  await step('all commands were tried', () => {
    if (code !== 0) throw new Error(`the process that tries them ended with ${code}`);
  });
}

/** What a user of the package does: installs it, and calls every command and the API from a folder that is not writable. */
export async function checkTarball(container, clone, step) {
  const { folder, env } = container;
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}\n');
  await step('npm pack', () => check('npm', ['pack', '--pack-destination', folder], { cwd: clone, env }));
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) return;
  const install = ['install', '--offline', join(folder, tarball)];
  await step('npm install, without a warning and without a registry', () =>
    check('npm', install, { cwd: project, env }, { stderr: /^(?!.*\bwarn\b)/s }),
  );
  if (!existsSync(join(project, 'node_modules/entity-config-conformance'))) return;
  await step(`it takes at most ${largestMiB} MiB`, () => checkSize(project));
  await step('no package runs a script when it is installed', () => checkInstallScripts(project));
  await step('it holds what it should, and nothing else', () => checkContents(project));
  await step('it brings the versions it was tested with, and nothing else', () =>
    checkInstalledVersions(container, clone, project),
  );
  makeUnwritable(project);
  await runCommands(container, project, step);
}
