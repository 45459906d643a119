import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aimedAt, reportFolder, reportIn } from '../../commands/targets.ts';
import { root, temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { type Script, type ScriptedService, startService } from '../../support/service.ts';

/** The process of a run: a clock that jumps, readers that go away, a crash. */

const program = join(root, 'dist/src/cli/main.js');

interface Shell {
  readonly code: number | null;
  /** Both streams, as far as they lead back here. */
  readonly text: string;
  readonly calls: ScriptedService['calls'];
  readonly cwd: string;
}

interface ShellOptions {
  /** Source of a module that Node.js loads before the command, and in its threads. */
  readonly preload?: string;
  readonly script?: Script;
}

/** A run as a shell starts it, against a service of its own. `RUN` in the command stands for it. */
async function inShell(command: string, { preload = '', script }: ShellOptions = {}): Promise<Shell> {
  await using service = await startService(script);
  const cwd = temporaryFolder();
  const module = `data:text/javascript,${encodeURIComponent(preload)}`;
  const run = `'${process.execPath}' --import '${module}' '${program}' run`;
  const shell = spawn('bash', ['-c', `set -o pipefail; ${command.replace('RUN', () => run)}`], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...aimedAt(service) },
  });
  let text = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  const code = await new Promise<number | null>((resolve) => shell.once('close', resolve));
  return { code, text, calls: service.calls, cwd };
}

/** An hour back, none and one forth in turn, with every look at the clock. */
const jumpingClock = `
  const RealDate = Date;
  const now = Date.now;
  let looks = 0;
  const jumped = () => now() + (looks++ % 3 - 1) * 3_600_000;
  globalThis.Date = class extends RealDate {
    constructor(...given) { if (given.length === 0) super(jumped()); else super(...given); }
    static now() { return jumped(); }
  };
`;

test('a clock that jumps: the run ends as it should, and nothing took less than no time', async () => {
  const { code, text, cwd } = await inShell('RUN --repeat 3 --delay-ms 5', { preload: jumpingClock });
  expect(code, text).toBe(0);
  const { run, exchanges } = reportIn(join(cwd, reportFolder));
  const starts = exchanges.map(({ timings }) => Date.parse(timings.startedAt));
  expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(3_500_000);
  expect(run.durationMs).toBeGreaterThanOrEqual(0);
  for (const { connectMs, firstByteMs, totalMs } of exchanges.map(({ timings }) => timings)) {
    expect(firstByteMs).toBeGreaterThanOrEqual(connectMs ?? 0);
    expect(totalMs).toBeGreaterThanOrEqual(firstByteMs ?? 0);
  }
});

describe('streams that are lost', () => {
  test.each([
    { name: 'standard output, whose reader goes away', command: 'RUN | true' },
    { name: 'both, closed from the start', command: 'RUN >&- 2>&-' },
  ])('$name: the run goes on to its end', async ({ command }) => {
    const { code, text, calls, cwd } = await inShell(command);
    expect(code).toBe(0);
    expect(calls).toHaveLength(requestCount);
    expect(text).not.toMatch(/^ +at /m);
    expect(reportIn(join(cwd, reportFolder)).summary.outcome).toBe('conforms');
  });

  test.runIf(existsSync('/dev/full'))(
    'standard output that cannot be written is a fault, and named',
    async () => {
      const { code, text, cwd } = await inShell('RUN > /dev/full');
      expect(code).toBe(4);
      expect(text).toMatch(/^conformance: standard output cannot be written \(ENOSPC\)$/m);
      expect(text).not.toMatch(/^ +at /m);
      expect(reportIn(join(cwd, reportFolder)).summary.outcome).toBe('conforms');
    },
  );
});

test('an exception that nobody caught is a fault of ours, never a verdict', async () => {
  // Not before the command has begun, however long that takes.
  const preload = `
    import { isMainThread } from "node:worker_threads";
    const begun = () => process.listenerCount("uncaughtException") > 0;
    const timer = isMainThread && setInterval(() => { if (begun()) { clearInterval(timer); throw new Error("boom"); } }, 20);`;
  const { code, text } = await inShell('RUN --timeout-ms 20000', { preload, script: () => undefined });
  expect(code).toBe(4);
  expect(text).toMatch(/^conformance: fault of the suite itself: boom$/m);
  expect(text).not.toMatch(/^ +at /m);
});
