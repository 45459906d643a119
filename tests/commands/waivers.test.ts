import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import schema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import { temporaryFolder } from '../support/cli.ts';
import { refused } from './refused-waivers.ts';
import { aimedAt, type Run, run, withService } from './targets.ts';
import { type Case, enabled, file, judged } from './waiver-cases.ts';

/** What each kind of waiver does to a run, by whole processes: the exit code, what is said, and what was sent. */

const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

async function ran({ script, waivers, args = [] }: Case): Promise<Run & { readonly sent: number }> {
  const cwd = temporaryFolder();
  const text = typeof waivers === 'string' ? waivers : JSON.stringify({ waivers }, null, 2);
  writeFileSync(join(cwd, file), text);
  return withService(script, async (service) => {
    const end = await run(['--waivers', file, ...args], { cwd, env: aimedAt(service) });
    return { ...end, sent: service.calls.length };
  });
}

function expectSound({ out, report }: Run): void {
  validate(report());
  expect(validate.errors).toBeNull();
  const { requirements, summary } = report();
  const waived = requirements.filter(({ verdict }) => verdict === 'waived');
  expect(summary.stated.waived + summary.shown.waived).toBe(waived.length);
  const xml = new DOMParser().parseFromString(readFileSync(join(out, 'junit.xml'), 'utf8'), 'text/xml');
  const root = xml.documentElement;
  const counted = (name: string) => root?.getElementsByTagName(name).length;
  const said = (name: string) => Number(root?.getAttribute(name));
  expect(['tests', 'failures', 'errors'].map(said)).toEqual(['testcase', 'failure', 'error'].map(counted));
  const suites = [...(root?.getElementsByTagName('testsuite') ?? [])];
  const skipped = suites.reduce((sum, suite) => sum + Number(suite.getAttribute('skipped')), 0);
  expect(skipped).toBe(counted('skipped'));
  expect(said('failures') + said('errors') > 0).toBe(summary.exitCode !== 0);
  for (const { id } of waived) {
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain(
      `\`${id}\`: accepted until 2999-12-31 by ledger team: agreed until release 7`,
    );
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain(
      'accepted until 2999-12-31 by ledger team: agreed until release 7',
    );
  }
}

describe.concurrent('a run is judged with', () => {
  test.each(judged)('a waiver: $name', async (one) => {
    const end = await ran(one);
    for (const part of one.says) expect(end.stdout).toMatch(part);
    expect(end.code).toBe(one.exitCode);
    expect(end.report().summary.exitCode).toBe(one.exitCode);
    expect(end.report().waivers.map(({ state }) => state)).toEqual(one.states);
    expectSound(end);
    expect(end.sent).toBeGreaterThan(0);
  });
});

describe.concurrent('nothing is sent with', () => {
  test.each(refused)('a waiver: $name', async (one) => {
    const end = await ran(one);
    for (const part of one.says) expect(end.stderr).toMatch(part);
    expect(end.code).toBe(2);
    expect([end.sent, end.files]).toEqual([0, null]);
  });
});

test('a stale waiver is told of the embedded service too', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, file), JSON.stringify({ waivers: [enabled] }));
  const end = await run(['--reference'], { cwd, env: { CONFORMANCE_WAIVERS_FILE: file } });
  expect(end.code).toBe(1);
  expect(end.stdout).toContain('! put.data.enabled:type: no longer needed');
});
