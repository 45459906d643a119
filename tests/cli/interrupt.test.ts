import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Script, sendPrepared } from '../support/service.ts';
import { startConformance, temporaryFolder } from './cli.ts';
import { aimedAt, reportFolder, reportIn, row, until, withService } from './targets.ts';

/** A signal ends a run in good order: reports of what was done, and an exit code that says so. */

/** Answers the DELETE at once, and the authorised PUT never. */
const slow: Script = (call, prepared, response) => {
  if (call.operation === 'delete' || call.credentials !== 'authorised') sendPrepared(prepared, response);
};

/** Long enough for everything to be loaded that a run loads while it waits for answers, milliseconds. */
const loadedAfterMs = 2_000;

async function interrupted(signal: NodeJS.Signals, { afterMs = 0 } = {}) {
  return withService(slow, async (service) => {
    const cwd = temporaryFolder();
    const args = ['run', '--repeat', '3', '--serial', '--timeout-ms', '60000'];
    const run = startConformance(args, { cwd, env: aimedAt(service) });
    await run.printed('stderr', /^\[2\/8\]/m);
    await until(() => service.calls.length === 3);
    await sleep(afterMs);
    run.signal(signal);
    return { ...(await run.ended), calls: service.calls, out: join(cwd, reportFolder) };
  });
}

describe.concurrent('a signal in the middle of a run', () => {
  test('SIGINT: exit 130, all reports of what was done, nothing more sent', async () => {
    const { code, stdout, out, calls } = await interrupted('SIGINT');
    expect(code).toBe(130);
    const report = reportIn(out);
    expect(report.summary).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
    expect(report.summary.reasons[0]).toBe('the run was cut before its plan was carried out');
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
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^INCOMPLETE \(exit 3\): the run was cut/);
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
    expect(existsSync(join(ended.out, '.lock'))).toBe(false);
  });

  test('the folder is let go', async () => {
    const { code, out } = await interrupted('SIGTERM');
    expect(code).toBe(143);
    expect(existsSync(join(out, '.lock'))).toBe(false);
  });
});
