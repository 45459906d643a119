import { execFileSync, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { reportIn } from '../../commands/targets.ts';
import { startConformance, temporaryFolder } from '../../support/cli.ts';
import { exchangeOf, putAnswer, utf8Response } from '../../support/conforming.ts';
import { asLine } from '../../support/traffic.ts';

/** A signal ends the reading of traffic: what was read is reported, and the last word is about all of it. */

const deviating = exchangeOf(
  'put',
  'authorised',
  utf8Response(JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, enabled: 'true' } })),
);

/** More than any pipe holds: once all is written, most has been read. */
const enough = `${asLine(deviating)}\n`.repeat(2_000);
/** Then the reader waits for more, milliseconds. */
const readAfterMs = 500;

/** Where it was interrupted by a signal while it waited for more. */
async function interrupted(signal: NodeJS.Signals, ...options: readonly string[]) {
  const cwd = temporaryFolder();
  execFileSync('mkfifo', ['endless.ndjson'], { cwd });
  const check = startConformance(['check', 'endless.ndjson', ...options], { cwd });
  // In a process of its own: whoever opens a pipe that nobody reads waits for ever.
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore'];
  const writer = spawn('sh', ['-c', 'exec cat > endless.ndjson'], { cwd, stdio });
  onTestFinished(() => void writer.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    writer.stdin.once('error', reject).write(enough, (error) => (error ? reject(error) : resolve()));
    check.ended.then(({ stderr }) => reject(new Error(`it read nothing: ${stderr}`)), reject);
  });
  await sleep(readAfterMs);
  check.signal(signal);
  return { cwd, ...(await check.ended) };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s in the middle of traffic without an end: exit %i', async (signal, code) => {
  const ended = await interrupted(signal);
  expect(ended.code).toBe(code);
  expect(ended.stderr).toContain(`interrupted (exit ${code}); findings so far: exit 1\n`);
  expect(ended.stdout).toContain('The traffic was not read to the end');
  const { summary, run, traffic } = reportIn(join(ended.cwd, 'traffic-report'));
  expect([summary.outcome, run.cut]).toEqual(['deviates', true]);
  expect(traffic?.exchanges).toBeGreaterThan(0);
});

test('a part is written whole or not at all: a signal leaves none, and says so', async () => {
  const options = '--partial part.json --part-id 1 --parts 1'.split(' ');
  const { cwd, code, stdout, stderr } = await interrupted('SIGINT', ...options);
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  expect(stderr).toBe('conformance: ended by a signal; the part was not written.\n');
  expect(readdirSync(cwd)).toEqual(['endless.ndjson']);
});
