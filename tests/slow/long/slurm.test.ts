import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isInstalled, scaleFolder, scriptOf } from './scale-folder.ts';
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

test('the tasks of a job array are parts', async ({ skip }) => {
  if (!isInstalled('slurmctld', 'slurmd', 'munged') || process.getuid?.() !== 0)
    skip('needs root and Slurm: apt-get install slurm-wlm munge');
  // The first attempt at task 2 hangs, so that its node can be killed under it.
  const made = scaleFolder(
    'if [ "$2 $SLURM_ARRAY_TASK_ID" = "check 2" ] && mkdir held; then echo $$ >held/pid; exec sleep 1000; fi 2>/dev/null',
  );
  onTestFinished(made.remove);
  const cluster = await startCluster();
  onTestFinished(cluster.stop);
  const { cwd, path, merge, merged } = made;
  const slurm = (command: string, ...args: readonly string[]) =>
    execFileSync(command, args, {
      cwd,
      env: { ...process.env, ...cluster.env, PATH: path },
      encoding: 'utf8',
    });
  const job = slurm('sbatch', '--parsable', '--array=0-3', scriptOf('slurm.sh')).trim();
  const tasks = () => slurm('squeue', '-h', '-o', '%K %N %t');
  await until('only task 2 is left', () => /^2 d\d R\n$/.test(tasks()) && existsSync(join(cwd, 'held/pid')));
  expect(merge()).toBe(3);
  expect(merged()).toEqual({ parts: { count: 3, of: 4, missing: ['2'] }, exchanges: 4 });

  killNode(cluster, tasks().split(' ')[1] ?? '', Number(readFileSync(join(cwd, 'held/pid'), 'utf8')));
  await until('task 2 waits for another node', () => tasks().startsWith('2  PD'));
  slurm('scontrol', 'update', `JobId=${job}_2`, 'StartTime=now');
  await until('no task is left', () => tasks() === '');
  expect(merge()).toBe(0);
  expect(merged()).toEqual({ parts: { count: 4, of: 4, missing: [] }, exchanges: 6 });
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
