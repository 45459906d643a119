import { describe, expect, test } from 'vitest';
import { Judge } from '../../../src/judge/judge.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import type { Sides } from '../../../src/model/requirement.ts';
import { contract } from '../../../src/operations/index.ts';
import { exchangeOf, putAnswer, sentTransformer, utf8Response } from '../../support/conforming.ts';

/** A deviation of a response whose cause is what a client sent. */

type Record = typeof sentTransformer & { readonly [member: string]: unknown };

interface Change {
  readonly sent?: object;
  readonly returned?: object;
}

let made = 0;

/** @param sent members of the transformer that is sent @param returned members of the record that comes back */
function put({ sent = {}, returned = {} }: Change): Exchange {
  made += 1;
  const requestId = `3f2b8c1e-9d4a-4e6b-8f70-${made.toString(16).padStart(12, '0')}`;
  const answer = { ...putAnswer, requestId, data: { ...putAnswer.data, ...returned } };
  const exchange = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(answer)), {
    ...sentTransformer,
    ...sent,
  });
  return { ...exchange, id: `put-${made}` };
}

function amount(sent: unknown, returned: unknown): Exchange {
  return put({
    sent: { action: { ...sentTransformer.action, amount: sent } },
    returned: { action: { ...putAnswer.data.action, amount: returned } },
  });
}

function judgeOf(exchanges: readonly Exchange[], side: Sides = 'both'): Judge {
  const judge = new Judge(contract, { side });
  for (const [key, exchange] of exchanges.entries()) judge.add(exchange, key, key);
  return judge;
}

/** Of what deviates in responses: its own, or the requirement on the request that is the cause. */
function causes(exchanges: readonly Exchange[], side: Sides = 'both') {
  const { findings } = judgeOf(exchanges, side).results((key) => exchanges[key]);
  return Object.fromEntries(
    [...findings].flatMap(([id, { counts, follows }]) => {
      if (counts.deviates === 0 || id.includes('.request')) return [];
      const following = follows.map(({ because, exchanges: count }) => `${count} from ${because}`);
      const own = follows.reduce((left, one) => left - one.exchanges, counts.deviates);
      return [[id, [...(own > 0 ? [`${own} own`] : []), ...following].join(', ')]];
    }),
  );
}

const [type, echo] = ['put.data.action.amount:type', 'put.data.action.amount:echo'];
const asked = '1 from put.request.action.amount:type';

describe('a value of another type that a client sent', () => {
  test.each<[string, unknown, unknown, object]>([
    ['comes back as it was meant', '16', 16, { [echo]: asked }],
    ['comes back as it is', '16', '16', { [type]: asked }],
    ['is true, and comes back', true, true, { [type]: asked }],
    ['is false, and comes back', false, false, { [type]: asked }],
    ['is null, and comes back', null, null, { [type]: asked }],
    ['is a fraction, and comes back', 16.5, 16.5, { [type]: asked }],
    ['is true, and the other one comes back', true, false, { [type]: '1 own' }],
    ['is null, and a boolean comes back', null, false, { [type]: '1 own' }],
    ['means nothing, and another one comes back', 'many', 0, { [echo]: asked }],
    ['is not an integer, and is rounded', 16.5, 16, { [echo]: asked }],
    ['is an object, and a number comes back', { n: 16 }, 16, { [echo]: asked }],
    ['comes back as another value than was meant', '16', 17, { [echo]: '1 own' }],
    ['comes back with another type', '16', true, { [type]: '1 own' }],
    ['comes back as another text', '16', '17', { [type]: '1 own' }],
  ])('%s', (_, sent, returned, expected) => expect(causes([amount(sent, returned)])).toEqual(expected));

  test('is seen where requests are not judged, too', () =>
    expect(causes([amount('16', 16)], 'response')).toEqual({ [echo]: asked }));

  test('may be text: what is not a text comes back as one', () => {
    expect(causes([put({ sent: { name: 17 }, returned: { name: '17' } })])).toEqual({
      'put.data.name:echo': '1 from put.request.name:type',
    });
    expect(causes([put({ sent: { name: 17 }, returned: { name: '18' } })])).toEqual({
      'put.data.name:echo': '1 own',
    });
  });
});

test('a value that was sent as the document has it excuses nothing', () => {
  expect(causes([amount(16, '16')])).toEqual({ [type]: '1 own' });
  expect(causes([amount(16, 17)])).toEqual({ [echo]: '1 own' });
});

describe('elements', () => {
  const conditions = (columns: readonly unknown[]): Partial<Record> => ({
    conditions: sentTransformer.conditions.map((one, at) => ({ ...one, column: columns[at] })) as never,
  });
  const returned = (columns: readonly unknown[]) => ({
    conditions: putAnswer.data.conditions.map((one, at) => ({ ...one, column: columns[at] })),
  });
  const id = 'put.data.conditions.each.column:type';

  test('are compared with what was sent at their position', () => {
    expect(causes([put({ sent: conditions([3, '4']), returned: returned([3, '4']) })])).toEqual({
      [id]: '1 from put.request.conditions.each.column:type',
    });
    expect(causes([put({ sent: conditions(['3', 4]), returned: returned([3, '4']) })])).toEqual({
      [id]: '1 own',
      'put.data.conditions.each.column:echo': '1 from put.request.conditions.each.column:type',
    });
  });

  test('of which one deviates for a reason of its own: the response does', () => {
    const both = put({ sent: conditions(['3', 4]), returned: returned(['3', '4']) });
    expect(causes([both])).toEqual({ [id]: '1 own' });
  });
});

test('evidence and its times are of deviations with a reason of their own, where there are any', () => {
  const exchanges = [amount('16', '16'), amount(16, '16'), amount('16', '16'), amount(16, 16)];
  const found = judgeOf(exchanges)
    .results((key) => exchanges[key])
    .findings.get(type);
  expect(found?.counts).toMatchObject({ conforms: 1, deviates: 3 });
  expect(found?.evidence.map(({ exchange }) => exchange)).toEqual([exchanges[1]?.id]);
  expect(found?.follows[0]?.evidence.map(({ exchange }) => exchange)).toEqual([
    exchanges[0]?.id,
    exchanges[2]?.id,
  ]);
  expect(found?.conforming).toEqual([3, 3]);
});

test('states are taken in any order', () => {
  const exchanges = [amount('16', '16'), amount(16, '16'), amount(16, 16), amount('16', 16), amount('x', 1)];
  const parts = exchanges.map((exchange, key) => {
    const judge = new Judge(contract, { side: 'both' });
    judge.add(exchange, key, 1000 - key);
    return JSON.parse(JSON.stringify(judge.state));
  });
  const taken = (states: typeof parts) => {
    const judge = new Judge(contract, { side: 'both' });
    for (const state of states) judge.take(state);
    const { findings } = judge.results((key) => exchanges[key]);
    return [type, echo].map((id) => findings.get(id));
  };
  expect(taken([...parts].reverse())).toEqual(taken(parts));
  expect(taken(parts)[0]?.conforming).toEqual([996, 998]);
  expect(taken(parts)[1]?.follows).toMatchObject([{ exchanges: 2 }]);
});
