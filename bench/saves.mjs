import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFlags, runScript, wholeNumber } from './support/command-line.mjs';
import { emptyFolder, temporaryFolder } from './support/files.mjs';
import { start, stop } from './support/processes.mjs';
import { showProgress } from './support/progress.mjs';
import { root } from './support/root.mjs';
import { table } from './support/table.mjs';

const usage = `Saves a service again and again under conformance run --watch, and counts the runs that judged what was saved: each
save switches a fault on or off. With --start, and beside node --watch; on this machine as it is, and beside busy loops.

  node bench/saves.mjs              20 saves each
  node bench/saves.mjs --saves 5
  node bench/saves.mjs --loops 4    busy loops of a loaded machine; 4 without it
`;

const main = join(root, 'dist/src/cli/main.js');
/** A run that takes longer is taken for one that never comes, milliseconds. */
const deadlineMs = 120_000;
/** Nothing more happens after a save once it has been quiet for so long, milliseconds. */
const quietMs = 3_000;
const fault = 'put.data.enabled:type';

const ways = [
  { name: '--start', isStarted: true },
  { name: 'beside node --watch', isStarted: false },
];

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function save(folder, port, isFaulty) {
  const args = ['serve', '--port', String(port), ...(isFaulty ? ['--fault', fault] : [])];
  const text = `process.argv.splice(2, Infinity, ...${JSON.stringify(args)});\nawait import(${JSON.stringify(main)});\n`;
  writeFileSync(join(folder, 'src/server.mjs'), text);
}

/** The report of the last run, once nothing happens any more. */
async function settled(folder, watch, startedAfter) {
  const until = Date.now() + deadlineMs;
  while (Date.now() < until) {
    await sleep(100);
    const isWaiting = watch.text.trimEnd().endsWith('Ctrl-C ends.');
    if (!isWaiting || Date.now() - watch.lastAt < quietMs) continue;
    const report = JSON.parse(readFileSync(join(folder, 'conformance-report/report.json'), 'utf8'));
    if (Date.parse(report.run.startedAt) >= startedAfter) return report;
  }
  return null;
}

function startWatch(folder, port, isStarted) {
  const env = {
    CONFORMANCE_BASE_URL: `http://127.0.0.1:${port}`,
    CONFORMANCE_ACCESS_TOKEN: 'reference-token-that-protects-nothing',
    CONFORMANCE_ENTITY_ID: 'bca3685fea8acd4e4b5c149874e1aa2b',
    CONFORMANCE_BUSINESS_DATA_TYPE_ID: '16de921419194ea88ef579a42cc68719',
    CONFORMANCE_RULE_COMMAND: 'echo 45df984acaa9c50cdb788b18309a81d7',
  };
  const args = isStarted ? ['--start', 'node src/server.mjs'] : [];
  const command = [main, 'run', '--watch', 'src', ...args];
  const child = start(command, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const watch = { child, text: '', runs: 0, incomplete: 0, lastAt: Date.now() };
  child.stderr.setEncoding('utf8').on('data', (text) => {
    watch.text = (watch.text + text).slice(-10_000);
    watch.lastAt = Date.now();
  });
  child.stdout.setEncoding('utf8').on('data', (text) => {
    watch.runs += text.split(/^(?:CONFORMS|DEVIATES|INCOMPLETE) \(exit/m).length - 1;
    watch.incomplete += text.split(/^INCOMPLETE \(exit/m).length - 1;
  });
  return watch;
}

async function saves({ name, isStarted }, count, label) {
  const folder = temporaryFolder();
  emptyFolder(join(folder, 'src'));
  const port = await freePort();
  save(folder, port, false);
  const beside = isStarted
    ? null
    : start(['--watch', 'src/server.mjs'], { env: {}, cwd: folder, stdio: 'ignore' });
  const watch = startWatch(folder, port, isStarted);
  await settled(folder, watch, 0);
  let right = 0;
  const times = [];
  for (let at = 1; at <= count; at += 1) {
    showProgress(`${name}, ${label}: save ${at} of ${count}, ${right} right`);
    const isFaulty = at % 2 === 1;
    const savedAt = Date.now();
    save(folder, port, isFaulty);
    const report = await settled(folder, watch, savedAt);
    if (report?.summary.outcome === (isFaulty ? 'deviates' : 'conforms')) right += 1;
    else process.stderr.write(`${JSON.stringify(report?.summary)}\n${watch.text.slice(-1500)}\n`);
    times.push(watch.lastAt - savedAt);
  }
  const ended = once(watch.child, 'exit');
  watch.child.kill();
  await ended;
  if (beside !== null) await stop(beside);
  const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
  return [name, label, `${right} of ${count}`, watch.incomplete, watch.runs, (median / 1000).toFixed(1)];
}

await runScript(async () => {
  const flags = readFlags({
    saves: { type: 'string', default: '20' },
    loops: { type: 'string', default: '4' },
  });
  if (flags === null) return void process.stdout.write(usage);
  const count = wholeNumber('saves', flags.saves, 1000);
  const loops = wholeNumber('loops', flags.loops, 64);
  const rows = [];
  for (const way of ways) rows.push(await saves(way, count, 'as it is'));
  const busy = Array.from({ length: loops }, () =>
    start(['--eval', 'for (;;);'], { env: {}, stdio: 'ignore' }),
  );
  for (const way of ways) rows.push(await saves(way, count, `${loops} busy loops`));
  for (const child of busy) await stop(child);
  const head = [
    'way',
    'machine',
    'judged what was saved',
    'printed incomplete',
    'reports printed',
    'seconds',
  ];
  process.stdout.write(`${table(head, rows)}\n`);
}, usage);
