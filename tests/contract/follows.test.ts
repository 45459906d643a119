import { describe, expect, test } from 'vitest';
import { amountRows, columnRows, withColumns } from '../cases/clients.ts';
import { exchangeOf, putAnswer, sentTransformer, utf8Response } from '../support/conforming.ts';
import { contract, type Exchange, judge } from '../support/subject.ts';

/** Deviations of responses whose cause is what a client sent. */

/** A PUT with other members in what is sent and in the record that comes back. */
function put(sent: object, returned: object, at = 0): Exchange {
  const requestId = `3f2b8c1e-9d4a-4e6b-8f70-${String(at).padStart(12, '0')}`;
  const answer = { ...putAnswer, requestId, data: { ...putAnswer.data, ...returned } };
  const exchange = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(answer)), {
    ...sentTransformer,
    ...sent,
  });
  return { ...exchange, id: `put-${at}` };
}

const amount = (sent: unknown, returned: unknown, at = 0) =>
  put(
    { action: { ...sentTransformer.action, amount: sent } },
    { action: { ...putAnswer.data.action, amount: returned } },
    at,
  );

/** Of what deviates in responses: the requirement on the request that is the cause, or `own`. */
function causes(exchanges: readonly Exchange[], side: 'response' | 'both') {
  const { findings } = judge(contract, exchanges, { side });
  const deviating = [...findings].filter(
    ([id, { verdict }]) => verdict === 'deviates' && !id.includes('.request'),
  );
  return Object.fromEntries(deviating.map(([id, { follows }]) => [id, follows[0]?.because ?? 'own']));
}

describe('a deviation whose cause is what a client sent', () => {
  test.each(amountRows)('an amount that %s', (_, sent, returned, facet, own) => {
    const expected = { [`put.data.action.amount:${facet}`]: own ?? 'put.request.action.amount:type' };
    expect(causes([amount(sent, returned)], 'both')).toEqual(expected);
    expect(causes([amount(sent, returned)], 'response')).toEqual(expected);
  });

  test.each([
    ['17', 'put.request.name:type'],
    ['18', 'own'],
  ])('a name that is a number comes back as %s', (name, cause) =>
    expect(causes([put({ name: 17 }, { name })], 'both')).toEqual({ 'put.data.name:echo': cause }),
  );

  test.each(columnRows)('columns %j come back as %j: is its own: %s', (sent, returned, isOwn) => {
    const exchange = put(
      { conditions: withColumns(sent).sent },
      { conditions: withColumns(returned).returned },
    );
    const cause = isOwn ? 'own' : 'put.request.conditions.each.column:type';
    expect(causes([exchange], 'both')).toMatchObject({ 'put.data.conditions.each.column:type': cause });
  });

  test('shows those with a reason of their own, where there are any', () => {
    const exchanges = [amount('16', '16', 1), amount(16, '16', 2), amount('16', '16', 3), amount(16, 16, 4)];
    const found = judge(contract, exchanges).findings.get('put.data.action.amount:type');
    expect(found?.counts).toMatchObject({ conforms: 1, deviates: 3 });
    expect(found?.evidence.map(({ exchange }) => exchange)).toEqual(['put-2']);
    const [following] = found?.follows ?? [];
    expect(following?.evidence.map(({ exchange }) => exchange)).toEqual(['put-1', 'put-3']);
    expect(following?.exchanges).toBe(2);
  });
});
