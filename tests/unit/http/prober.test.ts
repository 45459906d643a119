import { describe, expect, test } from 'vitest';
import type { Exchange, Probe } from '../../../src/model/exchange.ts';
import { madeUpToken } from '../../../src/model/exchange.ts';
import { planBeforeCommands } from '../../../src/run/prepare.ts';
import { type ProbeSettings, probePlan } from '../../../src/run/prober.ts';
import { conformingExchanges } from '../../support/conforming.ts';
import { contract } from '../../support/engine.ts';
import { targetSettings } from '../../support/run-target.ts';

const values = { automationRuleId: ['R', 'S'] };
const plan = planBeforeCommands(
  contract,
  targetSettings('http://127.0.0.1:1', { repeat: 2, values }),
  'run1',
);

/** Answers as the conforming service does, and notes what was under way at once. */
function recorder(changes: Partial<ProbeSettings> = {}) {
  const log: string[] = [];
  const tokens = new Map<string, string | null>();
  let busy = 0;
  let most = 0;
  const send = async (probe: Probe, authorization: string | null): Promise<Exchange> => {
    busy += 1;
    most = Math.max(most, busy);
    tokens.set(probe.id, authorization);
    await new Promise((resolve) => setImmediate(resolve));
    busy -= 1;
    const like = conformingExchanges().find(
      ({ operation, credentials }) => operation === probe.operation && credentials === probe.credentials,
    );
    if (like === undefined) throw new Error('no such exchange');
    return { ...like, id: probe.id, probe: probe.id };
  };
  const settings: ProbeSettings = {
    plan,
    token: 'the-token',
    serial: false,
    delayMs: 0,
    send,
    onIntent: ({ id }) => void log.push(`? ${id}`),
    onExchange: ({ id }) => {
      log.push(`! ${id}`);
      return false;
    },
    onUnsent: ({ probe }) => void log.push(`- ${probe}`),
    alreadyDone: (operation) => `${operation} was already done`,
    ...changes,
  };
  return { settings, log, tokens, most: () => most };
}

describe('the prober', () => {
  test('overlaps chains and returns exchanges in the order of the plan', async () => {
    const { settings, most } = recorder();
    const { exchanges, unsent, cut } = await probePlan(settings);
    expect(exchanges.map(({ id }) => id)).toEqual(plan.chains.flat().map(({ id }) => id));
    expect([unsent, cut]).toEqual([[], false]);
    expect(most()).toBe(plan.chains.length);
  });

  test.each([{ serial: true }, { delayMs: 1 }])('sends one request at a time under %j', async (changes) => {
    const { settings, most, log } = recorder(changes);
    await probePlan(settings);
    expect(most()).toBe(1);
    expect(log.slice(0, 4)).toEqual([
      '? put-no-header',
      '! put-no-header',
      '? put-made-up-token',
      '! put-made-up-token',
    ]);
  });

  test('gives each probe the credentials that it names', async () => {
    const { settings, tokens } = recorder();
    await probePlan(settings);
    expect(Object.fromEntries(tokens)).toMatchObject({
      'put-no-header': null,
      'put-made-up-token': `Bearer ${madeUpToken}`,
      'put-authorised': 'Bearer the-token',
      'delete-authorised-2': 'Bearer the-token',
    });
  });

  test('sends nothing more to a resource that was served without proper credentials', async () => {
    const { settings } = recorder({
      serial: true,
      onExchange: ({ id }) => id === 'put-no-header' || id === 'delete-authorised',
    });
    const { exchanges, unsent } = await probePlan(settings);
    expect(exchanges.map(({ operation }) => operation)).toEqual('put delete delete delete delete'.split(' '));
    expect(new Set(unsent.map(({ reason, servedBy }) => `${servedBy}: ${reason}`))).toEqual(
      new Set(['put-no-header: put was already done by put-no-header']),
    );
  });

  test('sends nothing more once it is interrupted, and names what it left out', async () => {
    const interrupt = new AbortController();
    const { settings, log } = recorder({ serial: true, signal: interrupt.signal });
    const onExchange = () => {
      interrupt.abort();
      return false;
    };
    const stopping: ProbeSettings = { ...settings, onExchange };
    const { exchanges, unsent, cut } = await probePlan(stopping);
    expect(exchanges.map(({ id }) => id)).toEqual(['put-no-header']);
    expect(unsent).toHaveLength(plan.chains.flat().length - 1);
    expect(
      unsent.every(({ reason, servedBy }) => reason === 'the run was interrupted' && servedBy === null),
    ).toBe(true);
    expect(log.filter((line) => line.startsWith('-'))).toHaveLength(unsent.length);
    expect(cut).toBe(true);
  });
});
