import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startConformance, temporaryFolder } from '../../cli/cli.ts';
import { reportIn } from '../../cli/targets.ts';
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

test.each([
  { signal: 'SIGINT', code: 130 },
  { signal: 'SIGTERM', code: 143 },
] as const)('$signal in the middle of traffic without an end: exit $code', async ({ signal, code }) => {
  const cwd = temporaryFolder();
  const path = join(cwd, 'endless.ndjson');
  execFileSync('mkfifo', [path]);
  const check = startConformance(['check', 'endless.ndjson'], { cwd });
  const pipe = await open(path, 'w');
  try {
    await pipe.writeFile(enough);
    await sleep(readAfterMs);
    check.signal(signal);
    const ended = await check.ended;
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(
      `ended by a signal: the exit code is ${code}; 1 is that of what was found until then.\n`,
    );
    expect(ended.stdout).toContain('The traffic was not read to its end');
    expect(ended.stdout).not.toContain('The run was cut');
    const { summary, run, traffic } = reportIn(join(cwd, 'traffic-report'));
    expect(summary).toMatchObject({ outcome: 'deviates', exitCode: 1 });
    expect(run.cut).toBe(true);
    expect(traffic?.exchanges).toBeGreaterThan(0);
  } finally {
    await pipe.close();
  }
});
