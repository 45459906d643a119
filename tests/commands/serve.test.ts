import { describe, expect, test } from 'vitest';
import { failures, faults } from '../../reference/faults.ts';
import { strengthOf } from '../cases/faults.ts';
import { conformance, startConformance } from '../support/cli.ts';
import { usualEnvironment } from '../support/run-target.ts';
import { startService } from '../support/service.ts';
import { serve } from './targets.ts';

/** `conformance serve`: the reference service for people who write clients. */

describe.concurrent('serve', () => {
  test('prints the lines of a .env file and nothing else on standard output', async () => {
    const { env, stop } = await serve('--seed-rules', '3');
    await fetch(env['CONFORMANCE_BASE_URL'] ?? '');
    const { code, stdout, stderr } = await stop();
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('=')[0]),
    ).toEqual([
      'CONFORMANCE_BASE_URL',
      'CONFORMANCE_ACCESS_TOKEN',
      'CONFORMANCE_ENTITY_ID',
      ...Object.keys(usualEnvironment),
    ]);
    expect(stdout).toMatch(/^CONFORMANCE_AUTOMATION_RULE_ID=[0-9a-f]{32},[0-9a-f]{32},[0-9a-f]{32}$/m);
    expect(stderr).toMatch(/^The reference service listens on http:\/\/127\.0\.0\.1:\d+; Ctrl-C ends it\./);
  });

  test('responds below --base-path', async () => {
    const { env, stop } = await serve('--base-path', '/api/v1');
    const url = `${env['CONFORMANCE_BASE_URL']}/entity/${env['CONFORMANCE_ENTITY_ID']}/automationRule/x`;
    const authorization = `Bearer ${env['CONFORMANCE_ACCESS_TOKEN']}`;
    expect(env['CONFORMANCE_BASE_URL']).toMatch(/\/api\/v1$/);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(401);
    expect((await fetch(url, { method: 'DELETE', headers: { authorization } })).status).toBe(404);
    await stop();
  });

  test('several faults, in one flag or in several', async () => {
    for (const args of [
      ['--fault', 'not-json,put-open'],
      ['--fault', 'not-json', '--fault', 'put-open'],
    ]) {
      const { env, stop } = await serve(...args);
      const url = `${env['CONFORMANCE_BASE_URL']}/entity/${env['CONFORMANCE_ENTITY_ID']}/valuation/derivative/fact/transformer/`;
      const answer = await fetch(url, {
        method: 'PUT',
        body: JSON.stringify({ conditions: Array.from({ length: 12 }, () => ({})) }),
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(422);
      const lines = (await stop()).stderr.split('\n');
      const at = lines.findIndex((line) => line.includes(' → 422'));
      expect(lines[at]).toMatch(/^PUT \S+ → 422.* \(section 2\.2; /);
      const problems = lines.slice(at + 1).filter((line) => line.startsWith('  '));
      expect(problems).toHaveLength(11);
      expect(problems.filter((line) => line.startsWith('  /'))).toHaveLength(10);
    }
  });

  test('a request without a response is in the log as well', async () => {
    const { env, stop } = await serve('--fault', 'dropped-connection');
    const authorization = `Bearer ${env['CONFORMANCE_ACCESS_TOKEN']}`;
    const path = `entity/${env['CONFORMANCE_ENTITY_ID']}/automationRule/${env['CONFORMANCE_AUTOMATION_RULE_ID']}`;
    const sent = fetch(`${env['CONFORMANCE_BASE_URL']}/${path}`, {
      method: 'DELETE',
      headers: { authorization },
    });
    await expect(sent).rejects.toThrow();
    expect((await stop()).stderr).toContain(' → no response, with dropped-connection (');
  });

  test('a log of what was asked, own token and entity, and faults that Enter switches', async () => {
    const entity = 'ab'.repeat(16);
    const own = ['--token', 'token-of-a-client', '--entity-id', entity, '--seed-rules', 'unlimited'];
    const process = startConformance(['serve', '--port', '0', '--fault', 'not-json', ...own], {
      typed: true,
    });
    const dotenv = await process.printed('stdout', /^CONFORMANCE_AUTOMATION_RULE_ID=.*\n/m);
    expect(dotenv).toContain(`CONFORMANCE_ACCESS_TOKEN=token-of-a-client\nCONFORMANCE_ENTITY_ID=${entity}\n`);
    const [base = '', rule = ''] = ['BASE_URL', 'AUTOMATION_RULE_ID'].map(
      (name) => new RegExp(`^CONFORMANCE_${name}=(.*)$`, 'm').exec(dotenv)?.[1],
    );
    const url = `${base}/entity/${entity}/automationRule/${rule}`;
    const headers = { authorization: 'Bearer token-of-a-client' };
    const remove = async () => (await fetch(url, { method: 'DELETE', headers })).text();
    await process.printed('stderr', 'Enter switches');
    expect(await remove()).toMatch(/^<!doctype/);
    process.type('\n');
    await process.printed('stderr', 'Faults off');
    expect(await remove()).toMatch(/^{/);
    process.signal('SIGTERM');
    const { code, stderr } = await process.ended;
    expect(code).toBe(0);
    expect(stderr).toContain(`/automationRule/${rule} → 200, with not-json (section 4.2: automation rule)\n`);
    expect(stderr).toContain(`/automationRule/${rule} → 200 (section 4.2: automation rule)\n`);
    expect(stderr).not.toContain('token-of-a-client');
  });

  test('the id of a requirement', async () => {
    const { env, stop } = await serve('--fault', 'delete.data.createdAt:format');
    const authorization = `Bearer ${env['CONFORMANCE_ACCESS_TOKEN']}`;
    const path = `entity/${env['CONFORMANCE_ENTITY_ID']}/automationRule/${env['CONFORMANCE_AUTOMATION_RULE_ID']}`;
    const answer = await fetch(`${env['CONFORMANCE_BASE_URL']}/${path}`, {
      method: 'DELETE',
      headers: { authorization },
    });
    expect(await answer.json()).toMatchObject({ status: 'success', data: { createdAt: '' } });
    await stop();
  });

  test('--fault list: every named fault with what it does and what it trips, and that ids work', async () => {
    const { code, stdout, stderr } = await conformance(['serve', '--fault', 'list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [list = '', more] = stdout.split('\n\n');
    const lines = list.split('\n');
    expect(lines).toHaveLength(2 * (faults.length + failures.length));
    expect(more).toMatch(/^The id of any requirement works too.*--fault delete\.data\.createdAt:format/s);
    const rows = [
      ...faults.map((one) => ({ ...one, kind: strengthOf(one), result: one.trips.join(' ') })),
      ...failures.map((one) => ({ ...one, kind: 'failure', result: 'no requirement: a run is incomplete' })),
    ];
    for (const [at, { name, kind, description, result }] of rows.entries()) {
      expect(lines[2 * at]?.split(/ {2,}/)).toEqual([name, kind, description]);
      expect(lines[2 * at + 1]?.trim()).toBe(result);
    }
  });

  test('a port that is taken: exit 2, and how to get another', async () => {
    await using other = await startService();
    const { port } = new URL(other.baseUrl);
    const { code, stdout, stderr } = await conformance(['serve', '--port', port]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`port ${port} is taken`);
    expect(stderr).toContain('--port 0');
  });
});
