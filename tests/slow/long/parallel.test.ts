import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { isInstalled, type ScaleFolder, scaleFolder, scriptOf } from './scale-folder.ts';

/** docs/scale/parallel.sh over four files, in processes of this machine and over ssh. */

const whole = { parts: { count: 4, of: 4, missing: [] }, exchanges: 6 };

function folder(): ScaleFolder {
  const made = scaleFolder();
  onTestFinished(made.remove);
  return made;
}

function judged({ cwd, path }: ScaleFolder, environment: Readonly<Record<string, string>> = {}): string {
  const env = { ...process.env, PATH: path, ...environment };
  const args = [scriptOf('parallel.sh'), 'logs/*.ndjson.gz', 'parts'];
  return spawnSync('sh', args, { cwd, env, encoding: 'utf8' }).stderr;
}

/** An ssh server on loopback with keys of its own. @returns how ssh reaches it, for `--sshlogin` */
async function sshServer({ cwd, path }: ScaleFolder): Promise<string> {
  const at = (name: string) => join(cwd, 'ssh', name);
  mkdirSync(at(''), { mode: 0o700 });
  for (const name of ['host', 'client'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
  copyFileSync(at('client.pub'), at('authorized'));
  chmodSync(at('authorized'), 0o600);
  const port = await freePort();
  const settings = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${at('host')}`,
    `AuthorizedKeysFile ${at('authorized')}`,
    `PidFile ${at('pid')}`,
    'PermitRootLogin prohibit-password',
    'StrictModes no',
    'UsePAM no',
    `SetEnv PATH=${path}`,
  ];
  writeFileSync(at('sshd_config'), `${settings.join('\n')}\n`);
  mkdirSync('/run/sshd', { recursive: true });
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', at('sshd_config')], { stdio: 'ignore' });
  onTestFinished(() => void server.kill());
  const login = `ssh -p ${port} -i ${at('client')} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR 127.0.0.1`;
  for (let tries = 0; spawnSync('sh', ['-c', `${login} true`]).status !== 0; tries += 1) {
    if (tries === 100) throw new Error('the ssh server does not respond');
    await sleep(100);
  }
  return login;
}

test('parallel.sh judges every file, and merges the parts', ({ skip }) => {
  if (!isInstalled('parallel')) skip('GNU parallel is not installed: apt-get install parallel');
  const made = folder();
  expect(judged(made)).not.toMatch(/fault|error/i);
  expect(made.merged()).toEqual(whole);
});

test('parallel.sh judges on other machines, over ssh', async ({ skip }) => {
  const isRoot = process.getuid?.() === 0;
  if (!isInstalled('parallel', '/usr/sbin/sshd', 'ssh') || !isRoot)
    skip('needs root, GNU parallel and an ssh server: apt-get install parallel openssh-server');
  const made = folder();
  expect(judged(made, { SSHLOGIN: await sshServer(made) })).not.toMatch(/fault|error/i);
  expect(made.merged()).toEqual(whole);
});
