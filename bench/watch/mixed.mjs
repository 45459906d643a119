import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../support/files.mjs';
import { stop } from '../support/processes.mjs';
import { showProgress } from '../support/progress.mjs';
import { quantile } from '../support/statistics.mjs';
import { startUpstream, startWatch } from './contenders.mjs';
import { attack, hostilePairs, hostileService } from './hostile.mjs';
import { ask } from './load.mjs';
import { clients, emptyLedger, residentMebibytes } from './soak.mjs';

/** Hostile clients at the same time. */
const atOnce = 8;

/** The sound client: every request of it has to be answered whole. @returns milliseconds of each */
async function soundly(port, ledger, endsAt) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  for (let count = 0; Date.now() < endsAt; count += 1) {
    await ask(port, agent, count % 2 === 0).then(
      ({ ms }) => times.push(ms),
      (error) => ledger.problems.push(`request ${count}: ${error.message}`),
    );
    await sleep(20);
  }
  agent.destroy();
  return times;
}

/** 10 MB each way, compared byte by byte. */
async function largely(surroundings, endsAt) {
  for (let count = 0; Date.now() < endsAt; count += 1)
    for (const name of ['reads slowly', 'sends 10 MB'])
      await clients[name]({ ...surroundings, count }).catch((error) => {
        surroundings.ledger.problems.push(`${name}: ${error.message}`);
      });
}

async function attacking(pairs, port, counted, endsAt) {
  while (Date.now() < endsAt) {
    const pair = pairs.next().value;
    counted.clients[pair.client] = (counted.clients[pair.client] ?? 0) + 1;
    counted.services[pair.service] = (counted.services[pair.service] ?? 0) + 1;
    await attack(pair, port);
  }
}

async function ended({ child, text }, folder) {
  const begin = performance.now();
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await exit;
  const file = join(folder, 'reports/report.json');
  const traffic = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).traffic : null;
  return { code, endedAfterMs: Math.round(performance.now() - begin), traffic, text: text() };
}

/** Sound clients beside hostile ones, through one `watch`. @returns whether the sound ones got everything */
export async function mixedSoak(seconds, seed) {
  const folder = temporaryFolder();
  const sound = await startUpstream();
  const service = await hostileService(sound.port, seed);
  const watch = await startWatch(`http://127.0.0.1:${service.port}`, folder, ['--reporter', 'json']);
  const ledger = emptyLedger();
  const surroundings = { port: watch.port, host: '127.0.0.1', ledger };
  const endsAt = Date.now() + seconds * 1000;
  const attacks = { clients: {}, services: {} };
  const pairs = hostilePairs(seed);
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, residentMebibytes(watch.child));
    showProgress(`${Math.ceil((endsAt - Date.now()) / 1000)} s left, ${Math.round(most)} MiB at most`);
  }, 250);
  const [times] = await Promise.all([
    soundly(watch.port, ledger, endsAt),
    largely(surroundings, endsAt),
    ...Array.from({ length: atOnce }, () => attacking(pairs, watch.port, attacks, endsAt)),
  ]);
  clearInterval(watching);
  showProgress('');
  const { code, endedAfterMs, traffic, text } = await ended(watch, folder);
  service.close();
  await stop(sound.child);
  const { problems } = ledger;
  if (![0, 1, 3].includes(code)) problems.push(`watch ended with ${code}: ${text.slice(-2000)}`);
  if (traffic === null) problems.push('there is no report');
  const milliseconds = [0.5, 0.99, 1].map((at) => Math.round(quantile(times, at) * 10) / 10);
  const { exchanges, other, bad } = traffic ?? {};
  const figures = {
    seconds,
    seed,
    sound: { requests: times.length, milliseconds, ofTenMegabytes: ledger.requests, problems },
    watch: { code, endedAfterMs, mostMebibytes: Math.round(most), counted: { exchanges, other, bad } },
    attacks,
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  return problems.length === 0;
}
