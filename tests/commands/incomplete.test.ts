import { describe, expect, test } from 'vitest';
import { requestCount } from '../support/conforming.ts';
import { requirementsOf } from '../support/engine.ts';
import { freePort } from '../support/free-port.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { aimedAt, row, run, without } from './targets.ts';

/** Exit 3: something in scope could not be judged, and the report says what and why. */

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);

const unknownRule: Script = (call, prepared, response) =>
  sendPrepared(
    call.operation === 'delete' ? { ...prepared, status: 404, body: '{"error":"no such rule"}' } : prepared,
    response,
  );

describe.concurrent('a run that is incomplete', () => {
  test('nobody listens: every request failed, and none was refused', async () => {
    const port = await freePort();
    const { code, stdout, files, report } = await run([], {
      env: aimedAt({ baseUrl: `http://127.0.0.1:${port}` }),
    });
    expect(code).toBe(3);
    expect(lastLine(stdout)).toMatch(/^INCOMPLETE \(exit 3\): No connection to \S+; nothing was checked$/);
    expect(stdout).toContain(`Requests that failed (${requestCount})`);
    expect(stdout).not.toContain('refused');
    const { summary, exchanges, effects } = report();
    expect(summary).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
    expect(summary.reasons.filter((reason) => reason.includes('nothing is listening'))).toHaveLength(1);
    expect(exchanges.map(({ failure }) => failure?.kind)).toEqual(Array(requestCount).fill('refused'));
    expect(summary.stated).toMatchObject({ conforms: 0, deviates: 0 });
    expect(effects).toEqual([]);
    expect(files).toEqual(['exchanges.ndjson', 'junit.xml', 'report.html', 'report.json', 'report.md']);
  });

  test('no rule named: the others are judged in full, the DELETE not at all', async () => {
    await using service = await startService();
    const { code, stdout, report } = await run([], {
      env: without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID'),
    });
    expect(code).toBe(3);
    expect(lastLine(stdout)).toMatch(/^INCOMPLETE \(exit 3\): The DELETE could not be checked/);
    const count = requirementsOf('delete').length;
    expect(stdout).toContain(`– DELETE, ${count} requirements: no automation rule was set`);
    const { requirements, summary } = report();
    expect(summary.reasons[0]).toMatch(/CONFORMANCE_AUTOMATION_RULE_ID, or CONFORMANCE_RULE_COMMAND/);
    const stated = requirements.filter(
      ({ operation, strength }) => operation !== 'delete' && strength === 'stated',
    );
    expect(new Set(stated.map(({ verdict }) => verdict))).toEqual(new Set(['conforms']));
    const deletes = requirements.filter(({ operation }) => operation === 'delete');
    expect(new Set(deletes.map(({ verdict }) => verdict))).toEqual(new Set(['not-exercised']));
    for (const { reason } of deletes) expect(reason).toMatch(/^no automation rule was set/);
    expect(service.calls).toHaveLength(requestCount - 3);
    expect(service.calls.map(({ operation }) => operation)).not.toContain('delete');
  });

  test.each([
    ['alone', ['--operation', 'delete']],
    ['beside the PUT', []],
  ])('a command that prints no rule, %s: it is named as what to correct', async (_, args) => {
    await using service = await startService();
    const env = { ...aimedAt(service), CONFORMANCE_RULE_COMMAND: 'true' };
    const { code, report } = await run(args, { env: without(env, 'CONFORMANCE_AUTOMATION_RULE_ID') });
    expect(code).toBe(3);
    expect(report().conclusion).toMatchObject({
      why: ['CONFORMANCE_RULE_COMMAND printed nothing; expected an id'],
      act: 'By whoever runs this check: correct CONFORMANCE_RULE_COMMAND',
      next: expect.stringMatching(/^Correct CONFORMANCE_RULE_COMMAND, then: conformance run/),
    });
  });

  test('a mistyped rule, 404 for everyone: its refusals say nothing about credentials', async () => {
    await using service = await startService(unknownRule);
    const { code, report } = await run([], { env: aimedAt(service) });
    expect(code).toBe(3);
    const { summary } = report();
    expect(summary.reasons[0]).toMatch(/^delete-authorised: the service returned 404/);
    for (const id of ['delete:authorization', 'delete:made-up-token', 'delete.status:presence'])
      expect(row(report(), id).verdict, id).toBe('not-exercised');
    expect(row(report(), 'delete:authorization').reason).toContain('404');
    expect(row(report(), 'put:authorization').verdict).toBe('conforms');
    expect(service.calls).toHaveLength(requestCount);
  });

  test('what the operator left out is not missed', async () => {
    await using service = await startService();
    const env = without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID');
    const { code, report } = await run(['--operation', 'put', '--no-unauthorized'], { env });
    expect(code).toBe(0);
    expect(report().run.scope).toMatchObject({
      operations: ['put'],
      unauthorized: false,
      conditionsSent: true,
    });
    expect(service.calls.map(({ credentials }) => credentials)).toEqual(['authorised']);
  });

  test('a service that does not answer in time', async () => {
    await using service = await startService((call, prepared, response) => {
      if (call.operation !== 'delete') sendPrepared(prepared, response);
    });

    const { code, report } = await run(['--timeout-ms', '1500'], { env: aimedAt(service) });
    expect(code).toBe(3);
    const [first, second] = report().summary.reasons;
    expect(first).toMatch(/\bDELETE: it is not known whether the operation is protected: .*1500 ms/);
    expect(second).toMatch(/\bdelete-authorised: .*1500 ms/);
    expect(report().effects).toContainEqual(
      expect.objectContaining({ operation: 'delete', state: 'unknown' }),
    );
  });
});
