import { describe, expect, test } from 'vitest';
import {
  basesOf,
  chosenProbes,
  type ExploreChoice,
  servedAskers,
  slotsOf,
} from '../../../src/explore/plan.ts';
import { Sender, type SenderParts } from '../../../src/explore/send.ts';
import { planBeforeCommands } from '../../../src/run/prepare.ts';
import { decided } from '../../cases/explored.ts';
import type { Traits } from '../../support/explored-service.ts';
import { targetSettings } from '../../support/run-target.ts';
import { type Asking, contract } from '../../support/subject.ts';
import { everything, explored } from './explored.ts';

/** What leaves: counted at the service, for every permission, and what the only way out refuses. */

/** Every subset of the dangers. */
const permissions = Array.from({ length: 2 ** everything.length }, (_, number) =>
  everything.filter((_danger, at) => (number & (2 ** at)) !== 0),
);

function planned(allowed: readonly Asking[], rules: readonly string[]) {
  const settings = targetSettings('http://127.0.0.1:9', {
    values: { businessDataTypeId: 'b', automationRuleId: rules },
  });
  const choice: ExploreChoice = { allowed: new Set(allowed), mostRequests: 1_000, only: null };
  const bases = basesOf(
    contract,
    settings,
    planBeforeCommands(contract, settings, 'r'.repeat(12)),
    'r'.repeat(12),
  );
  const probes = chosenProbes(contract, bases, choice);
  const askers = [...servedAskers(probes, bases, choice), ...probes];
  return { askers, slots: slotsOf(askers, settings.baseUrl) };
}

describe.each(permissions.map((allowed) => [allowed.join(', ') || 'nothing', allowed] as const))(
  'with permission for %s',
  (_, allowed) => {
    // One that serves what a sound service refuses writes then, which nobody can know before.
    test.each<readonly [string, Traits, boolean]>([
      ['a strict service', {}, false],
      ['a legacy service', decided.legacy.traits, true],
    ])('%s gets no request beyond plan and permission', async (_name, traits, isUnsound) => {
      const { askers, slots } = planned(allowed, ['a', 'b']);
      const { received, requests, answers, effects } = await explored(traits, {
        allowed,
        servedBefore: ['put'],
      });
      expect(received.length).toBe(requests);
      for (const method of ['PUT', 'DELETE'])
        expect(received.filter((one) => one.method === method).length).toBeLessThanOrEqual(
          slots.filter((one) => one.method === method).length,
        );
      const asked = new Set(answers.flatMap(({ requests: ids }) => ids.map((id) => id.replace(/-\d+$/, ''))));
      expect([...asked].filter((id) => !askers.some((one) => one.id === id))).toEqual([]);
      expect(askers.every(({ asks }) => allowed.includes(asks))).toBe(true);
      const done = new Set(effects.map(({ operation }) => operation));
      expect([done.has('put'), done.has('delete')]).toEqual([
        allowed.includes('write') || (isUnsound && allowed.includes('refusal')),
        allowed.includes('delete'),
      ]);
    });
  },
);

test.each([1, 2, 10, 30, 60])(
  'no more than %i requests, and what they do not suffice for says so',
  async (mostRequests) => {
    const { received, answers } = await explored({}, { mostRequests });
    expect(received.length).toBeLessThanOrEqual(mostRequests);
    const left = answers.filter(({ why = '' }) => why.includes('--max-requests'));
    expect(left.length).toBeGreaterThan(0);
  },
);

test('what writes has the id of the run in it', async () => {
  const { received, runId } = await explored({}, { only: ['question.put.accepted-values'] });
  for (const { body } of received) expect(body).toContain(`entity-config-conformance run ${runId}`);
});

test('without a request that is served, nothing is a refusal', async () => {
  const { answers, received } = await explored(
    {},
    {
      settings: { token: { kind: 'value', value: 'another-token-1' } },
    },
  );
  expect(
    answers.filter(({ id, answer }) => id.startsWith('question.put.required') && answer !== null),
  ).toEqual([]);
  expect(answers.find(({ id }) => id === 'question.put.required.name')?.why).toMatch(
    /^could not be asked: the PUT of a run is not served: the service returned 401/,
  );
  expect(received.length).toBeLessThan(5);
});

