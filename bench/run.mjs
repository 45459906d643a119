import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newman } from './peers/newman.mjs';
import { ours } from './peers/ours.mjs';
import { vitest } from './peers/vitest.mjs';
import { readOptions, runScript, UsageError } from './support/command-line.mjs';
import { emptyFolder, temporaryFolder } from './support/files.mjs';
import { timeAndUsage } from './support/processes.mjs';
import { alternate, warmUpRounds } from './support/rounds.mjs';
import { cli, startService } from './support/service.mjs';
import { summary } from './support/statistics.mjs';
import { circumstances, milliseconds, table } from './support/table.mjs';

const contenders = [ours, newman, vitest];

/** What `conformance run` may take: of the time that the yardstick takes, and memory. */
const aim = '0.38 × newman (0.35 is the goal), and 105 MiB';

/** Ratios are to this one. */
const yardstick = newman.name;

/** One fault for each thing that every contender claims to look at: each must notice each. */
const faults = ['transformer-derivative-type-code', 'rule-created-at-with-t', 'no-credentials-check'];

const usage = `Measures a complete conformance run beside other tools: its time, and the maximum resident set of its process.

  node bench/run.mjs [--rounds N] [--only NAME,NAME]

  --rounds N   rounds that count, 1 to 200, after ${warmUpRounds} that do not; 15 by default
  --only       these only: ${contenders.map(({ name }) => name).join(', ')}
`;

/** One run of one contender, in an output folder that is empty when the clock starts. */
async function attempt(contender, target, folder) {
  const out = emptyFolder(join(folder, contender.name));
  const { args, env, cwd } = contender.command({ folder, out, target });
  return { out, ...(await timeAndUsage(args, { env, cwd, log: join(folder, `${contender.name}.log`) })) };
}

/** @throws Error for a run that did not do all that is claimed of it */
function checkRun({ name, reports, requests, sent }, { exitCode, out, output }) {
  const missing = reports.filter((report) => !existsSync(join(out, report)));
  if (exitCode !== 0) throw new Error(`${name} ended with ${exitCode}\n${output()}`);
  if (missing.length > 0) throw new Error(`${name} left no ${missing.join(', ')}`);
  const count = sent?.(out) ?? requests;
  if (count !== requests) throw new Error(`${name} sent ${count} requests, not ${requests}`);
}

/** Only who tells a broken service from a sound one is worth timing. */
async function checkSight(chosen, folder) {
  const sound = await startService(chosen.length);
  for (const contender of chosen) checkRun(contender, await attempt(contender, sound.nextTarget(), folder));
  await sound.stop();
  for (const fault of faults) {
    const service = await startService(chosen.length, [fault]);
    for (const contender of chosen) {
      const { exitCode } = await attempt(contender, service.nextTarget(), folder);
      if (exitCode !== 1) throw new Error(`${contender.name} ended with ${exitCode} in spite of ${fault}`);
    }
    await service.stop();
  }
}

async function measure(chosen, rounds, folder) {
  const service = await startService((rounds + warmUpRounds) * chosen.length);
  const measured = await alternate(chosen, rounds, async (contender) => {
    const run = await attempt(contender, service.nextTarget(), folder);
    checkRun(contender, run);
    return run;
  });
  await service.stop();
  return measured;
}

function results(chosen, samples) {
  const of = (name, what) => summary(samples.get(name).map((run) => run[what]));
  const ratio = (name, what) =>
    samples.has(yardstick) ? (of(name, what).median / of(yardstick, what).median).toFixed(2) : '–';
  const rows = chosen.map(({ name, version, requests }) => {
    const { median, minimum, lowerQuartile, upperQuartile } = of(name, 'milliseconds');
    return [
      `${name} ${version()}`,
      requests,
      milliseconds(median),
      `${milliseconds(lowerQuartile)}–${milliseconds(upperQuartile)}`,
      milliseconds(minimum),
      ratio(name, 'milliseconds'),
      milliseconds(of(name, 'processor').median),
      ratio(name, 'processor'),
      of(name, 'mebibytes').maximum.toFixed(0),
    ];
  });
  const times = ['median, ms', 'quartiles', 'minimum', `× ${yardstick}`];
  return table(['', 'requests', ...times, 'processor, ms', `× ${yardstick}`, 'most memory, MiB'], rows);
}

function checkInstalled(chosen) {
  if (!existsSync(cli)) throw new UsageError('nothing is built: npm run build');
  try {
    for (const contender of chosen) contender.version();
  } catch (error) {
    throw new UsageError(`the other tools are not installed (${error.code}): npm ci --prefix bench`);
  }
}

async function main() {
  const options = readOptions(contenders, 15);
  if (options === null) return process.stdout.write(usage);
  const { chosen, rounds } = options;
  checkInstalled(chosen);
  const folder = temporaryFolder();
  for (const { prepare } of chosen) prepare(folder);
  await checkSight(chosen, folder);
  const samples = await measure(chosen, rounds, folder);
  process.stdout.write(
    `${results(chosen, samples)}\n\nAimed at: conformance within ${aim}.\n${circumstances(rounds)}\n`,
  );
}

await runScript(main, usage);
