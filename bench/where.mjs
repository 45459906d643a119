import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ours } from './peers/ours.mjs';
import { readOptions, runScript, UsageError } from './support/command-line.mjs';
import { emptyFolder, temporaryFolder } from './support/files.mjs';
import { time } from './support/processes.mjs';
import { alternate, warmUpRounds } from './support/rounds.mjs';
import { cli, startService } from './support/service.mjs';
import { summary } from './support/statistics.mjs';
import { circumstances, milliseconds, table } from './support/table.mjs';

const usage = `Measures where the time of a complete run goes.

  node bench/where.mjs [--rounds N]

  --rounds N   rounds that count, 1 to 200, after ${warmUpRounds} that do not; 9 by default
`;

const here = new URL('.', import.meta.url).pathname;

/** Whole processes, each a part of a run or nearly so; what they take overlaps within a run. */
function partsOf(recording) {
  return [
    { name: 'Node.js with nothing to do', args: () => ['--eval', ''] },
    { name: 'conformance --version', args: () => [cli, '--version'] },
    { name: 'conformance run --plan', args: () => [cli, 'run', '--plan'] },
    {
      name: 'conformance render: judging and reports alone',
      args: (out) => [cli, 'render', recording, '--out', out],
    },
    { name: 'conformance run, no reports', args: (out) => [cli, 'run', '--reporter', 'json', '--out', out] },
    { name: 'conformance run, all reports', args: (out) => ours.command({ out, target: {} }).args },
  ];
}

const timelinePart = 'conformance run, watched';

/** A run that notes what happens when. */
function watched(notes) {
  const preload = pathToFileURL(join(here, 'support/timeline.mjs'));
  preload.searchParams.set('file', notes);
  return {
    name: timelinePart,
    args: (out) => ['--import', preload.href, ...ours.command({ out, target: {} }).args],
  };
}

async function runPart({ name, args }, target, folder) {
  const out = emptyFolder(join(folder, 'out'));
  const { env } = ours.command({ out, target });
  const run = await time(args(out), { env, cwd: here, log: join(folder, 'log') });
  if (run.exitCode !== 0) throw new Error(`${name} ended with ${run.exitCode}\n${run.output()}`);
  return run.milliseconds;
}

/** What was noted, as milliseconds since the first note, which is taken to come when an idle Node.js is up. */
function readNotes(notes) {
  const lines = readFileSync(notes, 'utf8').trim().split('\n');
  rmSync(notes);
  const events = lines.map((line) => line.split('\t')).map(([at, event]) => ({ at: Number(at), event }));
  const start = Math.min(...events.map(({ at }) => at));
  return new Map(events.map(({ at, event }) => [event, at - start]));
}

function partsTable(parts, samples) {
  const rows = parts.map(({ name }) => {
    const { median, minimum } = summary(samples.get(name).map(({ milliseconds: taken }) => taken));
    return [name, milliseconds(median), milliseconds(minimum)];
  });
  return table(['whole process', 'median, ms', 'minimum'], rows);
}

function timelineTable(runs) {
  const names = [...new Set(runs.flatMap(({ notes }) => [...notes.keys()]))];
  const medians = names.map((name) => {
    const times = runs.flatMap(({ notes }) => notes.get(name) ?? []);
    return { name, median: summary(times).median };
  });
  medians.sort((left, right) => left.median - right.median);
  return table(
    ['within a run', 'median, ms'],
    medians.map(({ name, median }) => [name, milliseconds(median)]),
  );
}

async function main() {
  const options = readOptions([], 9);
  if (options === null) return process.stdout.write(usage);
  if (!existsSync(cli)) throw new UsageError('nothing is built: npm run build');
  const { rounds } = options;
  const folder = temporaryFolder();
  const recording = join(folder, 'recording', 'exchanges.ndjson');
  const notes = join(folder, 'notes');
  const parts = partsOf(recording);
  const service = await startService((rounds + warmUpRounds) * (parts.length + 1) + 1);
  const toRecord = { name: 'a first run', args: () => [cli, 'run', '--out', join(folder, 'recording')] };
  await runPart(toRecord, service.nextTarget(), folder);
  const { samples, disturbed } = await alternate([...parts, watched(notes)], rounds, async (part) => {
    const taken = await runPart(part, service.nextTarget(), folder);
    return part.name === timelinePart ? { notes: readNotes(notes) } : { milliseconds: taken };
  });
  await service.stop();
  const tables = [partsTable(parts, samples), timelineTable(samples.get(timelinePart))];
  process.stdout.write(`${tables.join('\n\n')}\n\n${circumstances(rounds, disturbed)}\n`);
}

await runScript(main, usage);
