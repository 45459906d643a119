import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startConformance, temporaryFolder } from '../support/cli.ts';
import { requestCount } from '../support/conforming.ts';
import { sendPrepared, startService } from '../support/service.ts';
import { aimedAt, reportFolder, run, until } from './targets.ts';

/** The folder for reports: one run at a time, and nothing in it that an earlier run left. */

async function runIn(prepare: (cwd: string) => void, ...args: readonly string[]) {
  const cwd = temporaryFolder();
  prepare(cwd);
  await using service = await startService();
  const end = await run(args, { cwd, env: aimedAt(service) });
  return { ...end, calls: service.calls };
}

function lockedBy(holder: string): (cwd: string) => void {
  return (cwd) => {
    mkdirSync(join(cwd, reportFolder));
    writeFileSync(join(cwd, reportFolder, '.lock'), holder);
  };
}

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const { pid, ended } = startConformance(['--version']);
  await ended;
  return pid;
}

describe.concurrent('the folder for reports', () => {
  test('a file of that name: exit 2, nothing sent', async () => {
    const { code, stdout, stderr, cwd, calls } = await runIn(
      (folder) => writeFileSync(join(folder, 'taken'), 'mine'),
      '--out',
      'taken',
    );
    expect({ code, stdout, calls }).toEqual({ code: 2, stdout: '', calls: [] });
    expect(stderr).toMatch(/CONFORMANCE_OUT \(--out\) .*taken is not a folder/);
    expect(readFileSync(join(cwd, 'taken'), 'utf8')).toBe('mine');
  });

  test('held by a run that lives: exit 2, nothing sent, the lock left alone', async () => {
    const holder = String(process.ppid);
    const { code, stdout, stderr, calls, out } = await runIn(lockedBy(holder));
    expect({ code, stdout, calls }).toEqual({ code: 2, stdout: '', calls: [] });
    expect(stderr).toMatch(new RegExp(`is held by another run \\(process ${holder}\\)`));
    expect(readFileSync(join(out, '.lock'), 'utf8')).toBe(holder);
  });

  test('held by a run that is gone: taken over', async () => {
    const { code, files, calls } = await runIn(lockedBy(String(await endedProcess())));
    expect(code).toBe(0);
    expect(files).not.toContain('.lock');
    expect(calls).toHaveLength(requestCount);
  });

  test('a lock that says nothing: taken over', async () =>
    expect((await runIn(lockedBy('not a number'))).code).toBe(0));

  test('two runs at the same time: one of them sends', async () => {
    const held: (() => void)[] = [];
    await using service = await startService(
      (_, prepared, response) => void held.push(() => sendPrepared(prepared, response)),
    );
    const cwd = temporaryFolder();
    const env = { ...aimedAt(service), CONFORMANCE_OPERATION: 'put', CONFORMANCE_UNAUTHORIZED: 'false' };
    const first = startConformance(['run', '--timeout-ms', '60000'], { cwd, env });
    await until(() => held.length > 0);
    const second = await run([], { cwd, env });
    expect(second.code).toBe(2);
    expect(second.stderr).toContain(`process ${first.pid}`);
    for (const answer of held) answer();
    expect((await first.ended).code).toBe(0);
    expect(service.calls).toHaveLength(1);
  });

  test('deeper folders are made, and CONFORMANCE_OUT names one too', async () => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const env = { ...aimedAt(service), CONFORMANCE_OUT: 'build/reports/conformance' };
    expect((await run([], { cwd, env })).code).toBe(0);
    expect(existsSync(join(cwd, 'build/reports/conformance/report.json'))).toBe(true);
  });

  test('files of somebody else stay; reports of an earlier run do not', async () => {
    const { code, files } = await runIn(
      (cwd) => {
        mkdirSync(join(cwd, reportFolder));
        for (const name of ['notes.txt', 'junit.xml', 'report.md', 'report.json'])
          writeFileSync(join(cwd, reportFolder, name), 'old');
      },
      '--reporter',
      'json',
    );
    expect(code).toBe(0);
    expect(files).toEqual(['exchanges.ndjson', 'notes.txt', 'report.json']);
  });
});
