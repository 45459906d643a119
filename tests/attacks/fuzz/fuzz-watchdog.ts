import { Worker } from 'node:worker_threads';

/** Ends the process where nothing has moved in it for so long, milliseconds: a case that never ends could not say so itself. */
const hungAfterMs = 300_000;

/** Runs beside the thread that it watches. */
const watching = `
const { workerData: { shared, hungAfterMs } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
let seen = -1, since = Date.now();
setInterval(() => {
  const [beats, seed] = [Atomics.load(shared, 0), Atomics.load(shared, 1)];
  if (beats !== seen) [seen, since] = [beats, Date.now()];
  if (Date.now() - since < hungAfterMs) return;
  writeSync(1, 'failure: nothing has moved for ' + hungAfterMs / 1000 + ' s; the last case begun: node scripts/fuzz.mjs --seed ' + seed + ' --cases 1\\n');
  process.kill(process.pid, 'SIGKILL');
}, 1000);`;

/** @returns what says that a case begins, and what ends the watching */
export function watchdog(): { readonly begin: (seed: number) => void; readonly end: () => Promise<void> } {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(watching, { eval: true, workerData: { shared, hungAfterMs } });
  const beat = setInterval(() => Atomics.add(shared, 0, 1), 1_000);
  return {
    begin: (seed) => void Atomics.store(shared, 1, seed),
    end: async () => {
      clearInterval(beat);
      await worker.terminate();
    },
  };
}
