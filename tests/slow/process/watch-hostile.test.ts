import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../../reference/service.ts';
import { reportIn } from '../../commands/targets.ts';
import { endAll, startConformance, temporaryFolder } from '../../support/cli.ts';
import { ruleIdsOf } from '../../support/reference-run.ts';
import { send } from '../../support/watching.ts';
import { attack, hostilePairs, hostileService } from './hostile.ts';

afterAll(endAll);

/** Generously: a process of Node.js takes some 70, and what is judged and garbage most of the rest. */
const mostMegabytes = 350;

/** Megabytes of the whole process at its peak; null where the system does not say. */
function peakOf(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

test('beside hostile clients and services, a sound client gets every response, and the end comes with a report', async () => {
  const reference = await startReference({ seedRules: 'unlimited' });
  const service = await hostileService(Number(new URL(reference.baseUrl).port));
  onTestFinished(async () => {
    service.close();
    await reference.close();
  });
  const cwd = temporaryFolder();
  const upstream = `http://127.0.0.1:${service.port}`;
  const args = ['watch', '--upstream', upstream, '--port', '0', '--out', 'reports', '--reporter', 'json'];
  const watch = startConformance(args, { cwd });
  const printed = await watch.printed('stderr', /passes http:\S+:\d+ /);
  const port = Number(/passes http:\S+:(\d+) /.exec(printed)?.[1]);
  const pairs = hostilePairs.values();
  let under = 8;
  const attacking = Array.from({ length: under }, async () => {
    for (const pair of pairs) await attack(pair, port);
    under -= 1;
  });
  const url = `http://127.0.0.1:${port}/entity/${reference.entityId}/automationRule/${ruleIdsOf(reference)[0]}`;
  const statuses: number[] = [];
  while (under > 0) statuses.push(await send('DELETE', url, { Authorization: `Bearer ${reference.token}` }));
  await Promise.all(attacking);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const peak = peakOf(watch.pid);
  if (peak !== null) expect(peak).toBeLessThan(mostMegabytes);
  watch.signal('SIGTERM');
  const { code, stderr } = await watch.ended;
  expect([1, 3], stderr).toContain(code);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(reportIn(join(cwd, 'reports')).traffic?.exchanges).toBeGreaterThanOrEqual(statuses.length);
});
