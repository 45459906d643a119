import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Slurm on loopback: one controller and two nodes, `d1` and `d2`, with one processor each. */
export interface Cluster {
  /** Variables that the commands of Slurm need. */
  readonly env: Readonly<Record<string, string>>;
  /** The process of a node's daemon. */
  daemonOf(node: string): number;
  /** Resolves when all processes have ended. */
  stop(): Promise<void>;
}

const nodes = ['d1', 'd2'] as const;
const firstPort = 26_817;

function configuration(folder: string): string {
  const [host = ''] = hostname().split('.');
  return [
    'ClusterName=conformance',
    `SlurmctldHost=${host}(127.0.0.1)`,
    'SlurmUser=root',
    'AuthType=auth/munge',
    `AuthInfo=socket=${folder}/munge/socket`,
    'ProctrackType=proctrack/pgid',
    'TaskPlugin=task/none',
    'SwitchType=switch/none',
    'MpiDefault=none',
    'JobAcctGatherType=jobacct_gather/none',
    'SelectType=select/cons_tres',
    'SelectTypeParameters=CR_CPU',
    // Seconds after which a node that does not answer is down, and its tasks start elsewhere.
    'SlurmdTimeout=10',
    `SlurmctldPort=${firstPort}`,
    `StateSaveLocation=${folder}/state`,
    `SlurmdSpoolDir=${folder}/spool/%n`,
    `SlurmctldPidFile=${folder}/controller.pid`,
    `SlurmdPidFile=${folder}/%n.pid`,
    `SlurmctldLogFile=${folder}/controller.log`,
    `SlurmdLogFile=${folder}/%n.log`,
    ...nodes.map(
      (node, at) =>
        `NodeName=${node} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${firstPort + 1 + at} CPUs=1 RealMemory=1000`,
    ),
    `PartitionName=all Nodes=${nodes.join()} Default=YES State=UP`,
    '',
  ].join('\n');
}

/** Slurm's authentication, which runs as the user munge. */
function startMunge(folder: string): void {
  const at = (name: string) => join(folder, 'munge', name);
  mkdirSync(at(''));
  writeFileSync(at('key'), randomBytes(64), { mode: 0o400 });
  execFileSync('chown', ['-R', 'munge', at('')]);
  const files = ['key-file=key', 'socket=socket', 'pid-file=pid', 'log-file=log', 'seed-file=seed'];
  const flags = files.map((file) => `--${file.replace(/=(.*)/, (_, name: string) => `=${at(name)}`)}`);
  execFileSync('setpriv', ['--reuid=munge', '--regid=munge', '--clear-groups', 'munged', ...flags]);
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Ends a process, at once where it does not end in good time. */
async function ended(pid: number): Promise<void> {
  for (let tries = 0; isRunning(pid); tries += 1) {
    if (tries % 50 === 0) spawnSync('kill', [tries === 0 ? '-TERM' : '-KILL', String(pid)]);
    await sleep(200);
  }
}

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-slurm-'));
  chmodSync(folder, 0o755);
  const config = join(folder, 'slurm.conf');
  const env = { SLURM_CONF: config };
  const run = (command: string, ...args: readonly string[]) =>
    execFileSync(command, args, { env: { ...process.env, ...env }, encoding: 'utf8' });
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name));
  writeFileSync(config, configuration(folder));
  const pidOf = (file: string) => Number(readFileSync(join(folder, file), 'utf8'));
  const stop = async () => {
    for (const file of ['controller.pid', ...nodes.map((node) => `${node}.pid`), 'munge/pid'])
      if (existsSync(join(folder, file))) await ended(pidOf(file));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    startMunge(folder);
    run('slurmctld', '-f', config);
    for (const node of nodes) run('slurmd', '-f', config, '-N', node);
    for (let tries = 0; !run('sinfo', '-h', '-o', '%D %t').includes('2 idle'); tries += 1) {
      if (tries === 100) throw new Error(readFileSync(join(folder, 'controller.log'), 'utf8'));
      await sleep(300);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, daemonOf: (node) => pidOf(`${node}.pid`), stop };
}
