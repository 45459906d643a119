import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, temporaryFolder } from '../support/cli.ts';
import { automationRuleId } from '../support/conforming.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { aimedAt, run } from './targets.ts';

/** A rule without its createdAt. */
const deviating: Script = ({ operation }, prepared, response) => {
  const body = operation === 'delete' ? prepared.body.replace(/"createdAt":"[^"]*",/, '') : prepared.body;
  sendPrepared({ ...prepared, body }, response);
};

async function runAgainst(script: Script | undefined, cwd: string, ...args: readonly string[]) {
  await using service = await startService(script);
  const ended = await run(['--reporter', 'json,markdown', ...args], { cwd, env: aimedAt(service) });
  const markdown = () => readFileSync(join(ended.out, 'report.md'), 'utf8');
  return { ...ended, calls: service.calls.length, markdown };
}

const previous = ['--previous', 'conformance-report/report.json'] as const;

describe.concurrent('run --previous', () => {
  test('reads the report that it replaces', async () => {
    const cwd = temporaryFolder();
    await runAgainst(undefined, cwd);
    const { code, markdown } = await runAgainst(deviating, cwd, ...previous);
    expect(code).toBe(1);
    expect(markdown()).toMatch(/^- \*\*Changed:\*\* Worse than run .*: 1 new deviation/m);
    expect(markdown()).toContain('- **New (1):** `delete.data.createdAt:presence`');
  });

  test('gates nothing: a service that got better ends as it would', async () => {
    const cwd = temporaryFolder();
    await runAgainst(deviating, cwd);
    const { code, markdown } = await runAgainst(undefined, cwd, ...previous);
    expect(code).toBe(0);
    expect(markdown()).toContain('- **Fixed (1):** `delete.data.createdAt:presence`');
  });

  test('goes on before a first run, and says so', async () => {
    const { code, stderr, markdown } = await runAgainst(undefined, temporaryFolder(), ...previous);
    expect(code).toBe(0);
    expect(stderr).toMatch(/--previous\): there is no report .*report\.json to compare with/);
    expect(markdown()).toContain('- **Changed:** Not comparable: there is no report');
  });

  test('says when the two runs have nothing in common', async () => {
    const cwd = temporaryFolder();
    await runAgainst(undefined, cwd, '--operation', 'put');
    const { code, markdown } = await runAgainst(undefined, cwd, '--operation', 'delete', ...previous);
    expect(code).toBe(0);
    expect(markdown()).toContain('have no requirement in common');
  });

  test('is not needed: the report that a run replaces is compared, where target and scope are the same', async () => {
    const cwd = temporaryFolder();
    await using service = await startService(deviating);
    const again = (label: string, ...args: readonly string[]) =>
      run(['--reporter', 'json', ...args], { cwd, env: { ...aimedAt(service), CONFORMANCE_LABEL: label } });
    const first = (await again('v1')).report();
    expect([first.change, first.run.label]).toEqual([null, 'v1']);
    const second = (await again('v2')).report();
    expect(second.change).toMatchObject({
      verdict: 'same',
      against: { runId: first.run.id, label: 'v1', found: 'replaced' },
      still: [{ id: 'delete.data.createdAt:presence', since: { label: 'v1' }, value: null }],
    });
    expect(second.conclusion.changed).toMatch(/^Same as run .*, build v1 \(report replaced\): 1 deviation/);
    expect((await again('v2', '--operation', 'put')).report().change).toBeNull();
  });

  test('a request that failed between two runs makes no deviation new', async () => {
    const cwd = temporaryFolder();
    const failing: Script = ({ operation }, prepared, response) =>
      sendPrepared(operation === 'delete' ? { ...prepared, status: 503, body: '' } : prepared, response);
    const again = async (script: Script, label = 'v2') => {
      await using service = await startService(script);
      const env = { ...aimedAt(service), CONFORMANCE_BASE_URL: service.baseUrl, CONFORMANCE_LABEL: label };
      return (await run(['--previous', join('conformance-report', 'report.json')], { cwd, env })).report()
        .change;
    };
    await again(deviating, 'v1');
    const id = 'delete.data.createdAt:presence';
    const known = [{ id, since: { label: 'v1' }, value: null }];
    expect(await again(failing)).toMatchObject({ fixed: [], unseen: known });
    expect(await again(deviating)).toMatchObject({
      verdict: 'better',
      appeared: [],
      still: known,
      unseen: [],
    });
  });

  test('a 404 for a rule that an earlier run deleted says so, as often as it is sent', async () => {
    const cwd = temporaryFolder();
    await using service = await startService((call, prepared, response) => {
      const isGone = call.operation === 'delete' && prepared.status === 200 && ran > 1;
      sendPrepared(
        isGone ? { ...prepared, status: 404, body: '{"error":"no such rule"}' } : prepared,
        response,
      );
    });
    let ran = 0;
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

  test('a report that is not of this version is passed over where nobody named it', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'conformance-report'));
    writeFileSync(join(cwd, 'conformance-report', 'report.json'), '{"formatVersion": 7}');
    const { code, report } = await runAgainst(undefined, cwd);
    expect([code, report().change]).toEqual([0, null]);
  });

  test('the commit of a build service is the label, unless one is given', async () => {
    await using service = await startService();
    const commit = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3';
    const env = { ...aimedAt(service), CI_COMMIT_SHA: commit };
    const labelled = async (more: Readonly<Record<string, string>>) =>
      (await run(['--reporter', 'json'], { cwd: temporaryFolder(), env: { ...env, ...more } })).report().run
        .label;
    expect(await labelled({})).toBe(commit);
    expect(await labelled({ CONFORMANCE_LABEL: 'v2' })).toBe('v2');
  });

  test('refuses what is no report before anything is sent', async () => {
    const cwd = folderWith({ 'other.json': '{"formatVersion": 7}' });
    const { code, stderr, calls } = await runAgainst(undefined, cwd, '--previous', 'other.json');
    expect([code, calls]).toEqual([2, 0]);
    expect(stderr).toMatch(/CONFORMANCE_PREVIOUS_REPORT \(--previous\) .*other\.json has format version 7/);
  });
});
