import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { aimedAt, reportFolder, reportIn, row, until, without } from '../../commands/targets.ts';
import { startConformance, temporaryFolder } from '../../support/cli.ts';
import { longOnes } from '../../support/properties.ts';
import { goodToken, type Script, sendPrepared, startService } from '../../support/service.ts';

/** A signal ends a run in good order: reports of what was done, and an exit code that says so. */

/** Answers the DELETE at once, and the authorised PUT never. */
const slow: Script = (call, prepared, response) => {
  if (call.operation === 'delete' || call.credentials !== 'authorised') sendPrepared(prepared, response);
};

/** Long enough for everything to be loaded that a run loads while it waits for answers, milliseconds. */
const loadedAfterMs = 2_000;

async function interrupted(signal: NodeJS.Signals, { afterMs = 0 } = {}) {
  await using service = await startService(slow);
  const cwd = temporaryFolder();
  const args = ['run', '--repeat', '3', '--serial', '--timeout-ms', '60000'];
  const run = startConformance(args, { cwd, env: aimedAt(service) });
  await run.printed('stderr', /^\[2\/8\]/m);
  await until(() => service.calls.length === 3);
  await sleep(afterMs);
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
    for (const name of ['junit.xml', 'report.md', 'report.html'])
      expect(readFileSync(join(out, name), 'utf8')).not.toBe('');
  });

  test('what was on its way when the signal came may have had its effect', async () => {
    const { out } = await interrupted('SIGINT');
    expect(reportIn(out).exchanges.at(-1)?.failure?.kind).toBe('interrupted');
    expect(reportIn(out).effects).toEqual([
      { operation: 'put', id: null, state: 'unknown', exchange: 'put-authorised' },
    ]);
  });

  test.each([
    { signal: 'SIGINT', code: 130 },
    { signal: 'SIGTERM', code: 143 },
  ] as const)('$signal once all is loaded: exit $code and the reports', async ({ signal, code }) => {
    const ended = await interrupted(signal, { afterMs: loadedAfterMs });
    expect(ended.code).toBe(code);
    expect(existsSync(join(ended.out, 'report.json'))).toBe(true);
    expect(reportIn(ended.out).run.cut).toBe(true);
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
    leaves: true,
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

/** What runs an operator's command, and the settings by which it does. */
const runners = [
  {
    runner: 'run, for the token',
    args: ['run'],
    settings: (command: string) => ({ CONFORMANCE_ACCESS_TOKEN_COMMAND: command }),
  },
  {
    runner: 'run, for the rule',
    args: ['run'],
    settings: (command: string) => ({
      CONFORMANCE_ACCESS_TOKEN: goodToken,
      CONFORMANCE_RULE_COMMAND: command,
    }),
  },
  {
    runner: 'doctor',
    args: ['doctor'],
    settings: (command: string) => ({ CONFORMANCE_ACCESS_TOKEN_COMMAND: command }),
  },
];

const duringCommands = runners.flatMap((runner) =>
  signals.flatMap(({ signal, code }) =>
    commands
      .filter(({ leaves }) => leaves !== true || process.platform === 'linux')
      .map(({ name, command, leaves = false }) => ({ ...runner, signal, code, name, command, leaves })),
  ),
);

test.concurrent.each(longOnes(duringCommands))(
  "a signal during an operator's command: $runner, $name: $signal ends both at once, nothing is sent",
  async ({ args, settings, signal, code, command, leaves }) => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const aimed = without(aimedAt(service), 'CONFORMANCE_ACCESS_TOKEN', 'CONFORMANCE_AUTOMATION_RULE_ID');
    const started = startConformance(args, { cwd, env: { ...aimed, ...settings(command) } });
    for (const file of leaves ? ['pids', 'left'] : ['pids']) await untilStarted(cwd, file);
    started.signal(signal);
    const stderr = 'conformance: ended by a signal; nothing was sent.\n';
    expect(await started.ended).toEqual({ code, stdout: '', stderr });
    expect(service.calls).toEqual([]);
    await untilGone(cwd);
    for (const pid of leaves ? processesIn(cwd, 'left') : []) {
      expect(isRunning(pid), 'it was not waited for').toBe(true);
      process.kill(pid);
    }
    const out = join(cwd, reportFolder);
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  },
);

const duringCleanup = [['run'], ['run', '--watch']].flatMap((args) =>
  signals.flatMap((signal) =>
    commands.filter(({ leaves }) => leaves !== true).map((command) => ({ args, ...signal, ...command })),
  ),
);

describe.concurrent('a signal during the cleanup command', () => {
  test.each(longOnes(duringCleanup))(
    '$args, $name: $signal ends both, and the reports are written',
    async ({ args, signal, code, command }) => {
      await using service = await startService();
      const cwd = temporaryFolder();
      const env = { ...aimedAt(service), CONFORMANCE_CLEANUP_COMMAND: command };
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

  test.each(signals)('that a signal left to run: a second $signal ends both at once', async (one) => {
    await using service = await startService(slow);
    const cwd = temporaryFolder();
    const command = 'sleep 600 & echo $! $$ > pids; wait';
    const env = { ...aimedAt(service), CONFORMANCE_CLEANUP_COMMAND: command };
    const args = ['run', '--serial', '--timeout-ms', '60000'];
    const started = startConformance(args, { cwd, env });
    await until(() => service.calls.length === 3);
    started.signal(one.signal);
    await untilStarted(cwd);
    started.signal(one.signal);
    expect((await started.ended).code).toBe(one.code);
    await untilGone(cwd);
  });
});
