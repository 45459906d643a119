import { expect, test } from 'vitest';
import { requestCount } from '../support/conforming.ts';
import { requirementsOf } from '../support/engine.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { aimedAt, row, run, without } from './targets.ts';

/** Exit 3: something in scope could not be judged, and the report says what and why. Words are in golden files of readings. */

const noRule = 'CONFORMANCE_AUTOMATION_RULE_ID';

test('nobody listens: every request failed, and none was refused', async () => {
  const { code, files, report } = await run([], { env: aimedAt({ baseUrl: 'http://127.0.0.1:1' }) });
  const { summary, exchanges, effects } = report();
  expect([code, summary.outcome, effects]).toEqual([3, 'incomplete', []]);
  expect(summary.reasons.filter((reason) => reason.includes('nothing is listening'))).toHaveLength(1);
  expect(exchanges.map(({ failure }) => failure?.kind)).toEqual(Array(requestCount).fill('refused'));
  expect(summary.stated).toMatchObject({ conforms: 0, deviates: 0 });
  expect(files).toEqual(['exchanges.ndjson', 'junit.xml', 'report.html', 'report.json', 'report.md']);
});

test('no rule named: the others are judged in full, the DELETE not at all', async () => {
  await using service = await startService();
  const { code, stdout, report } = await run([], { env: without(aimedAt(service), noRule) });
  const { requirements } = report();
  const verdictsOf = (isDelete: boolean) =>
    new Set(
      requirements
        .filter(({ operation, strength }) => (operation === 'delete') === isDelete && strength === 'stated')
        .map(({ verdict }) => verdict),
    );
  expect([code, verdictsOf(false), verdictsOf(true)]).toEqual([
    3,
    new Set(['conforms']),
    new Set(['not-exercised']),
  ]);
  expect(stdout).toContain(
    `– DELETE, ${requirementsOf('delete').length} requirements: no automation rule was set`,
  );
  expect(service.calls.map(({ operation }) => operation)).not.toContain('delete');
});

test('a command that prints no rule is named as what to correct', async () => {
  await using service = await startService();
  const env = { ...without(aimedAt(service), noRule), CONFORMANCE_RULE_COMMAND: 'true' };
  const { code, report } = await run(['--operation', 'delete'], { env });
  const { why, next } = report().conclusion;
  expect([code, why]).toEqual([3, ['CONFORMANCE_RULE_COMMAND printed nothing; expected an id']]);
  expect(next).toMatch(/^Correct CONFORMANCE_RULE_COMMAND, then: conformance run/);
});

const unknownRule: Script = (call, prepared, response) =>
  sendPrepared(call.operation === 'delete' ? { ...prepared, status: 404, body: '{}' } : prepared, response);
const silent: Script = (call, prepared, response) => {
  if (call.operation !== 'delete') sendPrepared(prepared, response);
};

test.each([
  ['a mistyped rule, 404 for everyone', unknownRule, [], /404/, []],
  ['a service that does not answer in time', silent, ['--timeout-ms', '700'], /700 ms/, ['unknown']],
] as const)('%s: nothing is said of credentials', async (_, script, args, reason, states) => {
  await using service = await startService(script);
  const { code, report } = await run(args, { env: aimedAt(service) });
  const { summary, effects } = report();
  expect([code, service.calls.length]).toEqual([3, requestCount]);
  expect(summary.reasons.join('\n')).toMatch(reason);
  for (const id of ['delete:authorization', 'delete:made-up-token', 'delete.status:presence'])
    expect(row(report(), id).verdict, id).toBe('not-exercised');
  expect(row(report(), 'put:authorization').verdict).toBe('conforms');
  const found = effects.filter(({ operation }) => operation === 'delete').map(({ state }) => state);
  expect(new Set(found)).toEqual(new Set(states));
});

test('what the operator left out is not missed', async () => {
  await using service = await startService();
  const args = ['--operation', 'put', '--no-unauthorized'];
  const { code, report } = await run(args, { env: without(aimedAt(service), noRule) });
  expect(code).toBe(0);
  expect(report().run.scope).toMatchObject({
    operations: ['put'],
    unauthorized: false,
    conditionsSent: true,
  });
  expect(service.calls.map(({ credentials }) => credentials)).toEqual(['authorised']);
});
