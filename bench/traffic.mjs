import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openapi } from './peers/openapi.mjs';
import { readOptions, runScript, wholeNumber } from './support/command-line.mjs';
import { temporaryFolder, writeJson } from './support/files.mjs';
import { timeAndUsage } from './support/processes.mjs';
import { alternate } from './support/rounds.mjs';
import { summary } from './support/statistics.mjs';
import { circumstances, table } from './support/table.mjs';
import { faultsIn, writeTraffic } from './support/traffic.mjs';

const usage = `Measures how many recorded exchanges are judged per second of processor time, beside Redocly's drift.

  node bench/traffic.mjs [--sizes 10000,100000] [--rounds 5] [--only check,drift]
`;

const local = (path) => new URL(path, import.meta.url).pathname;
const require = createRequire(import.meta.url);

function driftBinary() {
  const packageFile = require.resolve('@redocly/cli/package.json');
  return join(dirname(packageFile), 'bin/cli.js');
}

/** All that drift has; without --rules it leaves the last one out. */
const driftRules = ['undocumented-endpoint', 'schema-consistency', 'security-baseline', 'owasp-api-top10'];

/** What deviates counts once for each exchange. */
function deviatingIn(report) {
  const counts = report.requirements.map(({ counts: { deviates } }) => deviates);
  return counts.reduce((sum, deviates) => sum + deviates, 0);
}

function readReport(folder, name) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

/** Each is given the file and a folder of its own. All of them read the same, and must find what deviates in it. */
const contenders = [
  {
    name: 'check',
    words: 'conformance check, with reports',
    args: (file, folder) => [
      local('../dist/src/cli/main.js'),
      'check',
      file,
      '--out',
      join(folder, 'report'),
    ],
    exits: [1],
    hasFound: ({ deviating, folder }) => deviatingIn(readReport(folder, 'report/report.json')) === deviating,
  },
  {
    name: 'drift',
    words: 'redocly drift, all rules',
    args: (file, folder) => [
      ...[driftBinary(), 'drift', file, '--api', join(folder, 'openapi.json')],
      ...['--traffic-format', 'ndjson', '--format', 'json', '--output', join(folder, 'drift.json')],
      ...['--rules', driftRules.join(',')],
    ],
    exits: [0, 1],
    hasFound: ({ deviating, folder }) =>
      readReport(folder, 'drift.json').run.findingsBySeverity.error === deviating,
  },
];

/** @throws Error where it ends with another exit code, or has not found what is to be found */
async function run({ name, args, exits, hasFound }, { file, size }, folder) {
  const log = join(folder, `${name}.log`);
  const result = await timeAndUsage(args(file, folder), { env: {}, cwd: folder, log, deadlineMs: 600_000 });
  if (!exits.includes(result.exitCode))
    throw new Error(`${name} ended with ${result.exitCode}:\n${result.output().slice(-2_000)}`);
  if (!hasFound({ ...faultsIn(size), size, folder }))
    throw new Error(`${name} has not found what deviates in ${size} exchanges`);
  return result;
}

async function measure(chosen, traffic, rounds, folder) {
  const samples = await alternate(chosen, rounds, (one) => run(one, traffic, folder), 0);
  return chosen.map(({ name, words }) => {
    const runs = samples.get(name);
    const times = runs.map(({ processor }) => processor);
    const mebibytes = summary(runs.map((one) => one.mebibytes)).maximum;
    const { size } = traffic;
    return { name, words, size, times, each: summary(times).median / size, mebibytes };
  });
}

/** Runs of one round lie next to each other, so the machine is about as fast for all of them: the median of the rounds, and their range. */
function ratio(times, others) {
  const { minimum, median, maximum } = summary(times.map((time, round) => time / others[round]));
  const range =
    times === others || times.length === 1 ? '' : ` (${minimum.toFixed(2)}–${maximum.toFixed(2)})`;
  return `${median.toFixed(2)}${range}`;
}

const perSecond = ({ each }) => Math.round(1_000 / each);

function row(result, ratio) {
  const { words, size, each, mebibytes } = result;
  const numbers = [size, perSecond(result)].map((number) => number.toLocaleString('en'));
  return [words, numbers[0], (each * 1_000).toFixed(1), numbers[1], ratio, mebibytes.toFixed(0)];
}

const columns = ['', 'exchanges', 'µs each', 'per second', '× drift', 'most memory, MiB'];

/** All contenders on one file: how fast each is, as a multiple of drift. */
async function besideOthers(size, { rounds, chosen }, folder) {
  const file = join(folder, 'traffic.ndjson');
  await writeTraffic(file, size);
  const results = await measure(chosen, { file, size }, rounds, folder);
  const drift = results.find(({ name }) => name === 'drift');
  const rows = results.map((own) => row(own, drift === undefined ? '' : ratio(drift.times, own.times)));
  return `${table(columns, rows)}\n\n${circumstances(rounds)}\n`;
}

async function main() {
  const sizes = { type: 'string', default: '10000,100000' };
  const options = readOptions(contenders, 5, { sizes });
  if (options === null) return void process.stdout.write(usage);
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'report'));
  writeJson(join(folder, 'openapi.json'), openapi('https://staging.example.com/api'));
  for (const text of options.sizes.split(',')) {
    const size = wholeNumber('sizes', text, 100_000_000);
    process.stdout.write(await besideOthers(size, options, folder));
  }
}

await runScript(main, usage);
