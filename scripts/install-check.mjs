import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Does in clean folders what the README says, from a clone and from the tarball, with an empty HOME, no caches, and no
 * variables but PATH, HOME and npm's registry. The Node.js is that which runs this; CI has one of each line.
 *
 *   node scripts/install-check.mjs [--installed]
 *
 *   --installed  in the clone, takes the packages that are installed here, in place of npm ci
 */
const isInstalled = process.argv.includes('--installed');
const repository = fileURLToPath(new URL('..', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-install-')));
process.on('exit', () => spawnSync('chmod', ['-R', 'u+w', folder]));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => process.exit(code));

const home = join(folder, 'home');
mkdirSync(home);
const registry = ['registry', 'cafile'].flatMap((name) => {
  const value = check('npm', ['config', 'get', name], { cwd: repository, env: process.env }).stdout.trim();
  return value === 'null' || value === '' ? [] : [[`npm_config_${name}`, value]];
});
const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
const env = { PATH: path, HOME: home, ...Object.fromEntries(registry) };

/**
 * Runs a program to its end.
 * @param expected exit code, 0 by default, and what the outputs have to look like
 * @throws Error that tells what was expected and the end of both outputs
 */
function check(command, args, options, { code = 0, ...expected } = {}) {
  const run = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 1 << 26,
    ...options,
  });
  const unlike = Object.keys(expected).filter((stream) => !expected[stream].test(run[stream]));
  if (run.status === code && unlike.length === 0) return run;
  const tail = [run.stdout, run.stderr].map((text = '') => text.trimEnd().split('\n').slice(-12).join('\n'));
  throw new Error(
    [`${command} ${args.join(' ')}`, `exit ${run.status ?? run.error}, unlike: ${unlike}`, ...tail].join(
      '\n',
    ),
  );
}

const counts = { passed: 0, failed: 0 };

async function step(name, task) {
  let problem = null;
  try {
    await task();
  } catch (error) {
    problem = error;
  }
  counts[problem === null ? 'passed' : 'failed'] += 1;
  process.stdout.write(`${problem === null ? 'pass' : 'FAIL'}  ${name}\n`);
  if (problem !== null) process.stdout.write(`${problem.message.replaceAll(/^/gm, '    ')}\n`);
}

/** Lets the reference service of an installation answer while a task runs; the task gets the settings it prints. */
async function withService(program, task, ...args) {
  const options = { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] };
  const child = spawn('node', [program, 'serve', '--port', '0', ...args], options);
  const ended = once(child, 'exit');
  try {
    let text = '';
    for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += chunk;
      if (/^CONFORMANCE_AUTOMATION_RULE_ID=.*\n/m.test(text)) break;
    }
    child.stdout.resume();
    const lines = text.match(/^CONFORMANCE_\w+=.*$/gm) ?? [];
    await task(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))));
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const conforms = { stdout: /CONFORMS \(exit 0\)/ };
const quiet = { stderr: /^(?!.*\bwarn\b)/s };

