import { describe, expect, test } from 'vitest';
import { plannedRequests } from '../../../src/run/plan.ts';
import { planBeforeCommands } from '../../../src/run/prepare.ts';
import type { TargetSettings } from '../../../src/settings/index.ts';
import { automationRuleId, entityId, requestCount } from '../../support/conforming.ts';
import { contract } from '../../support/engine.ts';
import { noRule, runScript, targetSettings } from '../../support/run-target.ts';
import { type Call, type Script, sendPrepared } from '../../support/service.ts';

/** What reaches a service, counted on the service's side. */

const put = `/entity/${entityId}/valuation/derivative/fact/transformer/`;
const remove = `/entity/${entityId}/automationRule/${automationRuleId}`;

function told({ method, path, credentials }: Call): string {
  return `${method} ${path} ${credentials}`;
}

function ofMethod(calls: readonly Call[], method: string): readonly string[] {
  return calls.filter((call) => call.method === method).map(told);
}

/** Serves callers that it should refuse. */
function serving(...served: readonly Call['credentials'][]): Script {
  return (call, prepared, response) => {
    const body = JSON.stringify({
      status: 'success',
      requestId: '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f',
      data: { name: 'x' },
    });
    if (served.includes(call.credentials)) sendPrepared({ ...prepared, status: 200, body }, response);
    else sendPrepared(prepared, response);
  };
}

type Credentials = readonly Call['credentials'][];
type Case = readonly [
  name: string,
  puts: Credentials,
  deletes: Credentials,
  settings?: Partial<TargetSettings>,
  script?: Script,
];

const order: Credentials = ['none', 'made-up', 'authorised'];
const [none, madeUp] = [order.slice(0, 1), order.slice(0, 2)];
const authorised = order.slice(2);

const cases: readonly Case[] = [
  ['an ordinary run', order, order],
  ['served without the header: nothing more is sent', none, none, {}, serving('none')],
  ['served for a made-up token: nothing more is sent', madeUp, madeUp, {}, serving('made-up')],
  ['no unauthorised requests', authorised, authorised, { unauthorized: false }],
  ['the PUT alone', order, [], { operations: ['put'] }],
  ['the DELETE alone', [], order, { operations: ['delete'] }],
  ['no rule named', order, [], { values: noRule }],
  ['a rule command that fails', order, [], { values: { ...noRule, ruleCommand: 'exit 7' } }],
  ['a rule command that prints no id', order, [], { values: { ...noRule, ruleCommand: 'echo' } }],
  ['a rule command that prints a path', order, [], { values: { ...noRule, ruleCommand: 'echo ../../x' } }],
  [
    'repeats',
    [...order, ...authorised, ...authorised, ...authorised],
    [],
    { repeat: 4, operations: ['put'] },
  ],
  ['one after another', order, order, { serial: true }],
  [
    'every response a 503',
    order,
    order,
    {},
    (_, prepared, response) =>
      sendPrepared({ ...prepared, status: 503, headers: { 'retry-after': '0' } }, response),
  ],
  [
    'every response a redirect',
    order,
    order,
    {},
    (call, _, response) => void response.writeHead(307, { location: call.path }).end(),
  ],
  [
    'every connection closed',
    order,
    order,
    {},
    (_call, _prepared, _response, socket) => void socket.destroy(),
  ],
];

describe('what is sent', () => {
  test.for(cases)('%s, and nothing that was not planned', async ([, puts, deletes, settings, script]) => {
    const { calls, report } = await runScript(script, settings);
    expect(ofMethod(calls, 'PUT')).toEqual(puts.map((credentials) => `PUT ${put} ${credentials}`));
    expect(ofMethod(calls, 'DELETE')).toEqual(
      deletes.map((credentials) => `DELETE ${remove} ${credentials}`),
    );
    const planned = report.plan.map(({ method, path }) => `${method} ${path}`);
    for (const { method, path } of calls) {
      const at = planned.indexOf(`${method} ${path}`);
      expect(at, `${method} ${path}`).toBeGreaterThanOrEqual(0);
      planned.splice(at, 1);
    }
  });

  test('is exactly what --plan names', async () => {
    const values = { ...noRule, automationRuleId: [automationRuleId, 'b'.repeat(32)] };
    const { calls } = await runScript(undefined, { values, repeat: 2, serial: true });
    const settings = targetSettings('http://127.0.0.1:1', { values, repeat: 2 });
    const plan = plannedRequests(planBeforeCommands(contract, settings, 'r'));
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
      plan.map(({ method, path }) => `${method} ${path}`),
    );
  });

  test('names the run in every request, and asks for an uncompressed response', async () => {
    const { calls, report } = await runScript();
    expect(calls).toHaveLength(requestCount);
    for (const { headers, method } of calls) {
      expect(headers['user-agent']).toBe(`t/0 (run ${report.run.id})`);
      expect(headers['accept-encoding']).toBe('identity');
      expect(headers['content-type']).toBe(method === 'PUT' ? 'application/json' : undefined);
      expect(headers.connection).toBe('close');
    }
  });

  test('carries the headers of the headers file', async () => {
    const { calls, recording } = await runScript(undefined, {
      headers: [['X-Gateway-Key', 'gateway-secret-1']],
    });
    expect(calls.every(({ headers }) => headers['x-gateway-key'] === 'gateway-secret-1')).toBe(true);
    expect(JSON.stringify(recording)).not.toContain('gateway-secret-1');
  });
});

describe('what the report says of it', () => {
  test('a served DELETE without the header: judged on that response, the rest has the reason', async () => {
    const { report, deviating } = await runScript(serving('none'));
    expect(deviating).toContain('delete:authorization');
    const row = (id: string) => report.requirements.find((requirement) => requirement.id === id);
    expect(row('delete.data.name:presence')).toMatchObject({ verdict: 'conforms' });
    expect(row('delete:made-up-token')).toMatchObject({
      verdict: 'not-exercised',
      reason: 'the rule was already deleted by delete-no-header',
    });
    expect(report.effects).toContainEqual({
      operation: 'delete',
      id: automationRuleId,
      state: 'confirmed',
      exchange: 'delete-no-header',
    });
    expect(report.summary).toMatchObject({ outcome: 'deviates', exitCode: 1 });
  });

  test('effects are confirmed by success, unknown after a broken exchange or a 5xx, none after a refusal', async () => {
    const states = async (script: Script) =>
      (await runScript(script, { unauthorized: false })).report.effects.map(({ state }) => state);
    expect(await states((_, prepared, response) => sendPrepared(prepared, response))).toEqual([
      'confirmed',
      'confirmed',
    ]);
    expect(
      await states((_, prepared, response) => sendPrepared({ ...prepared, status: 500, body: '' }, response)),
    ).toEqual(['unknown', 'unknown']);
    expect(await states((_call, _prepared, _response, socket) => void socket.destroy())).toEqual([
      'unknown',
      'unknown',
    ]);
    expect(
      await states((_, prepared, response) =>
        sendPrepared({ ...prepared, status: 404, body: '{}' }, response),
      ),
    ).toEqual([]);
  });
});
