import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aimedAt, reportFolder, reportIn, row, until, without } from '../../commands/targets.ts';
import { startConformance, temporaryFolder } from '../../support/cli.ts';
import { goodToken, silentToPut, startService } from '../../support/service.ts';

/** A signal ends a run in good order: reports of what was done, and an exit code that says so. */

test('SIGINT in the middle of a run: exit 130, all reports of what was done, nothing more sent', async () => {
  await using service = await startService(silentToPut);
  const cwd = temporaryFolder();
  const args = ['run', '--repeat', '3', '--serial', '--timeout-ms', '60000'];
  const run = startConformance(args, { cwd, env: aimedAt(service) });
  await run.printed('stderr', /^\[2\/8\]/m);
  await until(() => service.calls.length === 3);
  run.signal('SIGINT');
  const { code, stdout, stderr } = await run.ended;
  expect([code, service.calls.length]).toEqual([130, 3]);
  const out = join(cwd, reportFolder);
  const report = reportIn(out);
  expect(report.summary).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
  expect(report.summary.reasons[0]).toBe('The run was interrupted before all planned requests were sent');
  expect(report.run.cut).toBe(true);
  const ids = report.exchanges.map(({ id }) => id);
  expect(ids).toEqual(['put-no-header', 'put-made-up-token', 'put-authorised']);
  const unchecked = { verdict: 'not-exercised', reason: 'the run was interrupted' };
  expect(row(report, 'delete.data:presence')).toMatchObject(unchecked);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^INCOMPLETE \(exit 3\): The run was interrupted/);
  expect(stderr).toContain('interrupted (exit 130); findings so far: exit 3\n');
  expect(report.exchanges.at(-1)?.failure?.kind).toBe('interrupted');
  const effect = { operation: 'put', id: null, state: 'unknown', exchange: 'put-authorised' };
  expect(report.effects).toEqual([effect]);
  for (const name of ['junit.xml', 'report.md', 'report.html'])
    expect(readFileSync(join(out, name), 'utf8')).not.toBe('');
});

/** Whether a process runs; one that ended and that nobody has waited for does not. */
function isRunning(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text[text.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return false;
  }
}

/** Commands that go on for ten minutes, each in a way of its own; the file says which processes they are made of. */
const waits = 'echo $$ > pids; exec sleep 600';
const startsAnother = 'sleep 600 & echo $! $$ > pids; wait';
const ignores = "trap '' INT TERM HUP; sleep 600 & echo $! $$ > pids; wait; wait";
/** Its child leaves the process group and holds its output. */
const leaves = 'setsid sh -c "echo \\$\\$ > left; exec sleep 600" 2>&1 & echo $$ > pids; sleep 600';

const processesIn = (cwd: string, file: string) =>
  readFileSync(join(cwd, file), 'utf8').trim().split(' ').map(Number);

/** Resolves once every process is gone that a command wrote down. */
const untilGone = (cwd: string) => until(() => processesIn(cwd, 'pids').every((pid) => !isRunning(pid)));

/** Resolves once the command has written down which processes it is made of. */
function untilStarted(cwd: string, name = 'pids'): Promise<void> {
  const file = join(cwd, name);
  return until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const;
const byToken = (command: string) => ({ CONFORMANCE_ACCESS_TOKEN_COMMAND: command });
const byRule = (command: string) => ({
  CONFORMANCE_ACCESS_TOKEN: goodToken,
  CONFORMANCE_RULE_COMMAND: command,
});

test.concurrent.each([
  ['run', byToken, waits, 'SIGINT'],
  ['run', byToken, startsAnother, 'SIGINT'],
  ['run', byToken, ignores, 'SIGINT'],
  ['run', byToken, leaves, 'SIGINT'],
  ['run', byRule, waits, 'SIGTERM'],
  ['doctor', byToken, ignores, 'SIGTERM'],
] as const)(
  "a signal during an operator's command: %s, %o, %s: %s ends both at once, nothing is sent",
  async (runner, settings, command, signal) => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const aimed = without(aimedAt(service), 'CONFORMANCE_ACCESS_TOKEN', 'CONFORMANCE_AUTOMATION_RULE_ID');
    const env = { ...aimed, ...settings(command) };
    const started = startConformance([runner], { cwd, env });
    const hasLeft = command === leaves;
    for (const file of hasLeft ? ['pids', 'left'] : ['pids']) await untilStarted(cwd, file);
    started.signal(signal);
    const stderr = 'conformance: ended by a signal; nothing was sent.\n';
    expect(await started.ended).toEqual({ code: codes[signal], stdout: '', stderr });
    expect(service.calls).toEqual([]);
    await untilGone(cwd);
    for (const pid of hasLeft ? processesIn(cwd, 'left') : []) {
      expect(isRunning(pid), 'it was not waited for').toBe(true);
      process.kill(pid);
    }
  },
);

test.concurrent.each([
  ['run', waits, 'SIGINT'],
  ['run --watch', ignores, 'SIGTERM'],
] as const)(
  'a signal during the cleanup command: %s, %s: %s ends both, and the reports are written',
  async (args, command, signal) => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const env = { ...aimedAt(service), CONFORMANCE_CLEANUP_COMMAND: command };
    const started = startConformance(args.split(' '), { cwd, env });
    await untilStarted(cwd);
    started.signal(signal);
    const ended = await started.ended;
    expect(ended.code).toBe(codes[signal]);
    expect(ended.stderr).toContain('CONFORMANCE_CLEANUP_COMMAND was ended, as the run was interrupted');
    expect(reportIn(join(cwd, reportFolder)).summary.exitCode).toBe(0);
    await untilGone(cwd);
  },
);

test('a cleanup command that a signal left to run: a second one ends both at once', async () => {
  await using service = await startService(silentToPut);
  const cwd = temporaryFolder();
  const env = { ...aimedAt(service), CONFORMANCE_CLEANUP_COMMAND: startsAnother };
  const started = startConformance(['run', '--serial', '--timeout-ms', '60000'], { cwd, env });
  await until(() => service.calls.length === 3);
  started.signal('SIGINT');
  await untilStarted(cwd);
  started.signal('SIGINT');
  expect((await started.ended).code).toBe(130);
  await untilGone(cwd);
});
