import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newman } from './peers/newman.mjs';
import { ours } from './peers/ours.mjs';
import { respect } from './peers/respect.mjs';
import { vitest } from './peers/vitest.mjs';
import { readOptions, runScript, UsageError } from './support/command-line.mjs';
import { emptyFolder, temporaryFolder } from './support/files.mjs';
import { time } from './support/processes.mjs';
import { alternate, warmUpRounds } from './support/rounds.mjs';
import { cli, startService } from './support/service.mjs';
import { summary } from './support/statistics.mjs';
import { circumstances, milliseconds, table } from './support/table.mjs';

const contenders = [ours, newman, vitest, respect];

/** Ratios are to this one. */
const yardstick = newman.name;

/** One fault for each thing that every contender claims to look at: each must notice each. */
const faults = ['transformer-derivative-type-code', 'rule-created-at-with-t', 'no-credentials-check'];

const usage = `Measures a complete conformance run beside other tools.

  node bench/run.mjs [--rounds N] [--only NAME,NAME]

  --rounds N   rounds that count, 1 to 200, after ${warmUpRounds} that do not; 15 by default
  --only       these only: ${contenders.map(({ name }) => name).join(', ')}
`;

/** One run of one contender, in an output folder that is empty when the clock starts. */
async function attempt(contender, target, folder) {
  const out = emptyFolder(join(folder, contender.name));
  const { args, env, cwd } = contender.command({ folder, out, target });
  return { out, ...(await time(args, { env, cwd, log: join(folder, `${contender.name}.log`) })) };
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
    return run.milliseconds;
  });
  await service.stop();
  return measured;
}

function results(chosen, samples) {
  const base = samples.has(yardstick) ? summary(samples.get(yardstick)).median : null;
  const rows = chosen.map(({ name, version, requests }) => {
    const { median, minimum, lowerQuartile, upperQuartile } = summary(samples.get(name));
    const quartiles = `${milliseconds(lowerQuartile)}–${milliseconds(upperQuartile)}`;
    const ratio = base === null ? '–' : (median / base).toFixed(2);
    return [`${name} ${version()}`, requests, milliseconds(median), quartiles, milliseconds(minimum), ratio];
  });
  return table(['', 'requests', 'median, ms', 'quartiles', 'minimum', `× ${yardstick}`], rows);
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
  const { samples, disturbed } = await measure(chosen, rounds, folder);
  process.stdout.write(`${results(chosen, samples)}\n\n${circumstances(rounds, disturbed)}\n`);
}

await runScript(main, usage);