/** What the README says to do with a checkout. @returns its folder, installed and built */
async function checkClone() {
  const cwd = join(folder, 'clone');
  const npm = (args, expected) => check('npm', args, { cwd, env }, expected);
  const own = ['run', 'conformance', '--', 'run'];
  const left = new Set(['node_modules', 'dist', 'coverage', 'conformance-report', '.env']);
  await step('git clone', () => {
    if (existsSync(join(repository, '.git'))) check('git', ['clone', '--quiet', repository, cwd], {});
    else cpSync(repository, cwd, { recursive: true, filter: (file) => !left.has(basename(file)) });
  });
  // Hard links: npm packs a folder of packages that is a link without what these depend on.
  if (isInstalled) check('cp', ['-al', join(repository, 'node_modules'), cwd], {});
  else await step('npm ci, without a warning', () => npm(['ci'], quiet));
  await step('npm run demo', () => npm(['run', 'demo'], conforms));
  await step('npm run conformance -- run: no service is named, exit 2', () =>
    npm(own, { code: 2, stderr: /CONFORMANCE_BASE_URL .*is missing/ }),
  );
  await withService(
    join(cwd, 'dist/src/cli/main.js'),
    async (settings) => {
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(join(cwd, '.env'), lines.join(''), { mode: 0o600 });
      await step('npm run suite, with a .env', () => npm(['run', 'suite'], conforms));
      await step('npm run conformance -- run, with a .env', () => npm(own, conforms));
      rmSync(join(cwd, '.env'));
    },
    '--seed-rules',
    'unlimited',
  );
  await step('npx vitest run suites, of a recording', () => {
    const recording = { CONFORMANCE_EXCHANGES: 'conformance-report/exchanges.ndjson' };
    check('npx', ['vitest', 'run', 'suites'], { cwd, env: { ...env, ...recording } }, conforms);
  });
  rmSync(join(cwd, 'conformance-report'), { recursive: true, force: true });
  return cwd;
}

/** What an installation may take on disk, everything included. */
const largestMiB = 60;

const wanted = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', '.env.example', 'dist/src/index.d.ts'],
  ...['docs/document.md', 'ci/generic.sh', 'schemas/README.md'],
];
const unwanted =
  /(?:\.map|(?<!suites\/[a-z-]+)\.test\.[cm]?[jt]s|(?<!\.d|suites\/[a-z-]+\.test)\.ts)$|(?:^|\/)(?:tests|bench|node_modules|\.env)(?:\/|$)/;

