import { describe, expect, test } from 'vitest';
import { exchangeOf, putAnswer, refusalBody, utf8Response, withBody } from '../support/conforming.ts';
import { findingsOf } from '../support/engine.ts';
import { contract, type Exchange, judge } from '../support/subject.ts';

/** How many exchanges say what of a requirement, and what is kept of them. */

const answered = (body: unknown, status = 200) => utf8Response(JSON.stringify(body), status);
const withData = (data: object) => answered({ ...putAnswer, data: { ...putAnswer.data, ...data } });
const sound = exchangeOf('put', 'authorised', withData({}));
const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

function found(exchanges: readonly Exchange[], id: string) {
  const numbered = exchanges.map((one, at) => ({ ...one, id: `e${at}` }));
  return judge(contract, numbered).findings.get(id);
}

const put = (data: object) => exchangeOf('put', 'authorised', withData(data));

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
    expect(
      found([put({ conditions: columns(21) })], 'put.data.conditions.each.column:type')?.actuals,
    ).toBeNull();
    const keys = `{"status":"success"${',"a":1'.repeat(15)}}`;
    expect(findingsOf(withBody('put', keys)).get('put:unique-keys')?.evidence).toHaveLength(10);
  });

  test('has each value that deviates once, up to a hundred of them', () => {
    const words = (count: number) => times(2 * count, 0).map((_, at) => put({ enabled: `${at % count}` }));
    expect(found(words(100), 'put.data.enabled:type')?.actuals?.size).toBe(100);
    expect(found(words(101), 'put.data.enabled:type')?.actuals).toBeNull();
  });

  test.each([
    [
      'what was sent',
      'put.data.name:echo',
      { data: { ...putAnswer.data, name: 'other' } },
      '"FX revaluation"',
    ],
    ['a fixed word', 'put.status:value', { status: 'SUCCESS' }, '"success"'],
    [
      'a form, which many values have',
      'put.data.createdAt:format',
      { data: { createdAt: 'yesterday' } },
      undefined,
    ],
    ['what conforms', 'put.data.name:echo', {}, undefined],
  ])('has the only value that is wanted: %s', (_, id, members, wanted) => {
    const evidence = found(
      [exchangeOf('put', 'authorised', answered({ ...putAnswer, ...members }))],
      id,
    )?.evidence;
    expect(evidence?.map((one) => one.wanted)).toEqual([wanted]);
  });
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
