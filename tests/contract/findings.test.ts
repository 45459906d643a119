import { describe, expect, test } from 'vitest';
import { amountRows, columnRows, withColumns } from '../cases/clients.ts';
import {
  exchangeOf,
  putAnswer,
  refusalBody,
  sentTransformer,
  utf8Response,
  withBody,
} from '../support/conforming.ts';
import { findingsOf } from '../support/engine.ts';
import { type Exchange, judge } from '../support/subject.ts';

/** What several exchanges say of a requirement, what is kept of them, and what a client that sent something else has to do with it. */

const answered = (body: unknown, status = 200) => utf8Response(JSON.stringify(body), status);
const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

/** A PUT with other members in the record that comes back, and in what was sent. */
const put = (returned: object, sent: object = {}) =>
  exchangeOf('put', 'authorised', answered({ ...putAnswer, data: { ...putAnswer.data, ...returned } }), {
    ...sentTransformer,
    ...sent,
  });
const sound = put({});
const withStatus = (status: string) => exchangeOf('put', 'authorised', answered({ ...putAnswer, status }));
const refused = exchangeOf('put', 'none', utf8Response(refusalBody, 401));

function judged(exchanges: readonly Exchange[], side: 'response' | 'both' = 'response') {
  const numbered = exchanges.map((one, at) => ({ ...one, id: `e${at}` }));
  return judge(numbered, { side }).findings;
}

const found = (exchanges: readonly Exchange[], id: string) => judged(exchanges).get(id);

describe('evidence', () => {
  test('of a deviation is kept, however many responses conformed before', () => {
    const one = found([...times(30, sound), put({ name: 5 })], 'put.data.name:type');
    expect(one?.evidence.map(({ exchange, actual }) => [exchange, actual])).toEqual([['e30', '5']]);
    expect(one?.counts).toEqual({ conforms: 30, deviates: 1, notExercised: 0 });
  });

  test.each([
    ['conforms', sound],
    ['deviates', put({ name: 5 })],
  ] as const)('that it %s is of the first 20 exchanges', (verdict, exchange) => {
    const one = found(times(50, exchange), 'put.data.name:type');
    expect(one?.evidence.map((each) => each.exchange)).toEqual(times(20, '').map((_, at) => `e${at}`));
    expect([one?.verdict, one?.evidenceOmitted, one?.spread.length]).toEqual([
      verdict,
      30,
      verdict === 'conforms' ? 0 : 5,
    ]);
  });

  test('of one exchange is of ten places, and the others are counted', () => {
    const columns = (count: number) => times(count, 0).map((_, at) => ({ column: `${at}` }));
    const one = found([put({ conditions: columns(15) })], 'put.data.conditions.each.column:type');
    expect([one?.evidence.length, one?.evidenceOmitted, one?.counts.deviates]).toEqual([10, 5, 1]);
    expect(one?.actuals?.size).toBe(15);
    const many = found([put({ conditions: columns(21) })], 'put.data.conditions.each.column:type');
    expect(many?.actuals).toBeNull();
    const keys = `{"status":"success"${',"a":1'.repeat(15)}}`;
    expect(findingsOf(withBody('put', keys)).get('put:unique-keys')?.evidence).toHaveLength(10);
  });

  test('has each value that deviates once, up to a hundred of them', () => {
    const words = (count: number) => times(2 * count, 0).map((_, at) => put({ enabled: `${at % count}` }));
    expect(found(words(100), 'put.data.enabled:type')?.actuals?.size).toBe(100);
    expect(found(words(101), 'put.data.enabled:type')?.actuals).toBeNull();
  });

  test.each([
    ['what was sent', 'put.data.name:echo', put({ name: 'other' }), '"FX revaluation"'],
    ['a fixed word', 'put.status:value', withStatus('SUCCESS'), '"success"'],
    [
      'a form, which many values have',
      'put.data.createdAt:format',
      put({ createdAt: 'yesterday' }),
      undefined,
    ],
    ['what conforms', 'put.data.name:echo', sound, undefined],
  ])('has the only value that is wanted: %s', (_, id, exchange, wanted) =>
    expect(found([exchange], id)?.evidence.map((one) => one.wanted)).toEqual([wanted]),
  );
});

describe('a reason', () => {
  const id = 'put.data.conditions.each.column:type';
  const failed = exchangeOf('put', 'authorised', utf8Response(refusalBody, 500));

  test('is that of most exchanges; of as many, that with a cause', () => {
    const caused = put({ conditions: 'none' });
    const cause = (...exchanges: readonly Exchange[]) => found(exchanges, id)?.why?.because;
    expect(cause(failed, caused)).toBe('put.data.conditions:type');
    expect(cause(failed, failed, caused)).toBeUndefined();
    expect(found([failed, caused], id)?.causes).toEqual(new Set(['', 'put.data.conditions:type']));
  });
});

