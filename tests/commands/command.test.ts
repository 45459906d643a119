import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, startConformance, temporaryFolder } from '../support/cli.ts';
import { requestCount } from '../support/conforming.ts';
import { goodToken, replacing, type Script, startService } from '../support/service.ts';
import { aimedAt, runProcess, until } from './targets.ts';

/** The command as a process: its exit codes, its streams, signals, and the secrets of its environment. */

const deviates = replacing('"enabled":true', '"enabled":1');

describe.concurrent('exit codes', () => {
  test('0 for a service that conforms: the report on standard output, progress on standard error', async () => {
    await using service = await startService();
    const { code, stdout, stderr } = await runProcess([], { env: aimedAt(service) });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/\nCONFORMS \(exit 0\): .+\n$/);
    expect(stderr.split('\n').filter((line) => /^\[\d\/\d\]/.test(line))).toHaveLength(requestCount);
    expect(service.calls).toHaveLength(requestCount);
  });

  test.each([
    [1, 'for one that deviates', /\nDEVIATES \(exit 1\): /, {}],
    [3, 'where nobody listens', /\nINCOMPLETE \(exit 3\): /, { CONFORMANCE_BASE_URL: 'http://127.0.0.1:9' }],
    [2, 'for a wrong setting: nothing on standard output', /^$/, { CONFORMANCE_BASE_URL: 'x' }],
  ])('%d %s', async (expected, _, says, env) => {
    await using service = await startService(deviates);
    const { code, stdout } = await runProcess([], { env: { ...aimedAt(service), ...env } });
    expect(code).toBe(expected);
    expect(stdout).toMatch(says);
  });

  test('4 for a fault of its own', async () => {
    const broken = join(temporaryFolder(), 'broken.mjs');
    writeFileSync(
      broken,
      'process.getBuiltinModule("node:fs").renameSync = () => { throw new Error("disk on fire") };',
    );
    const { code, stderr } = await runProcess(['--reference'], {
      env: { NODE_OPTIONS: `--import=${broken}` },
    });
    expect(code, stderr).toBe(4);
    expect(stderr).toMatch(/disk on fire/);
  });
});

test('SIGTERM: exit 143, and a report of what was done', async () => {
  let held = 0;
  const hold: Script = (_call, _prepared, _response) => {
    held += 1;
  };
  await using service = await startService(hold);
  const started = startConformance(['run'], { env: aimedAt(service) });
  await until(() => held > 0);
  started.signal('SIGTERM');
  const { code, stdout, stderr } = await started.ended;
  expect(code, stderr).toBe(143);
  expect(stdout).toMatch(/\nINCOMPLETE \(exit 3\): /);
  expect(stdout + stderr).not.toContain(goodToken);
});

describe('a file of variables, where Node.js is started without -- as by npx', () => {
  const program = join(root, 'dist/src/cli/main.js');
  const inShell = (line: string, cwd: string) =>
    spawnSync('bash', ['-c', `"$0" "$1" ${line}`, process.execPath, program], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });

  test('-e names a file that is missing: exit 2', () => {
    const { status, stderr } = inShell('run -e missing.env', temporaryFolder());
    expect(stderr).toMatch(/--env-file is set to .*missing\.env, which does not exist/);
    expect(status).toBe(2);
  });

  test('-e reads a pipe that a shell makes', () => {
    const given = '<(echo CONFORMANCE_STRICT=true; echo CONFORMANCE_SERIAL=perhaps)';
    const { stderr } = inShell(`run --plan -e ${given}`, temporaryFolder());
    expect(stderr).toMatch(/CONFORMANCE_SERIAL.* in \/dev\/fd\/\d+ must be true or false/);
  });

  test('init -e makes the file', () => {
    const cwd = temporaryFolder();
    const flags = '--base-url http://127.0.0.1:9 --entity-id e --business-data-type-id b';
    const { stderr } = inShell(`init -e new.env --yes ${flags}`, cwd);
    expect(readFileSync(join(cwd, 'new.env'), 'utf8'), stderr).toContain('CONFORMANCE_ENTITY_ID=e');
  });
});
