import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** The machine is looked at for so long, milliseconds. */
const lookMs = 100;

/** Quiet is when less of all processors' time than this is used. */
const busyShare = 0.15;

/** No longer is waited than so many looks. */
const mostLooks = 60;

function spent() {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, one) => sum + one.idle, 0);
  const all = times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.irq + one.idle, 0);
  return { idle, all };
}

async function isQuiet() {
  const before = spent();
  await sleep(lookMs);
  const after = spent();
  return after.idle - before.idle > (1 - busyShare) * (after.all - before.all);
}

/** Waits until nobody else uses the machine much. @returns whether that came about before patience ran out */
export async function quiet() {
  for (let look = 0; look < mostLooks; look += 1) if (await isQuiet()) return true;
  return false;
}
