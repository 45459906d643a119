import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFlags, runScript, UsageError, wholeNumber } from './support/command-line.mjs';
import { temporaryFolder } from './support/files.mjs';
import { randomOf } from './support/random.mjs';

const usage = `Makes single edits of a room's code, one at a time, and says which test notices each.

  npm run mutations -- [--seed N] [--count N] [--room FOLDER] [--minutes N] [--tests FOLDER,FOLDER]

  --seed     which of all edits are chosen; 1 by default
  --count    how many; 20 by default
  --room     the folder whose code is edited; src/judge by default
  --minutes  when no further edit is begun; 30 by default
  --tests    folders of fast tests; by default those that look at the room

Tests end at the first failure. Files stay as they are: vite loads an edited text in place of one of them, so a process
that a test starts from dist/ is not edited. Each line comes when it is known. Exits with 1 where an edit survived.
`;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Each edit changes one place that the pattern finds. */
const edits = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ 1\b/g, ''],
  [/ - 1\b/g, ''],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bif \([^()]*\) /g, 'if (true) '],
  [/\.filter\((?=\()/g, '.map('],
];

/** Which folders of tests look at a room, besides one of its name. */
const lookedAtBy = {
  commands: ['answers', 'cli', 'doctor', 'explore', 'files', 'init', 'output', 'settings', 'traffic'],
  contract: ['contract', 'json', 'judge', 'mutations', 'openapi', 'operations', 'questions', 'reading'],
  http: ['http', 'run'],
  report: ['report', 'reporters', 'text'],
  attacks: ['secrets'],
};

function testsOf(room) {
  const [, name = basename(room)] = /^src\/(\w+)/.exec(room) ?? [];
  const folders = Object.keys(lookedAtBy).filter((folder) => lookedAtBy[folder].includes(name));
  const all = folders.length === 0 ? ['contract', 'report', 'commands'] : folders;
  return [...new Set([name, `unit/${name}`, ...all])].map((folder) => `tests/${folder}/`);
}

function filesOf(room) {
  const names = readdirSync(join(root, room), { recursive: true });
  return names.filter((name) => /(?<!\.d)\.tsx?$/.test(name)).map((name) => join(room, name));
}

/** Conditions of types, comments and imports are no code that runs. */
const isCode = (line) => !/^\s*(?:\*|\/[/*]|import |export (?:type|interface) |readonly )/.test(line);

function editsOf(file) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (!isCode(line)) return [];
    return edits.flatMap(([pattern, to]) =>
      [...line.matchAll(pattern)].map(({ 0: from, index }) => {
        const edited = line.slice(0, index) + to + line.slice(index + from.length);
        return { place: `${file}:${at + 1}`, file, line, edited, text: lines.with(at, edited).join('\n') };
      }),
    );
  });
}

const config = fileURLToPath(new URL('mutations.config.mjs', import.meta.url));
const properties = { CONFORMANCE_PROPERTY_SEED: '1', CONFORMANCE_PROPERTY_RUNS: '20' };

/** @returns what notices it: a failing test, or that it does not end; null where all pass */
async function noticed({ file, text }, tests, folder, limitMs) {
  const [edited, results] = [join(folder, 'edited'), join(folder, 'results.json')];
  writeFileSync(edited, text);
  writeFileSync(results, '{"testResults":[]}');
  const flags = ['--bail=1', '--reporter=json', `--outputFile=${results}`];
  const child = spawn('npx', ['vitest', 'run', '--config', config, ...flags, ...tests], {
    cwd: root,
    env: { ...process.env, ...properties, EDITED_FILE: join(root, file), EDITED_TEXT: edited },
    stdio: 'ignore',
    detached: true,
  });
  const end = () => process.kill(-child.pid, 'SIGKILL');
  process.once('exit', end);
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    end();
  }, limitMs);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(deadline);
  process.off('exit', end);
  if (code === 0) return null;
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const failed = testResults.find(({ status }) => status === 'failed');
  if (isLate || failed === undefined) return isLate ? 'does not end' : `vitest ended with ${code}`;
  const test = failed.assertionResults.find(({ status }) => status === 'failed');
  return `${failed.name.slice(root.length)}: ${test?.fullName ?? failed.message}`;
}

const cell = (text) => text.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 90);

async function main() {
  const text = (value) => ({ type: 'string', default: value });
  const flags = { seed: text('1'), count: text('20'), room: text('src/judge'), minutes: text('30') };
  const values = readFlags({ ...flags, tests: { type: 'string' } });
  if (values === null) return void process.stdout.write(usage);
  const number = (name) => wholeNumber(name, values[name], 100_000);
  const [seed, count, minutes] = ['seed', 'count', 'minutes'].map(number);
  const tests = values.tests?.split(',') ?? testsOf(values.room);
  const all = filesOf(values.room).sort().flatMap(editsOf);
  if (all.length === 0) throw new UsageError(`there is nothing to edit in ${values.room}`);
  const folder = temporaryFolder();
  const begin = performance.now();
  const [first] = all;
  const sound = { ...first, text: readFileSync(join(root, first.file), 'utf8') };
  const before = await noticed(sound, tests, folder, 3_600_000);
  if (before !== null) throw new UsageError(`without an edit: ${before}`);
  const limitMs = 60_000 + 5 * (performance.now() - begin);
  const end = performance.now() + minutes * 60_000;
  const next = randomOf(seed);
  const left = [...all];
  let [tried, caught] = [0, 0];
  while (tried < count && left.length > 0 && performance.now() < end) {
    const [edit] = left.splice(Math.floor(next() * left.length), 1);
    const by = await noticed(edit, tests, folder, limitMs);
    tried += 1;
    caught += by === null ? 0 : 1;
    const words = [edit.place, `${cell(edit.line)} → ${cell(edit.edited)}`, cell(by ?? 'SURVIVED')];
    process.stdout.write(`| ${words.join(' | ')} |\n`);
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  process.stdout.write(
    `\n${caught} of ${tried} edits were noticed (of ${all.length} in ${values.room}; seed ${seed}; ${commit}; ${tests.join(' ')})\n`,
  );
  process.exitCode = caught < tried ? 1 : 0;
}

await runScript(main, usage);
