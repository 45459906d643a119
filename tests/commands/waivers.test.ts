import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { type Script, sendPrepared } from '../support/service.ts';
import { aimedAt, run, withService } from './targets.ts';
import { file } from './waived-runs.ts';

/** What a file of waivers does to a run of the command; tests/unit/report/waivers.test.ts has every kind of waiver. */

const open = { reason: 'agreed until release 7', owner: 'ledger team', expires: '2999-12-31' };
const enabled = { id: 'put.data.enabled:type', ...open, ticket: 'LED-1' };

/** `enabled` of the PUT is text. */
const textual: Script = (call, prepared, response) => {
  const body =
    call.operation === 'put' ? prepared.body.replace('"enabled":true', '"enabled":"yes"') : prepared.body;
  sendPrepared({ ...prepared, body }, response);
};

async function ran(waivers: readonly object[], script: Script | undefined, args: readonly string[] = []) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, file), JSON.stringify({ waivers }, null, 2));
  return withService(script, async (service) => {
    const end = await run(['--waivers', file, ...args], { cwd, env: aimedAt(service) });
    return { ...end, sent: service.calls.length };
  });
}

describe.concurrent('a run is judged with a waiver that', () => {
  test.each<
    readonly [
      name: string,
      script: Script | undefined,
      waiver: object,
      args: readonly string[],
      exitCode: number,
      states: string,
      says: RegExp,
    ]
  >([
    [
      'covers what deviates',
      textual,
      enabled,
      [],
      0,
      'active',
      /○ put.data.enabled:type: accepted until 2999-12-31 by ledger team: agreed until\s+release 7, ticket\s+LED-1/,
    ],
    [
      'is stale',
      undefined,
      enabled,
      [],
      1,
      'stale',
      /put\.data\.enabled:type: no longer needed, it conforms now/,
    ],
    [
      'is stale, which is only told',
      undefined,
      enabled,
      ['--stale-waivers', 'warn'],
      0,
      'stale',
      /CONFORMS \(exit 0\)/,
    ],
  ])('%s', async (_, script, waiver, args, exitCode, state, says) => {
    const end = await ran([waiver], script, args);
    expect(end.stdout).toMatch(says);
    expect([end.code, end.report().summary.exitCode]).toEqual([exitCode, exitCode]);
    expect(end.report().waivers.map((one) => one.state)).toEqual([state]);
  });
});

test('nothing is sent with waivers that are wrong, and all that is wrong is named', async () => {
  const end = await ran([{ ...enabled, id: 'put.data.enabeld:type' }, { id: 'x' }], textual);
  expect([end.code, end.sent, end.files]).toEqual([2, 0, null]);
  expect(end.stderr).toMatch(/line 4, entry 1 .* has an id that no requirement has/);
  expect(end.stderr).toContain('Did you mean put.data.enabled:type');
  expect(end.stderr).toContain('lacks expires');
});

test('a stale waiver is told of the embedded service too', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, file), JSON.stringify({ waivers: [enabled] }));
  const end = await run(['--reference'], { cwd, env: { CONFORMANCE_WAIVERS_FILE: file } });
  expect(end.code).toBe(1);
  expect(end.stdout).toContain('put.data.enabled:type: no longer needed');
});