test('a token that is not accepted any more is no refusal of what was changed', async () => {
  const { told } = await explored(
    {},
    {
      allowed: ['refusal'],
      servedBefore: ['put'],
      settings: { token: { kind: 'value', value: 'another-token-1' } },
    },
  );
  for (const id of ['put.malformed-json', 'put.null-fields', 'error.status-by-cause', 'delete.unknown-id'])
    expect(told(id), id).toMatch(
      /^could not be asked: the response.* does not say: the service returned 401/,
    );
});

test.each<readonly [rules: readonly string[], why: string | null]>([
  [[], 'no automation rule was set'],
  [['rule-1'], null],
])('with the rules %j, the questions that use one up', async (rules, why) => {
  const settings = rules.length === 0 ? { values: { businessDataTypeId: 'b' } } : {};
  const { told } = await explored({}, { rules, allowed: ['delete'], settings });
  const wanted = why === null ? 'not-found' : expect.stringContaining(why);
  expect([told('delete.other-entity'), told('delete.second-time')]).toEqual([wanted, wanted]);
});

test('a limit that was found earlier is confirmed by two requests', async () => {
  const found = { largestAccepted: 80, smallestRefused: 81 };
  const only = ['question.put.limit.name'];
  const again = await explored({}, { only, expected: new Map([['question.put.limit.name', found]]) });
  expect(again.told('put.limit.name')).toEqual(found);
  expect(again.received.length).toBe(3);
});

test('it ends when somebody ends it', async () => {
  const { cut, received } = await explored({}, { signal: AbortSignal.abort() });
  expect([cut, received.length]).toEqual([true, 0]);
});

describe('the only way out refuses', () => {
  const operation = contract.operation('put');
  const variant = { operation, addressed: { entityId: 'e' }, body: '{"name":"n"}', purpose: 'as it is' };

  async function sent(changes: Partial<SenderParts>, most: number, ...variants: readonly object[]) {
    const exchange = {
      response: {
        status: 200,
        reason: '',
        headers: [],
        body: { encoding: 'utf8', text: '{}', bytes: 2 },
        decoded: [],
      },
    };
    const ids: string[] = [];
    const sender = new Sender({
      contract,
      session: {
        intend: ({ id }) => void ids.push(id),
        send: async (probe) =>
          ({
            ...probe,
            ...exchange,
            probe: probe.id,
            request: { method: 'PUT', url: 'http://h/', headers: [], addressed: {} },
            masked: [],
            timings: { startedAt: '', connectMs: 0, firstByteMs: 0, totalMs: 0 },
          }) as never,
        keep: () => undefined,
      },
      baseUrl: 'http://127.0.0.1:9',
      token: 'token-of-a-test',
      allowed: new Set(['write']),
      mostRequests: 9,
      delayMs: 0,
      isListening: async () => true,
      ...changes,
    });
    const ask = sender.for({ id: 'question.x', asks: 'write', most });
    for (const one of variants) await ask({ ...variant, ...one });
    return ids;
  }

  const other = (name: string) => ({ body: JSON.stringify({ name }) });

  test('a danger that was not allowed', async () =>
    await expect(sent({ allowed: new Set(['refusal']) }, 1, {})).rejects.toThrow('was not allowed'));

  test('more than a probe has planned', async () => {
    await expect(sent({}, 1, {}, other('m'))).rejects.toThrow('more than the 1 requests that were planned');
    expect(await sent({}, 2, {}, other('m'))).toEqual(['question.x-1', 'question.x-2']);
  });

  test('more than the budget', async () =>
    await expect(sent({ mostRequests: 1 }, 5, {}, other('m'))).rejects.toThrow(
      'more than 1 requests in all',
    ));

  test('a request that breaks what it is not meant to break, or does not break what it is', async () => {
    const breaks = ['put.request.name:type'];
    await expect(sent({}, 1, { body: '{"name":1}' })).rejects.toThrow('would break put.request.name:type');
    await expect(sent({}, 1, { breaks })).rejects.toThrow('is meant to break put.request.name:type');
    await expect(sent({}, 1, { body: '{"name":1}', contentType: 'text/plain', breaks })).rejects.toThrow(
      'content-type',
    );
    expect(await sent({}, 1, { body: '{"name":1}', breaks })).toEqual(['question.x-1']);
  });

  test('nothing that it sent before: the response is known', async () => {
    expect(await sent({}, 1, {}, {}, {})).toEqual(['question.x-1']);
    expect(await sent({}, 2, {}, { again: true })).toEqual(['question.x-1', 'question.x-2']);
  });
});
