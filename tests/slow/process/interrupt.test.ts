import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aimedAt, reportFolder, reportIn, row, until, without } from '../../commands/targets.ts';
import { startConformance, temporaryFolder } from '../../support/cli.ts';
import { goodToken, type Script, sendPrepared, startService } from '../../support/service.ts';

/** A signal ends a run in good order: reports of what was done, and an exit code that says so. */

/** Answers the DELETE at once, and the authorised PUT never. */
const slow: Script = (call, prepared, response) => {
  if (call.operation === 'delete' || call.credentials !== 'authorised') sendPrepared(prepared, response);
};

async function interrupted(signal: NodeJS.Signals) {
  await using service = await startService(slow);
  const cwd = temporaryFolder();
  const args = ['run', '--repeat', '3', '--serial', '--timeout-ms', '60000'];
  const run = startConformance(args, { cwd, env: aimedAt(service) });
  await run.printed('stderr', /^\[2\/8\]/m);
  await until(() => service.calls.length === 3);
  run.signal(signal);
  return { ...(await run.ended), calls: service.calls, out: join(cwd, reportFolder) };
}

describe.concurrent('a signal in the middle of a run', () => {
  test('SIGINT: exit 130, all reports of what was done, nothing more sent', async () => {
    const { code, stdout, stderr, out, calls } = await interrupted('SIGINT');
    expect(code).toBe(130);
    const report = reportIn(out);
    expect(report.summary).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
    expect(report.summary.reasons[0]).toBe('the run was interrupted before all planned requests were sent');
    expect(report.run.cut).toBe(true);
    expect(calls).toHaveLength(3);
    expect(report.exchanges.map(({ id }) => id)).toEqual([
      'put-no-header',
      'put-made-up-token',
      'put-authorised',
    ]);
    expect(row(report, 'delete.data:presence')).toMatchObject({
      verdict: 'not-exercised',
      reason: 'the run was interrupted',
    });
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^INCOMPLETE \(exit 3\): The run was interrupted/);
    expect(stderr).toContain('interrupted (exit 130); findings so far: exit 3\n');
    expect(report.exchanges.at(-1)?.failure?.kind).toBe('interrupted');
    expect(report.effects).toEqual([
      { operation: 'put', id: null, state: 'unknown', exchange: 'put-authorised' },
    ]);
    for (const name of ['junit.xml', 'report.md', 'report.html'])
      expect(readFileSync(join(out, name), 'utf8')).not.toBe('');
  });
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
const commands = [
  { name: 'a command that waits', command: 'echo $$ > pids; exec sleep 600' },
  { name: 'one that started another', command: 'sleep 600 & echo $! $$ > pids; wait' },
  {
    name: 'one that ignores signals',
    command: "trap '' INT TERM HUP; sleep 600 & echo $! $$ > pids; wait; wait",
  },
  {
    name: 'one whose child left the process group and holds its output',
    command: 'setsid sh -c "echo \\$\\$ > left; exec sleep 600" 2>&1 & echo $$ > pids; sleep 600',
  },
];

const processesIn = (cwd: string, file: string) =>
  readFileSync(join(cwd, file), 'utf8').trim().split(' ').map(Number);

/** Resolves once every process is gone that a command wrote down. */
const untilGone = (cwd: string) => until(() => processesIn(cwd, 'pids').every((pid) => !isRunning(pid)));

/** Resolves once the command has written down which processes it is made of. */
function untilStarted(cwd: string, name = 'pids'): Promise<void> {
  const file = join(cwd, name);
  return until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
}

const signals = [
  { signal: 'SIGINT', code: 130 },
  { signal: 'SIGTERM', code: 143 },
] as const;

const byToken = (command: string) => ({ CONFORMANCE_ACCESS_TOKEN_COMMAND: command });
const byRule = (command: string) => ({
  CONFORMANCE_ACCESS_TOKEN: goodToken,
  CONFORMANCE_RULE_COMMAND: command,
});
const [waits, , ignores, leaves] = commands;

const duringCommands = [
  ...commands.map((command) => ({ command, runner: 'run', settings: byToken, ...signals[0] })),
  { command: waits, runner: 'run', settings: byRule, ...signals[1] },
  { command: ignores, runner: 'doctor', settings: byToken, ...signals[1] },
];

test.concurrent.each(duringCommands)(
  "a signal during an operator's command: $runner, $command.name: $signal ends both at once, nothing is sent",
  async ({ runner, settings, signal, code, command }) => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const aimed = without(aimedAt(service), 'CONFORMANCE_ACCESS_TOKEN', 'CONFORMANCE_AUTOMATION_RULE_ID');
    const env = { ...aimed, ...settings(command?.command ?? '') };
    const started = startConformance([runner], { cwd, env });
    const hasLeft = command === leaves;
    for (const file of hasLeft ? ['pids', 'left'] : ['pids']) await untilStarted(cwd, file);
    started.signal(signal);
    const stderr = 'conformance: ended by a signal; nothing was sent.\n';
    expect(await started.ended).toEqual({ code, stdout: '', stderr });
    expect(service.calls).toEqual([]);
    await untilGone(cwd);
    for (const pid of hasLeft ? processesIn(cwd, 'left') : []) {
      expect(isRunning(pid), 'it was not waited for').toBe(true);
      process.kill(pid);
    }
  },
);

test.concurrent.each([
  { args: ['run'], command: waits, ...signals[0] },
  { args: ['run', '--watch'], command: ignores, ...signals[1] },
])(
  'a signal during the cleanup command: $args, $command.name: $signal ends both, and the reports are written',
  async ({ args, signal, code, command }) => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const env = { ...aimedAt(service), CONFORMANCE_CLEANUP_COMMAND: command?.command ?? '' };
    const started = startConformance(args, { cwd, env });
    await untilStarted(cwd);
    started.signal(signal);
    const ended = await started.ended;
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain('CONFORMANCE_CLEANUP_COMMAND was ended, as the run was interrupted');
    expect(reportIn(join(cwd, reportFolder)).summary.exitCode).toBe(0);
    await untilGone(cwd);
  },
);

test('a cleanup command that a signal left to run: a second one ends both at once', async () => {
  await using service = await startService(slow);
  const cwd = temporaryFolder();
  const env = { ...aimedAt(service), CONFORMANCE_CLEANUP_COMMAND: 'sleep 600 & echo $! $$ > pids; wait' };
  const started = startConformance(['run', '--serial', '--timeout-ms', '60000'], { cwd, env });
  await until(() => service.calls.length === 3);
  started.signal('SIGINT');
  await untilStarted(cwd);
  started.signal('SIGINT');
  expect((await started.ended).code).toBe(130);
  await untilGone(cwd);
});