describe('refusals', () => {
  const noJson = exchangeOf('put', 'authorised', utf8Response('', 204));
  const counts = (exchanges: readonly Exchange[]) => found(exchanges, 'put:authorization')?.counts;
  const to = (end: string, one: Exchange) => ({
    ...one,
    request: { ...one.request, url: `${one.request.url}${end}` },
  });
  const sent = (name: string, one: Exchange) => ({ ...one, request: { ...one.request, body: name } });

  test.each([1, 20, 21, 50])(
    '%i of a request that then got no JSON object have that as their cause',
    (count) => {
      const one = found([...times(count, refused), noJson], 'put:authorization');
      expect([...(one?.causes ?? []), one?.counts.notExercised]).toEqual(['put:json', count]);
    },
  );

  test('have no cause without a request that succeeds', () =>
    expect(found([refused, refused], 'put:authorization')?.causes).toEqual(new Set([''])));

  test('belong to the request with the same body', () => {
    const names = times(100, 'x').map((_, at) => `"${'x'.repeat(at)}y${'x'.repeat(99 - at)}"`);
    const all = (served: readonly string[]) =>
      counts([...served.map((name) => sent(name, sound)), ...names.map((name) => sent(name, refused))])
        ?.conforms;
    expect([all([...names, ...names]), all(names.slice(1)), all(names.slice(0, 1))]).toEqual([100, 99, 1]);
  });

  test('belong to the request with the same URL', () =>
    expect(
      counts([to('1', sound), to('1', refused), to('2', refused), to('2', sound), to('3', refused)]),
    ).toMatchObject({ conforms: 2, notExercised: 1 }));

  test('of more requests than are compared are all counted', () => {
    const many = times(5_002, refused).map((one, at) => sent(`${at}`, one));
    expect(counts(many)).toEqual({ conforms: 0, deviates: 0, notExercised: 5_002 });
  });
});

describe('requestIds', () => {
  /** Responses to PUT and DELETE in turn, each with its requestId. */
  function ofIds(ids: readonly string[], id = 'put.requestId:uniqueness') {
    const all = ids.map((requestId, at) =>
      exchangeOf(at % 2 === 0 ? 'put' : 'delete', 'authorised', answered({ status: 'success', requestId })),
    );
    return found(all, id);
  }
  const different = times(3_000, '').map((_, at) => `id-${at}`);

  test('conform where all differ, also in more responses than one block of memory holds', () => {
    for (const operation of ['put', 'delete'])
      expect(ofIds(different, `${operation}.requestId:uniqueness`)?.counts).toMatchObject({
        conforms: 1_500,
        deviates: 0,
      });
    expect(ofIds(different)?.evidence[0]).toMatchObject({ exchange: 'e0', actual: '"id-0"' });
    expect(ofIds(['\ud800', 'id-1', '\ud801'])?.verdict).toBe('conforms');
  });

  test('deviate in both responses of a pair, however far apart and of whatever operation', () => {
    const all = [...different, 'other', 'id-0'];
    for (const [operation, own, twin] of [
      ['put', 'e0', 'e3001'],
      ['delete', 'e3001', 'e0'],
    ]) {
      const one = ofIds(all, `${operation}.requestId:uniqueness`);
      expect(one).toMatchObject({ verdict: 'deviates', counts: { conforms: 1_500, deviates: 1 } });
      expect(one?.evidence).toMatchObject([{ exchange: own, actual: `"id-0", as in exchange ${twin}` }]);
    }
  });

  test('name the first of many as the twin, and give each value once', () => {
    const one = ofIds(times(100, 'same'));
    expect([one?.counts.deviates, one?.evidenceOmitted]).toEqual([50, 30]);
    expect(one?.actuals).toEqual(new Set(['"same", as in exchange e1', '"same", as in exchange e0']));
    const twice = (count: number) => [...different.slice(0, count), ...different.slice(0, count)];
    expect(ofIds(twice(100))?.actuals?.size).toBe(100);
    expect(ofIds(twice(202))?.actuals).toBeNull();
  });
});

const amount = (sent: unknown, returned: unknown) =>
  put(
    { action: { ...putAnswer.data.action, amount: returned } },
    { action: { ...sentTransformer.action, amount: sent } },
  );

/** Of what deviates in responses: the requirement on the request that is the cause, or `own`. */
function causes(exchanges: readonly Exchange[], side: 'response' | 'both') {
  const deviating = [...judged(exchanges, side)].filter(
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
    expect(causes([put({ name }, { name: 17 })], 'both')).toEqual({ 'put.data.name:echo': cause }),
  );

  test.each(columnRows)('columns %j come back as %j: is its own: %s', (sent, returned, isOwn) => {
    const exchange = put(
      { conditions: withColumns(returned).returned },
      { conditions: withColumns(sent).sent },
    );
    const cause = isOwn ? 'own' : 'put.request.conditions.each.column:type';
    expect(causes([exchange], 'both')).toMatchObject({ 'put.data.conditions.each.column:type': cause });
  });

  test('shows those with a reason of their own, where there are any', () => {
    const exchanges = [amount('16', '16'), amount(16, '16'), amount('16', '16'), amount(16, 16)];
    const amounts = found(exchanges, 'put.data.action.amount:type');
    expect(amounts?.counts).toMatchObject({ conforms: 1, deviates: 3 });
    expect(amounts?.evidence.map(({ exchange }) => exchange)).toEqual(['e1']);
    const [following] = amounts?.follows ?? [];
    expect(following?.evidence.map(({ exchange }) => exchange)).toEqual(['e0', 'e2']);
    expect(following?.exchanges).toBe(2);
  });
});
