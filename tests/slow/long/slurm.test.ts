import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { reportIn } from '../../commands/targets.ts';
import { conformance, root, temporaryFolder } from '../../support/cli.ts';
import { conformingExchanges } from '../../support/conforming.ts';
import { asLine } from '../../support/traffic.ts';
import { type Cluster, startCluster } from './slurm-cluster.ts';

/** docs/scale/slurm.sh as a job array over two nodes, one of which dies in the middle. */

/** A little longer than Slurm takes to notice a dead node. */
const hangsAfterMs = 180_000;

async function until(what: string, holds: () => boolean): Promise<void> {
  const begin = performance.now();
  while (!holds()) {
    if (performance.now() - begin > hangsAfterMs) throw new Error(`it never happened: ${what}`);
    await sleep(500);
  }
}

const isInstalled = ['slurmctld', 'slurmd', 'munged'].every(
  (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0,
);

/** The first attempt at task 2 hangs, so that its node can be killed under it. */
const npx = `#!/bin/sh
if [ "$2 $SLURM_ARRAY_TASK_ID" = "check 2" ] && mkdir held; then echo $$ >held/pid; exec sleep 1000; fi 2>/dev/null
shift
exec ${process.execPath} ${join(root, 'dist/src/cli/main.js')} "$@"
`;

/** A folder with traffic in four files, of 0, 1, 2 and 3 exchanges. */
function folderOfTraffic(): string {
  const cwd = temporaryFolder();
  for (const name of ['bin', 'logs']) mkdirSync(join(cwd, name));
  writeFileSync(join(cwd, 'bin/npx'), npx, { mode: 0o755 });
  const lines = conformingExchanges().map(asLine);
  for (const id of [0, 1, 2, 3])
    writeFileSync(join(cwd, `logs/${id}.ndjson.gz`), gzipSync(`${lines.slice(0, id).join('\n')}\n`));
  return cwd;
}

test('the tasks of a job array are parts', async ({ skip }) => {
  if (!isInstalled || process.getuid?.() !== 0) skip('needs root and Slurm: apt-get install slurm-wlm munge');
  const cwd = folderOfTraffic();
  const path = `${join(cwd, 'bin')}:${process.env['PATH']}`;
  const merged = async () => {
    const { code } = await conformance(['check', 'parts/*.json'], { cwd });
    const { traffic } = reportIn(join(cwd, 'traffic-report'));
    return { code, parts: traffic?.parts, exchanges: traffic?.exchanges };
  };
  const cluster = await startCluster();
  onTestFinished(cluster.stop);
  const slurm = (command: string, ...args: readonly string[]) =>
    execFileSync(command, args, {
      cwd,
      env: { ...process.env, ...cluster.env, PATH: path },
      encoding: 'utf8',
    });
  const job = slurm('sbatch', '--parsable', '--array=0-3', join(root, 'docs/scale/slurm.sh')).trim();
  const tasks = () => slurm('squeue', '-h', '-o', '%K %N %t');
  await until('only task 2 is left', () => /^2 d\d R\n$/.test(tasks()) && existsSync(join(cwd, 'held/pid')));
  expect(await merged()).toEqual({ code: 3, parts: { count: 3, of: 4, missing: ['2'] }, exchanges: 4 });

  killNode(cluster, tasks().split(' ')[1] ?? '', Number(readFileSync(join(cwd, 'held/pid'), 'utf8')));
  await until('task 2 waits for another node', () => tasks().startsWith('2  PD'));
  slurm('scontrol', 'update', `JobId=${job}_2`, 'StartTime=now');
  await until('no task is left', () => tasks() === '');
  expect(await merged()).toEqual({ code: 0, parts: { count: 4, of: 4, missing: [] }, exchanges: 6 });
});

/** Kills the daemon of a node, the process that looks after its task, and the task. */
function killNode(cluster: Cluster, node: string, task: number): void {
  const parentOf = (pid: number) =>
    Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const nameOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  const daemon = cluster.daemonOf(node);
  const chain = [task];
  while (nameOf(chain.at(-1) ?? 1) !== 'slurmstepd') chain.push(parentOf(chain.at(-1) ?? 1));
  for (const pid of [daemon, ...chain.reverse()]) spawnSync('kill', ['-9', String(pid)]);
}
