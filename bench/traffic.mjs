import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { openapi } from './peers/respect.mjs';
import { runScript, UsageError } from './support/command-line.mjs';
import { writeJson } from './support/files.mjs';
import { kinds } from './support/kinds.mjs';
import { timeAndUsage } from './support/processes.mjs';
import { summary } from './support/statistics.mjs';
import { circumstances, table } from './support/table.mjs';
import { faultsIn, writeTraffic } from './support/traffic.mjs';

const usage = `Measures how many recorded exchanges are judged per second of processor time, beside a bare loop and Redocly's drift.

  node bench/traffic.mjs [--sizes 10000,100000] [--rounds 5] [--only bare,judge] [--save traffic.json]
  node bench/traffic.mjs --kinds [--sizes 100000] [--rounds 5]   traffic that deviates in other ways, beside sound traffic
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
    name: 'bare',
    words: 'readline, JSON.parse, one Ajv',
    args: (file) => [local('peers/traffic/bare.mjs'), file],
    hasFound: ({ size, refused, deviating, said }) => said === `${size - refused - deviating} of ${size}`,
  },
  {
    name: 'judge',
    words: 'our judge, both sides',
    args: (file) => [local('peers/traffic/judge.mjs'), file],
    hasFound: ({ deviating, said }) => said.endsWith(`in ${deviating} exchanges`),
  },
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

function options() {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10000,100000' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string' },
      save: { type: 'string' },
      kinds: { type: 'boolean', default: false },
    },
  });
  const sizes = values.sizes.split(',').map(Number);
  const rounds = Number(values.rounds);
  if (sizes.some((size) => !Number.isInteger(size) || size < 1))
    throw new UsageError(`--sizes ${values.sizes} is no list of whole numbers`);
  if (!Number.isInteger(rounds) || rounds < 1) throw new UsageError(`--rounds ${values.rounds} is no number`);
  const names = values.only?.split(',') ?? contenders.map(({ name }) => name);
  const chosen = contenders.filter(({ name }) => names.includes(name));
  if (chosen.length === 0) throw new UsageError(`there is no ${values.only}`);
  return { sizes, rounds, chosen, save: values.save, isOfKinds: values.kinds };
}

/** @throws Error where it ends with another exit code, or has not found what is to be found */
async function run({ name, args, exits = [0], hasFound }, file, size, folder) {
  const log = join(folder, `${name}.log`);
  const result = await timeAndUsage(args(file, folder), { env: {}, cwd: folder, log, deadlineMs: 600_000 });
  if (!exits.includes(result.exitCode))
    throw new Error(`${name} ended with ${result.exitCode}:\n${result.output().slice(-2_000)}`);
  const said = result.output().trim().split('\n').at(-1);
  if (!hasFound({ ...faultsIn(size), size, folder, said }))
    throw new Error(`${name} has not found what deviates in ${size} exchanges: ${said}`);
  return { ...result, said };
}

/** One after the other, each round beginning with another one. */
async function measure(size, rounds, chosen, folder) {
  const file = join(folder, `${size}.ndjson`);
  const bytes = await writeTraffic(file, size);
  const runs = new Map(chosen.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (let at = 0; at < chosen.length; at += 1) {
      const one = chosen[(round + at) % chosen.length];
      runs.get(one.name).push(await run(one, file, size, folder));
    }
  rmSync(file);
  return chosen.map(({ name, words }) => {
    const all = runs.get(name);
    const times = all.map((one) => one.processor);
    const processor = summary(times).median;
    const mebibytes = summary(all.map((one) => one.mebibytes)).maximum;
    return {
      name,
      words,
      size,
      bytes,
      times,
      processor,
      mebibytes,
      perSecond: (size / processor) * 1_000,
      said: all[0].said,
    };
  });
}

/** Runs of one round lie next to each other, so the machine is about as fast for all of them: the median of the rounds, and their range. */
function ratio(own, other) {
  if (other === undefined) return '';
  const { minimum, median, maximum } = summary(own.times.map((time, round) => other.times[round] / time));
  if (own === other || own.times.length === 1) return median.toFixed(2);
  return `${median.toFixed(2)} (${minimum.toFixed(2)}–${maximum.toFixed(2)})`;
}

function rowsOf(results) {
  return results.map((own) => {
    const { words, size, processor, mebibytes, perSecond } = own;
    const named = (wanted) => results.find(({ name, size: of }) => name === wanted && of === size);
    return [
      words,
      size.toLocaleString('en'),
      ((processor / size) * 1_000).toFixed(1),
      Math.round(perSecond).toLocaleString('en'),
      ratio(own, named('bare')),
      ratio(own, named('drift')),
      mebibytes.toFixed(0),
    ];
  });
}

/** `check` on every kind of traffic in turns, so that the machine is about as fast for all kinds of one round. */
async function measureKinds(size, rounds, folder) {
  const names = Object.keys(kinds);
  const files = names.map((_, at) => join(folder, `kind-${at}.ndjson`));
  for (const [at, name] of names.entries()) await writeTraffic(files[at], size, kinds[name]);
  const runs = names.map(() => []);
  const check = { ...contenders.find(({ name }) => name === 'check'), hasFound: () => true };
  for (let round = 0; round < rounds; round += 1)
    for (let at = 0; at < names.length; at += 1) {
      const own = (round + at) % names.length;
      runs[own].push(await run(check, files[own], size, folder));
    }
  const [sound] = runs;
  return names.map((name, own) => {
    const ratios = runs[own].map(({ processor }, round) => processor / sound[round].processor);
    const { minimum, median, maximum } = summary(ratios);
    const times = runs[own].map(({ processor }) => processor);
    const most = summary(runs[own].map(({ mebibytes }) => mebibytes)).maximum;
    const range = own === 0 ? '' : ` (${minimum.toFixed(2)}–${maximum.toFixed(2)})`;
    const each = ((summary(times).median / size) * 1_000).toFixed(1);
    return [name, size.toLocaleString('en'), each, `${median.toFixed(2)}${range}`, most.toFixed(0)];
  });
}

/** Characters of the longest bar. */
const widest = 40;

/** Exchanges per second as bars, for the largest number of exchanges. */
function chart(results) {
  const size = Math.max(...results.map((one) => one.size));
  const shown = results.filter((one) => one.size === size);
  const most = Math.max(...shown.map(({ perSecond }) => perSecond));
  const left = Math.max(...shown.map(({ words }) => words.length));
  return shown
    .map(({ words, perSecond }) => {
      const bar = '█'.repeat(Math.max(1, Math.round((perSecond / most) * widest)));
      return `${words.padEnd(left)}  ${bar} ${Math.round(perSecond).toLocaleString('en')}`;
    })
    .join('\n');
}

async function main() {
  const { sizes, rounds, chosen, save, isOfKinds } = options();
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    mkdirSync(join(folder, 'report'), { recursive: true });
    if (isOfKinds) {
      const header = ['', 'exchanges', 'µs each', '× sound', 'most memory, MiB'];
      const rows = [];
      for (const size of sizes) rows.push(...(await measureKinds(size, rounds, folder)));
      process.stdout.write(`${table(header, rows)}\n\n${circumstances(rounds, 'an unknown number of')}\n`);
      return;
    }
    writeJson(join(folder, 'openapi.json'), openapi('https://staging.example.com/api'));
    const results = [];
    for (const size of sizes) results.push(...(await measure(size, rounds, chosen, folder)));
    const header = ['', 'exchanges', 'µs each', 'per second', '× bare', '× drift', 'most memory, MiB'];
    process.stdout.write(
      `${table(header, rowsOf(results))}\n\n${chart(results)}\n\n${circumstances(rounds, 'an unknown number of')}\n`,
    );
    for (const { name, size, said } of results) process.stdout.write(`${name} ${size}: ${said}\n`);
    if (save !== undefined)
      writeFileSync(save, `${JSON.stringify({ node: process.version, rounds, results }, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runScript(main, usage);