/** Paths of the files below a folder. */
function filesIn(top) {
  const entries = readdirSync(top, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

function checkContents(modules) {
  const root = join(modules, 'entity-config-conformance/');
  const all = filesIn(modules);
  const mebibytes = all.reduce((sum, file) => sum + lstatSync(file).blocks * 512, 0) / (1 << 20);
  const own = all.filter((file) => file.startsWith(root)).map((file) => file.slice(root.length));
  const scripted = all.filter(
    (file) =>
      /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file) &&
      /"(?:pre|post)?install":/.test(readFileSync(file, 'utf8')),
  );
  const problems = [
    ...wanted.filter((file) => !own.includes(file)).map((file) => `it lacks ${file}`),
    ...own.filter((file) => !file.startsWith('node_modules/') && unwanted.test(file)),
    ...scripted.map((file) => `runs something when it is installed: ${file}`),
    ...(mebibytes > largestMiB ? [`${mebibytes.toFixed(1)} MiB, more than ${largestMiB}`] : []),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** `name@version` of all that stands below a package in the tree that `npm ls --all --json` prints. */
function versionsIn({ dependencies = {} }) {
  const there = Object.entries(dependencies).filter(([, one]) => one.version !== undefined);
  return there.flatMap(([name, one]) => [`${name}@${one.version}`, ...versionsIn(one)]);
}

function checkVersions(clone, project) {
  const { name, packages } = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8'));
  const tree = JSON.parse(check('npm', ['ls', '--all', '--json'], { cwd: project, env }).stdout);
  const installed = new Set(versionsIn(tree.dependencies[name]));
  const entries = Object.entries(packages).filter(([place, { dev }]) => place !== '' && dev !== true);
  const locked = new Set(
    entries.map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`),
  );
  const differing = [
    ...[...installed].filter((one) => !locked.has(one)),
    ...[...locked].filter((one) => !installed.has(one)),
  ];
  if (installed.size === 0 || differing.length > 0) throw new Error(`not as locked: ${differing.join(', ')}`);
}

/** Programs of a project that has the package: given on standard input, as the project cannot be written to. */
const programs = {
  'the API, by import': `
    import assert from 'node:assert/strict';
    import { formats, judge, render, requirements, run, SettingsError, toExchange } from 'entity-config-conformance';
    import { matchers } from 'entity-config-conformance/matchers';
    const report = await run({ reference: true });
    assert.equal(report.summary.outcome, 'conforms');
    assert.equal(requirements().length, report.requirements.length);
    for (const format of formats) assert.ok((await render(report, format)).endsWith('\\n'), format);
    const request = { method: 'DELETE', url: 'https://api.example.com/entity/1/automationRule/2' };
    const exchange = await toExchange(request, new Response('{"status":"success"}'));
    assert.equal(judge([exchange]).summary.outcome, 'deviates');
    await assert.rejects(run({}), SettingsError);
    const { pass, message } = await matchers.toConformTo(new Response('{"status":"success"}'), 'put');
    assert.equal(pass, false);
    assert.match(message(), /put\\.requestId:presence/);`,
  'the API and the schemas, by require': `
    const assert = require('node:assert/strict');
    assert.ok(require('entity-config-conformance').requirements().length > 100);
    for (const name of ['put-response', 'delete-response', 'suite/report'])
      assert.match(require('entity-config-conformance/schemas/' + name + '.schema.json').$schema, /2020-12/);`,
};

async function checkCommands(project) {
  const program = join(project, 'node_modules/.bin/conformance');
  const out = join(folder, 'out');
  const tried = (line, expected, settings = {}) =>
    step(`conformance ${line.replaceAll(folder, '')}`, () =>
      check(program, line.split(' '), { cwd: project, env: { ...env, ...settings } }, expected),
    );
  await tried('--version', { stdout: /^\d+\.\d+\.\d+\n$/ });
  await tried('--help', { stdout: /Exit codes:/ });
  await tried('explain delete.data.createdAt:format', { stdout: /YYYY-MM-DD HH:MM:SS/ });
  await tried('run', { code: 2, stderr: /CONFORMANCE_BASE_URL .*is missing/ });
  await tried(`run --reference --out ${out}/run`, conforms);
  await tried(`render ${out}/run/report.json --out ${out}/rendered`, conforms);
  await tried(`compare ${out}/run/report.json ${out}/rendered/report.json`, {});
  await withService(program, async (settings) => {
    await tried(`doctor --out ${out}/target`, {}, settings);
    await tried(`run --out ${out}/target`, conforms, settings);
    await tried(`run --out ${out}/again`, { code: 3, stdout: /INCOMPLETE \(exit 3\)/ }, settings);
  });
  const faulty = { code: 1, stdout: /delete\.data\.createdAt:format/ };
  await withService(
    program,
    (settings) => tried(`run --out ${out}/faulty`, faulty, settings),
    ...['--fault', 'rule-created-at-with-t'],
  );
  for (const [name, input] of Object.entries(programs)) {
    const type = input.includes('require(') ? 'commonjs' : 'module';
    const options = { cwd: project, env, input };
    await step(name, () => check('node', [`--input-type=${type}`, '-'], options, { stderr: /^$/ }));
  }
}

/** What a user of the package does: installs it without a registry, and calls it from a folder that is not writable. */
async function checkTarball(clone) {
  const project = join(folder, 'project');
  const modules = join(project, 'node_modules');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}\n');
  await step('npm pack', () => check('npm', ['pack', '--pack-destination', folder], { cwd: clone, env }));
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  await step('npm install, without a warning and without a registry', () =>
    check('npm', ['install', '--offline', join(folder, tarball)], { cwd: project, env }, quiet),
  );
  if (!existsSync(modules)) return;
  await step('it holds what it should and nothing else, runs no script, and is small', () =>
    checkContents(modules),
  );
  await step('it brings the versions it was tested with', () => checkVersions(clone, project));
  for (const name of [project, ...readdirSync(project, { recursive: true }).map((one) => join(project, one))])
    if (!lstatSync(name).isSymbolicLink()) chmodSync(name, lstatSync(name).mode & 0o555);
  await checkCommands(project);
}

await checkTarball(await checkClone());
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = counts.failed === 0 ? 0 : 1;
