import { describe, expect, it } from 'vitest';
import { type Credentials, put, remove, start } from '../client.ts';

/** What the judge does not see of a fault; tests/commands/faults.test.ts has that each trips its requirements and no other. */

const authorised = async (...faults: readonly string[]) => put(await start({ faults }));

it('last-condition-empty changes the last condition only', async () => {
  const [right, wrong] = await Promise.all([authorised(), authorised('last-condition-empty')]);
  const [first] = right.json().data.conditions;
  expect(wrong.json().data.conditions).toStrictEqual([first, {}]);
});

it('request-id-repeated gives one requestId to every response, request-id-number a new number each time', async () => {
  const repeated = await start({ faults: ['request-id-repeated'] });
  const answers = [await put(repeated), await put(repeated), await remove(repeated)];
  expect(new Set(answers.map(({ json }) => json().requestId)).size).toBe(1);
  const numbered = await start({ faults: ['request-id-number'] });
  const ids = [(await put(numbered)).json().requestId, (await put(numbered)).json().requestId];
  expect(ids).toStrictEqual([expect.any(Number), expect.any(Number)]);
  expect(ids[0]).not.toBe(ids[1]);
});

describe('a fault of the credentials', () => {
  it.each<readonly [fault: string, served: Credentials, other: Credentials]>([
    ['put-open', 'none', 'made-up'],
    ['put-any-token', 'made-up', 'none'],
  ])('%s serves %s, and neither %s nor the other operation', async (fault, served, other) => {
    const service = await start({ faults: [fault] });
    expect((await put(service, undefined, served)).status).toBe(200);
    expect((await put(service, undefined, other)).status).toBe(401);
    expect((await remove(service, undefined, served)).status).toBe(401);
    expect((await remove(service)).status).toBe(200);
  });

  it('serves nobody whose header is misshapen, and serves the rightful as ever', async () => {
    const service = await start({ faults: ['no-credentials-check', 'any-token', 'serves-with-401'] });
    expect((await put(service)).status).toBe(200);
    expect((await put(service, undefined, 'made-up')).status).toBe(200);
    expect((await put(service, undefined, 'none')).status).toBe(401);
  });
});

describe('faults together', () => {
  it('change members, bytes and credentials at once', async () => {
    const faults = 'delete-open byte-order-mark status-ok rule-approved-as-boolean rule-id-of-another'.split(
      ' ',
    );
    const reply = await remove(await start({ faults }), undefined, 'none');
    expect(reply.bytes.subarray(0, 3)).toStrictEqual(Buffer.from('\ufeff'));
    const { data, ...envelope } = JSON.parse(reply.text.slice(1));
    expect(envelope).toMatchObject({ status: 'OK' });
    expect(data).toMatchObject({
      enableAutomationJournalApproved: true,
      automationRuleId: 'ffffffffffffffffffffffffffffffff',
    });
  });

  it('leave alone what another has taken away', async () => {
    const reply = await authorised(
      'data-missing',
      'transformer-name-not-echoed',
      'condition-type-as-sent',
      'duplicate-key-in-record',
    );
    expect(reply.json()).toStrictEqual({ status: 'success', requestId: expect.any(String) });
  });
});
