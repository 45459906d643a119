import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conformance, folderWith } from '../support/cli.ts';
import { putAnswer } from '../support/conforming.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { aimedAt, reportIn, run } from './targets.ts';

/** --require-shown: single deviations from what only an example shows fail a run, and the others do not. */

const count = 'put.data.conditions:count';
const created = 'put.data.createdAt:format';

/** Stores one of two conditions, on a day that does not exist. */
const storesOne: Script = (call, prepared, response) => {
  const conditions = putAnswer.data.conditions.slice(0, 1);
  const data = { ...putAnswer.data, conditions, createdAt: '2025-02-30' };
  const isPut = call.operation === 'put' && prepared.status === 200;
  sendPrepared(isPut ? { ...prepared, body: JSON.stringify({ ...putAnswer, data }) } : prepared, response);
};

const body = JSON.stringify({
  ...{ name: putAnswer.data.name, businessDataTypeId: 'bdt-1', derivativeType: 'FUTURE' },
  action: putAnswer.data.action,
  conditions: putAnswer.data.conditions.map((one) => ({ ...one, type: 'CURRENCY_FIAT', jsonPath: '$.a' })),
});

async function judged(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  await using service = await startService(storesOne);
  const cwd = folderWith({ 'body.json': body });
  const env = { ...aimedAt(service), CONFORMANCE_TRANSFORMER_FILE: 'body.json', ...more };
  return await run(args, { cwd, env });
}

describe('a service that stores one of two conditions', () => {
  test('conforms as long as nobody asks for more', async () => {
    const { code, report } = await judged([]);
    expect(code).toBe(0);
    expect(report().run.options).not.toHaveProperty('requireShown');
  });

  test('fails where that is required, in every format, and again when it is rendered', async () => {
    const formats = ['--reporter', 'terminal,json,junit,markdown,html,sarif,code-quality'];
    const { code, stdout, report, out, cwd } = await judged(['--require-shown', count, ...formats]);
    expect(code).toBe(1);
    const { run: made, summary, conclusion } = report();
    expect(made.options.requireShown).toEqual([count]);
    expect(summary.reasons[0]).toMatch(/^PUT: conditions has fewer elements than/);
    expect(conclusion.verdict).toBe(
      'The service does not conform: one problem in its responses; one minor problem in what the document only suggests',
    );
    expect(stdout).toMatch(/✗ PUT: conditions has fewer elements than/);
    expect(stdout).toMatch(/! PUT: createdAt has day 30, which does not exist/);
    const texts = Object.fromEntries(
      readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]),
    );
    expect(texts['junit.xml']).toMatch(/<failure message="PUT: conditions has fewer elements than/);
    expect(texts['junit.xml']?.match(/<failure/g)).toHaveLength(1);
    expect(texts['report.md']).toContain(`also required: ${count}`);
    const levels = JSON.parse(texts['report.sarif'] ?? '').runs[0].results.map(
      (one: { ruleId: string; level: string }) => [one.ruleId, one.level],
    );
    const { [count]: required, [created]: other } = Object.fromEntries(levels);
    expect([required, other === 'error']).toEqual(['error', false]);
    const again = await conformance(['render', join(out, 'exchanges.ndjson'), '--out', 'again'], { cwd });
    expect(again.stdout).toMatch(/✗ PUT: conditions has fewer elements than/);
    expect(reportIn(join(cwd, 'again')).summary).toEqual(summary);
  });

  test('from a variable and a configuration, several of them', async () => {
    const { code, report } = await judged([], { CONFORMANCE_REQUIRE_SHOWN: `${count}, ${created}` });
    expect(code).toBe(1);
    expect(report().run.options.requireShown).toEqual([count, created]);
  });
});
