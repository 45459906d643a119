import { describe, expect, test } from 'vitest';
import { exchangeOf, putAnswer, refusalBody, utf8Response } from '../support/conforming.ts';
import { contract, type Exchange, judge } from '../support/subject.ts';

/** What only several exchanges together say: refusals beside what was served, and requestIds. */

const answered = (body: unknown, status = 200) => utf8Response(JSON.stringify(body), status);
const withData = (data: object) => answered({ ...putAnswer, data: { ...putAnswer.data, ...data } });
const sound = exchangeOf('put', 'authorised', withData({}));
const refused = exchangeOf('put', 'none', utf8Response(refusalBody, 401));
const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

function found(exchanges: readonly Exchange[], id: string) {
  const numbered = exchanges.map((one, at) => ({ ...one, id: `e${at}` }));
  return judge(contract, numbered).findings.get(id);
}

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
    ).toMatchObject({
      conforms: 2,
      notExercised: 1,
    }));

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
    expect(ofIds([...different.slice(0, 202), ...different.slice(0, 202)])?.actuals).toBeNull();
  });
});
