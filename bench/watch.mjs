import { readFileSync } from 'node:fs';
import { readOptions, runScript } from './support/command-line.mjs';
import { temporaryFolder } from './support/files.mjs';
import { load } from './support/load.mjs';
import { start, stop } from './support/processes.mjs';
import { alternate } from './support/rounds.mjs';
import { cli, startService } from './support/service.mjs';
import { quantile, summary } from './support/statistics.mjs';
import { table } from './support/table.mjs';

const usage = `Measures what conformance watch adds to the time of a request.

  node bench/watch.mjs [--rounds N] [--only NAME,NAME]

  --rounds N   of the load, 10 seconds each for all, one after the other; 3 by default
`;

const perSecond = 200;
const roundSeconds = 10;

/** Starts `watch`, and waits for the line in which it says its port. */
async function startWatch(upstream, folder, ...more) {
  const args = [cli, 'watch', '--upstream', upstream, '--port', '0', '--out', 'reports', ...more];
  const child = start(args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder });
  let text = '';
  const port = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        const [, found] = /passes http:\/\/127\.0\.0\.1:(\d+) /.exec(text) ?? [];
        if (found !== undefined) resolve(Number(found));
      });
    child.once('exit', () => reject(new Error(`ended before it listened: ${text}`)));
  });
  return { child, port };
}

const contenders = [
  { name: 'direct', begin: async (upstream) => ({ child: null, port: new URL(upstream).port }) },
  { name: 'watch', begin: startWatch },
  {
    name: 'record',
    begin: (upstream, folder) => startWatch(upstream, folder, '--record', `${Date.now()}.ndjson`),
  },
];

/** Milliseconds of processor time that a process took, all its threads together; Linux counts in hundredths. */
function processorMs(child) {
  if (child === null) return 0;
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function measured({ begin }, target, folder) {
  const { child, port } = await begin(target.baseUrl, folder);
  await load(port, target, 50, 1);
  const before = processorMs(child);
  const times = await load(port, target, perSecond, roundSeconds);
  const processor = (processorMs(child) - before) / times.length;
  if (child !== null) await stop(child);
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99), processor };
}

async function main() {
  const options = readOptions(contenders, 3);
  if (options === null) return void process.stdout.write(usage);
  const service = await startService('unlimited');
  const target = service.nextTarget();
  const folder = temporaryFolder();
  const once = (one) => measured(one, target, folder);
  const samples = await alternate(options.chosen, options.rounds, once, 0);
  await service.stop();
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
