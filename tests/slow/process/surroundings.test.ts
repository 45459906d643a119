import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aimedAt, reportFolder, reportIn } from '../../commands/targets.ts';
import { root, temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { type Script, type ScriptedService, sendPrepared, startService } from '../../support/service.ts';

/** The process of a run: a clock that jumps, readers that go away, a crash, a folder for reports that is not what it should be. */

const program = join(root, 'dist/src/cli/main.js');

interface Shell {
  readonly code: number | null;
  /** Both streams, as far as they lead back here. */
  readonly text: string;
  readonly calls: ScriptedService['calls'];
  readonly cwd: string;
  /** The folder for reports. */
  readonly out: string;
}

interface ShellOptions {
  /** Source of a module that Node.js loads before the command, and in its threads. */
  readonly preload?: string;
  readonly script?: Script;
  readonly cwd?: string;
}

/** A run as a shell starts it, against a service of its own. `RUN` in the command stands for it. */
async function inShell(command: string, options: ShellOptions = {}): Promise<Shell> {
  const { preload = '', script, cwd = temporaryFolder() } = options;
  await using service = await startService(script);
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
  return { code, text, calls: service.calls, cwd, out: join(cwd, reportFolder) };
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
  const { code, text, out } = await inShell('RUN --repeat 3 --delay-ms 5', { preload: jumpingClock });
  expect(code, text).toBe(0);
  const { run, exchanges } = reportIn(out);
  const starts = exchanges.map(({ timings }) => Date.parse(timings.startedAt));
  expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(3_500_000);
  expect(run.durationMs).toBeGreaterThanOrEqual(0);
  for (const { connectMs, firstByteMs, totalMs } of exchanges.map(({ timings }) => timings)) {
    expect(firstByteMs).toBeGreaterThanOrEqual(connectMs ?? 0);
    expect(totalMs).toBeGreaterThanOrEqual(firstByteMs ?? 0);
  }
});

test.each([
  ['a reader that goes away', 'RUN | true', 0, ''],
  ['both closed from the start', 'RUN >&- 2>&-', 0, ''],
  ['a full device', 'RUN > /dev/full', 4, 'conformance: standard output cannot be written (ENOSPC)\n'],
])('streams that are lost: %s: the run goes on to its end', async (_, command, exit, said) => {
  const { code, text, calls, out } = await inShell(command);
  expect([code, calls.length]).toEqual([exit, requestCount]);
  expect(text).toContain(said);
  expect(text).not.toMatch(/^ +at /m);
  expect(reportIn(out).summary.outcome).toBe('conforms');
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

/** Whole lines of a recording, of one kind. */
function linesOf(path: string, kind: string): number {
  const whole = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return whole.filter((line) => JSON.parse(line).line === kind).length;
}

test('a disk that fills up in the middle: exit 4, the file named, nothing sent that the journal lacks', async ({
  skip,
}) => {
  const cwd = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', cwd], { stdio: 'ignore' });
  } catch {
    skip('mounting is not permitted here');
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', cwd]));
  const script: Script = (_, prepared, response) =>
    sendPrepared({ ...prepared, body: `${prepared.body}${' '.repeat(1_000_000)}` }, response);
  const { code, text, calls, out } = await inShell('RUN --serial --repeat 9', { cwd, script });
  expect(code).toBe(4);
  expect(text).toMatch(
    /exchanges\.[0-9a-f]{12}\.ndjson cannot be written \(ENOSPC\); it holds what was sent before/,
  );
  const name = readdirSync(out).find((one) => /^exchanges\..*\.ndjson$/.test(one)) ?? '';
  expect(linesOf(join(out, name), 'intent')).toBeGreaterThanOrEqual(calls.length);
  expect(calls.length).toBeLessThan(14);
});

test('a report that cannot be written at the end: exit 4, named, and everything else is there', async () => {
  const cwd = temporaryFolder();
  const script: Script = (_, prepared, response) => {
    mkdirSync(join(cwd, reportFolder, 'report.json'), { recursive: true });
    sendPrepared(prepared, response);
  };
  const { code, text, out, calls } = await inShell('RUN', { cwd, script });
  expect([code, calls.length]).toEqual([4, requestCount]);
  expect(text).toMatch(/^conformance: fault .*report\.json cannot be written \(EISDIR\)$/m);
  expect(text).toMatch(/^CONFORMS \(exit 0\)/m);
  expect(linesOf(join(out, 'exchanges.ndjson'), 'exchange')).toBe(requestCount);
  expect(existsSync(join(out, 'junit.xml'))).toBe(true);
});
