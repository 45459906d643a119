/**
 * Plays a new user, from `init` to the first report of a real HTTP target, and counts what it takes: commands, questions
 * and seconds. Once with flags, and once answering the questions on a terminal (tmux), where there is one.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const environment = { PATH: process.env.PATH, HOME: tmpdir(), LANG: 'C.UTF-8' };
const hangsAfterMs = 20_000;

/** @param {string[]} args of `conformance`, run to its end in a folder */
function conformance(args, cwd) {
  const ended = spawnSync(process.execPath, [program, ...args], { cwd, env: environment, encoding: 'utf8' });
  if (ended.status !== 0)
    throw new Error(`conformance ${args.join(' ')}: exit ${ended.status}\n${ended.stderr}`);
}

/** Starts the service that plays staging. @returns its settings, and how to end it */
async function startService() {
  const service = spawn(process.execPath, [program, 'serve', '--port', '0'], { env: environment });
  let printed = '';
  service.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  while (!/^CONFORMANCE_AUTOMATION_RULE_ID=.*\n/m.test(printed)) {
    if (service.exitCode !== null) throw new Error('the service did not start; npm run build first');
    await sleep(10);
  }
  const settings = Object.fromEntries(
    printed
      .trimEnd()
      .split('\n')
      .map((line) => line.split('=')),
  );
  return { settings, end: () => service.kill('SIGTERM') };
}

/** A new user's folder, with the token where a password manager would have put it. */
function newFolder({ CONFORMANCE_ACCESS_TOKEN }) {
  const cwd = mkdtempSync(join(tmpdir(), 'first-report-'));
  writeFileSync(join(cwd, 'token'), CONFORMANCE_ACCESS_TOKEN, { mode: 0o600 });
  return cwd;
}

function withFlags(settings, cwd) {
  conformance(
    [
      'init',
      ...['--base-url', settings.CONFORMANCE_BASE_URL],
      ...['--entity-id', settings.CONFORMANCE_ENTITY_ID],
      ...['--business-data-type-id', settings.CONFORMANCE_BUSINESS_DATA_TYPE_ID],
      ...['--automation-rule-id', settings.CONFORMANCE_AUTOMATION_RULE_ID],
      ...['--token-file', 'token'],
    ],
    cwd,
  );
  conformance(['run'], cwd);
  return { commands: 2, questions: 0 };
}

/** Waits for a text on the screen. */
async function shown(tmux, text) {
  const until = Date.now() + hangsAfterMs;
  while (!tmux('capture-pane', '-p').includes(text)) {
    if (Date.now() > until)
      throw new Error(`the screen does not show ${text}:\n${tmux('capture-pane', '-p')}`);
    await sleep(10);
  }
}

/** Questions in their order, with what is typed, or pressed where there is a choice. */
function answersTo(settings) {
  return [
    ['Base URL of the service', settings.CONFORMANCE_BASE_URL],
    ['Id of the entity', settings.CONFORMANCE_ENTITY_ID],
    ['Id of a business data type', settings.CONFORMANCE_BUSINESS_DATA_TYPE_ID],
    ['Which automation rule', ''],
    ['Its id', settings.CONFORMANCE_AUTOMATION_RULE_ID],
    ['Where is the access token stored?', '', 'Down'],
    ['The file', 'token'],
  ];
}

async function withAnswers(settings, cwd) {
  const socket = join(cwd, 'tmux');
  const tmux = (...args) =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8', env: environment });
  tmux('-u', 'new-session', '-d', '-x', '80', '-y', '200', '-c', cwd, 'sh');
  try {
    const type = (text, ...keys) => {
      if (text !== '') tmux('send-keys', '-l', '--', text);
      tmux('send-keys', ...keys, 'Enter');
    };
    type(`${process.execPath} ${program} init`);
    const answers = answersTo(settings);
    for (const [question, text, ...keys] of answers) {
      await shown(tmux, `◆  ${question}`);
      type(text, ...keys);
    }
    await shown(tmux, 'Next:');
    type(`${process.execPath} ${program} run; echo "ended: $?"`);
    await shown(tmux, 'ended: 0');
    return { commands: 2, questions: answers.length };
  } finally {
    tmux('kill-server');
  }
}

/** Plays one way from an empty folder to the first report. */
async function play(name, way) {
  const service = await startService();
  const cwd = newFolder(service.settings);
  try {
    const begin = performance.now();
    const { commands, questions } = await way(service.settings, cwd);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    const report = join(cwd, 'conformance-report/report.json');
    if (!existsSync(report)) throw new Error('there is no report');
    const { outcome } = JSON.parse(readFileSync(report, 'utf8')).summary;
    process.stdout.write(`${name}: ${commands} commands, ${questions} questions, ${seconds} s, ${outcome}\n`);
  } finally {
    service.end();
    rmSync(cwd, { recursive: true, force: true });
  }
}

await play('with flags', withFlags);
if (spawnSync('tmux', ['-V']).status === 0) await play('with answers', withAnswers);
else process.stdout.write('with answers: left out, as tmux is not installed (apt-get install tmux)\n');
