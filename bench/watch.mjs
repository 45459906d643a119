import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions, runScript } from './support/command-line.mjs';
import { temporaryFolder } from './support/files.mjs';
import { start, stop } from './support/processes.mjs';
import { cli } from './support/service.mjs';
import { quantile, summary } from './support/statistics.mjs';
import { table } from './support/table.mjs';
import { load } from './watch/load.mjs';

const usage = `Measures what conformance watch adds to the time of a request.

  node bench/watch.mjs [--rounds N] [--only NAME,NAME]

  --rounds N   of the load, 10 seconds each for all, one after the other; 3 by default
`;

const perSecond = 200;
const roundSeconds = 10;

/** Starts a process, and waits for the line in which it says its port. */
async function listening(args, pattern, options = {}) {
  const child = start(args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let text = '';
  const port = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        const [, found] = pattern.exec(text) ?? [];
        if (found !== undefined) resolve(Number(found));
      });
    child.once('exit', () => reject(new Error(`ended before it listened: ${text}`)));
  });
  return { child, port };
}

function startWatch(port, folder, ...more) {
  const args = [cli, 'watch', '--upstream', `http://127.0.0.1:${port}`, '--port', '0', '--out', 'reports'];
  return listening([...args, ...more], /passes http:\/\/127\.0\.0\.1:(\d+) /, { cwd: folder });
}

const contenders = [
  { name: 'direct', begin: async (port) => ({ child: null, port }) },
  { name: 'watch', begin: startWatch },
  { name: 'record', begin: (port, folder) => startWatch(port, folder, '--record', `${Date.now()}.ndjson`) },
];

/** Milliseconds of processor time that a process took, all its threads together; Linux counts in hundredths. */
function processorMs(child) {
  if (child === null) return 0;
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function measured({ begin }, upstream, folder) {
  const { child, port } = await begin(upstream, folder);
  await load(port, 50, 1);
  const before = processorMs(child);
  const times = await load(port, perSecond, roundSeconds);
  const processor = (processorMs(child) - before) / times.length;
  if (child !== null) await stop(child);
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99), processor };
}

async function main() {
  const options = readOptions(contenders, 3);
  if (options === null) return void process.stdout.write(usage);
  const upstream = await listening([join(import.meta.dirname, 'watch/service.mjs')], /listens on (\d+)/);
  const folder = temporaryFolder();
  const samples = new Map(options.chosen.map(({ name }) => [name, []]));
  for (let round = 0; round < options.rounds; round += 1)
    for (const one of options.chosen) samples.get(one.name).push(await measured(one, upstream.port, folder));
  await stop(upstream.child);
  const rows = [...samples].map(([name, all]) => [
    name,
    ...['median', 'p99', 'processor'].map((what) => summary(all.map((one) => one[what])).median.toFixed(2)),
  ]);
  const header = ['', 'median, ms', '99th percentile, ms', 'processor, ms a request'];
  process.stdout.write(
    `${table(header, rows)}\n\n${perSecond} requests a second for ${roundSeconds} s, medians of ${options.rounds} rounds\n`,
  );
}

await runScript(main, usage);
