import { writeFileSync } from 'node:fs';
import { readOptions, runScript } from './support/command-line.mjs';
import { temporaryFolder } from './support/files.mjs';
import { time } from './support/processes.mjs';
import { alternate, warmUpRounds } from './support/rounds.mjs';
import { cli } from './support/service.mjs';
import { summary } from './support/statistics.mjs';
import { circumstances, milliseconds, table } from './support/table.mjs';

/** What `--help` may take, as a multiple of a Node.js that runs an empty module: the command is a module, too. */
const aim = 2;

const usage = `Measures how long commands take that send nothing and judge nothing.

  node bench/start-up.mjs [--rounds N]

  --rounds N   rounds that count, 1 to 200, after ${warmUpRounds} that do not; 21 by default
`;

const nothing = { name: 'Node.js, nothing to run', args: ['--eval', ''] };
const idle = { name: 'Node.js, an empty module', args: ['empty.mjs'] };
const commands = [['--help'], ['--version'], ['run', '--help'], ['explain', 'delete.data.createdAt:format']];
const parts = [
  nothing,
  idle,
  ...commands.map((args) => ({ name: `conformance ${args.join(' ')}`, args: [cli, ...args] })),
];

async function main() {
  const options = readOptions(parts, 21);
  if (options === null) return void process.stdout.write(usage);
  const folder = temporaryFolder();
  writeFileSync(`${folder}/empty.mjs`, '');
  const samples = await alternate(parts, options.rounds, async ({ name, args }) => {
    const run = await time(args, { env: {}, cwd: folder, log: `${folder}/log` });
    if (run.exitCode !== 0) throw new Error(`${name} ended with ${run.exitCode}\n${run.output()}`);
    return run.milliseconds;
  });
  const base = summary(samples.get(idle.name)).median;
  const rows = parts.map(({ name }) => {
    const { median, minimum } = summary(samples.get(name));
    return [name, milliseconds(median), milliseconds(minimum), (median / base).toFixed(2)];
  });
  process.stdout.write(`${table(['', 'median, ms', 'minimum', '× idle'], rows)}\n\n`);
  process.stdout.write(`Aimed at: conformance --help within ${aim} × idle.\n`);
  process.stdout.write(`${circumstances(options.rounds)}\n`);
}

await runScript(main, usage);
