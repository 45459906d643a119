import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, temporaryFolder } from '../support/cli.ts';
import { automationRuleId } from '../support/conforming.ts';
import { asPrepared, replacing, type Script, sendPrepared, startService } from '../support/service.ts';
import { aimedAt, run } from './targets.ts';

/** The earlier report of a run: named, or replaced. tests/report/compared.test.ts has what is said of two runs. */

const id = 'delete.data.createdAt:presence';

/** A rule without its createdAt. */
const deviating = replacing(/"createdAt":"[^"]*",/, '', 'delete');

async function runAgainst(script: Script, cwd: string, ...args: readonly string[]) {
  await using service = await startService(script);
  const ended = await run(['--reporter', 'json,markdown', ...args], { cwd, env: aimedAt(service) });
  const markdown = () => readFileSync(join(ended.out, 'report.md'), 'utf8');
  return { ...ended, calls: service.calls.length, markdown };
}

const previous = ['--previous', 'conformance-report/report.json'] as const;

describe.concurrent('run --previous', () => {
  test('reads the report that it replaces, and gates nothing', async () => {
    const cwd = temporaryFolder();
    await runAgainst(asPrepared, cwd);
    const worse = await runAgainst(deviating, cwd, ...previous);
    expect([worse.code, worse.report().change]).toMatchObject([1, { verdict: 'worse', appeared: [id] }]);
    expect(worse.markdown()).toMatch(/^- \*\*Changed:\*\* Worse than run .*: 1 new deviation/m);
    expect(worse.markdown()).toContain(`- **New (1):** \`${id}\``);
    const better = await runAgainst(asPrepared, cwd, ...previous);
    expect([better.code, better.report().change]).toMatchObject([0, { verdict: 'better', fixed: [id] }]);
    expect(better.markdown()).toContain(`- **Fixed (1):** \`${id}\``);
  });

  test('goes on before a first run, and where the two runs have nothing in common', async () => {
    const cwd = temporaryFolder();
    const first = await runAgainst(asPrepared, cwd, '--operation', 'put', ...previous);
    expect([first.code, first.stderr]).toEqual([0, expect.stringMatching(/no report .* to compare with/)]);
    expect(first.markdown()).toContain('- **Changed:** Not comparable: there is no report');
    const other = await runAgainst(asPrepared, cwd, '--operation', 'delete', ...previous);
    expect([other.code, other.report().change?.verdict]).toEqual([0, 'not-comparable']);
    expect(other.markdown()).toContain('have no requirement in common');
  });

  test('refuses what is no report before anything is sent; where nobody named it, it is passed over', async () => {
    const cwd = folderWith({ 'report.json': '{"formatVersion": 7}' });
    const { code, stderr, calls } = await runAgainst(asPrepared, cwd, '--previous', 'report.json');
    expect([code, calls]).toEqual([2, 0]);
    expect(stderr).toMatch(/CONFORMANCE_PREVIOUS_REPORT \(--previous\) .*report\.json has format version 7/);
    const passed = await runAgainst(asPrepared, cwd, '--out', '.');
    expect(passed.code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')).change).toBeNull();
  });
});

describe.concurrent('the report that a run replaces', () => {
  test('is compared where target and scope are the same', async () => {
    const cwd = temporaryFolder();
    await using service = await startService(deviating);
    const again = async (label: string, ...args: readonly string[]) => {
      const env = { ...aimedAt(service), CONFORMANCE_LABEL: label };
      return (await run(['--reporter', 'json', ...args], { cwd, env })).report();
    };
    const first = await again('v1');
    expect([first.change, first.run.label]).toEqual([null, 'v1']);
    const second = await again('v2');
    expect(second.change).toMatchObject({
      verdict: 'same',
      against: { runId: first.run.id, label: 'v1', found: 'replaced' },
      still: [{ id, since: { label: 'v1' }, value: null }],
    });
    expect(second.conclusion.changed).toMatch(/^Same as run .*, build v1 \(report replaced\): 1 deviation/);
    expect((await again('v2', '--operation', 'put')).change).toBeNull();
    expect((await runAgainst(deviating, cwd, '--operation', 'put')).report().change).toBeNull();
  });

  test('explains a 404 for a rule that its run deleted, as often as it is sent', async () => {
    const cwd = temporaryFolder();
    let ran = 0;
    await using service = await startService((call, prepared, response) => {
      const isGone = call.operation === 'delete' && prepared.status === 200 && ran > 1;
      const gone = { ...prepared, status: 404, body: '{"error":"no such rule"}' };
      sendPrepared(isGone ? gone : prepared, response);
    });
    const again = async () => {
      ran += 1;
      return (await run(['--reporter', 'json'], { cwd, env: aimedAt(service) })).report();
    };
    const first = await again();
    const note = `the automation rule ${automationRuleId} was not found, because it was deleted by run ${first.run.id}`;
    for (const _ of [2, 3]) {
      const { change, conclusion } = await again();
      expect(change?.notes).toEqual([note]);
      expect(conclusion.next).toContain(`${automationRuleId} was not found`);
    }
  });
});

test('the commit of a build service is the label, unless one is given', async () => {
  await using service = await startService();
  const CI_COMMIT_SHA = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3';
  const labelled = async (more: Readonly<Record<string, string>>) =>
    (await run(['--reporter', 'json'], { env: { ...aimedAt(service), CI_COMMIT_SHA, ...more } })).report().run
      .label;
  expect(await labelled({})).toBe(CI_COMMIT_SHA);
  expect(await labelled({ CONFORMANCE_LABEL: 'v2' })).toBe('v2');
});
