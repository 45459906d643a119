import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aimedAt, reportFolder, runProcess as run } from '../../commands/targets.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { type Script, type ScriptedService, sendPrepared, startService } from '../../support/service.ts';

/** The folder for reports, when it is not what it should be: found before anything is sent, or named at the end. */

interface Outcome extends Awaited<ReturnType<typeof run>> {
  readonly calls: ScriptedService['calls'];
}

async function runIn(cwd: string, args: readonly string[] = [], script?: Script): Promise<Outcome> {
  await using service = await startService(script);
  return { ...(await run(args, { cwd, env: aimedAt(service) })), calls: service.calls };
}

/** Mounts a file system of a given size, which only root may; false where that is not permitted. */
function mounted(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
    return true;
  } catch {
    return false;
  }
}

function linesOf(journal: string): readonly Record<string, unknown>[] {
  return readFileSync(journal, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
}

test('that is filled while a run goes on: exit 4, the file named, nothing sent that the journal lacks', async ({
  skip,
}) => {
  const cwd = temporaryFolder();
  if (!mounted(cwd, '3m')) skip('mounting is not permitted here');
  const large: Script = (_, prepared, response) =>
    sendPrepared({ ...prepared, body: `${prepared.body}${' '.repeat(1_000_000)}` }, response);
  const { code, stderr, calls, out } = await runIn(cwd, ['--serial', '--repeat', '9'], large);
  expect(code).toBe(4);
  const [, name = ''] =
    /(exchanges\.[0-9a-f]{12}\.ndjson) cannot be written \(ENOSPC\); it holds what was sent before/.exec(
      stderr,
    ) ?? [];
  const lines = linesOf(join(out, name));
  expect(lines.filter(({ line }) => line === 'intent').length).toBeGreaterThanOrEqual(calls.length);
  expect(calls.length).toBeLessThan(14);
});

test('a report that cannot be written at the end: exit 4, named, and everything else is there', async () => {
  const cwd = temporaryFolder();
  const inTheWay: Script = (_, prepared, response) => {
    mkdirSync(join(cwd, reportFolder, 'report.json'), { recursive: true });
    sendPrepared(prepared, response);
  };
  const { code, stderr, stdout, out, calls } = await runIn(cwd, [], inTheWay);
  expect(code).toBe(4);
  expect(stderr).toMatch(/^conformance: fault .*report\.json cannot be written \(EISDIR\)$/m);
  expect(stdout).toMatch(/^CONFORMS \(exit 0\)/m);
  expect(calls).toHaveLength(requestCount);
  const exchanges = linesOf(join(out, 'exchanges.ndjson')).filter(({ line }) => line === 'exchange');
  expect(exchanges).toHaveLength(requestCount);
  expect(existsSync(join(out, 'junit.xml'))).toBe(true);
});
