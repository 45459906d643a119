import { readFileSync } from 'node:fs';
import { readFlags, runScript, UsageError } from './support/command-line.mjs';
import { temporaryFolder } from './support/files.mjs';
import { stop } from './support/processes.mjs';
import { showProgress } from './support/progress.mjs';
import { quantile, summary } from './support/statistics.mjs';
import { table } from './support/table.mjs';
import { contenders, startUpstream } from './watch/contenders.mjs';
import { load } from './watch/load.mjs';
import { mixedSoak } from './watch/mixed.mjs';
import { soak } from './watch/soak.mjs';

const usage = `Measures what conformance watch adds to the time of a request, beside the same proxy without a judge and beside
redocly's proxy, and holds it for a while against clients that read slowly, leave, and send 10 MB.

  node bench/watch.mjs                  both
  node bench/watch.mjs --seconds 600    of the soak; 60 without it, 0 for none
  node bench/watch.mjs --hostile 600    seconds of hostile clients and services beside sound ones; 0 without it
  node bench/watch.mjs --seed 7         of what is hostile; 1 without it
  node bench/watch.mjs --rounds 5       of the load, 10 seconds each for all, one after the other; 3 without it, 0 for none
`;

const perSecond = 200;
const roundSeconds = 10;

function wholeNumber(flag, given) {
  if (/^\d{1,5}$/.test(given)) return Number(given);
  throw new UsageError(`${flag} ${given} is not an integer`);
}

/** Milliseconds of processor time that a process took, all its threads together; Linux counts in hundredths. */
function processorMs(child) {
  if (child === null) return 0;
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function measured({ start }, upstream, folder) {
  const { child, port } = await start(upstream, folder);
  await load(port, 50, 1);
  const before = processorMs(child);
  const times = await load(port, perSecond, roundSeconds);
  const processor = (processorMs(child) - before) / times.length;
  if (child !== null) await stop(child);
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99), processor };
}

async function loads(rounds) {
  const upstream = await startUpstream();
  const url = `http://127.0.0.1:${upstream.port}`;
  const folder = temporaryFolder();
  const samples = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const contender of contenders) {
      showProgress(`round ${round + 1} of ${rounds}: ${contender.name}`);
      samples.get(contender.name).push(await measured(contender, url, folder));
    }
  await stop(upstream.child);
  showProgress('');
  const ms = (values) => summary(values).median.toFixed(2);
  const base = samples.get('without a judge');
  const rows = [...samples].map(([name, all]) => [
    name,
    ms(all.map(({ median }) => median)),
    ms(all.map(({ p99 }) => p99)),
    ms(all.map(({ p99 }, round) => p99 - base[round].p99)),
    ms(all.map(({ processor }) => processor)),
  ]);
  const header = ['', 'median, ms', '99th percentile, ms', 'beside no judge', 'processor, ms a request'];
  process.stdout.write(
    `${table(header, rows)}\n\n${perSecond} requests a second for ${roundSeconds} s, medians of ${rounds} rounds\n\n`,
  );
}

async function main() {
  const values = readFlags({
    seconds: { type: 'string', default: '60' },
    hostile: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
  });
  if (values === null) return void process.stdout.write(usage);
  const rounds = wholeNumber('--rounds', values.rounds);
  const seconds = wholeNumber('--seconds', values.seconds);
  const hostile = wholeNumber('--hostile', values.hostile);
  const seed = wholeNumber('--seed', values.seed);
  if (rounds > 0) await loads(rounds);
  if (seconds > 0 && !(await soak(seconds))) process.exitCode = 1;
  if (hostile > 0 && !(await mixedSoak(hostile, seed))) process.exitCode = 1;
}

await runScript(main, usage);
