import { describe, expect, test } from 'vitest';
import { bounds } from '../../../src/bounded/bounds.ts';
import { Judge, judge } from '../../../src/judge/judge.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { contract } from '../../../src/operations/index.ts';
import { exchangeOf, refusalBody, utf8Response } from '../../support/conforming.ts';

const refused = exchangeOf('put', 'none', utf8Response(refusalBody, 401));
const noJson = exchangeOf('put', 'authorised', utf8Response('', 204));

function causes(exchanges: readonly Exchange[]) {
  const numbered = exchanges.map((one, at) => ({ ...one, id: `e${at}` }));
  const found = judge(contract, numbered).findings.get('put:authorization');
  return [...(found?.causes ?? []), found?.counts.notExercised];
}

describe('refusals of a request whose authorised twin was no JSON object', () => {
  test.each([1, 20, 21, 50])('%i of them have no other cause', (times) => {
    const refusals = Array.from({ length: times }, () => refused);
    expect(causes([...refusals, noJson])).toEqual(['put:json', times]);
  });

  test('have no cause without the twin', () => expect(causes([refused, refused])).toEqual(['', 2]));
});

describe('requests that were served', () => {
  const answer = utf8Response('{"status":"success"}');
  const asked = utf8Response(refusalBody, 401);

  /** How many bodies were refused without credentials, and served with them. */
  function both(sent: readonly unknown[], served: readonly unknown[]): number | undefined {
    const exchanges = [
      ...served.map((body) => exchangeOf('put', 'authorised', answer, body)),
      ...sent.map((body) => exchangeOf('put', 'none', asked, body)),
    ];
    const numbered = exchanges.map((one, at) => ({ ...one, id: `e${at}` }));
    return judge(contract, numbered).findings.get('put:authorization')?.counts.conforms;
  }

  test('are told apart by each character of their bodies', () => {
    const bodies = Array.from({ length: 100 }, (_, at) => ({
      name: `${'x'.repeat(at)}y${'x'.repeat(99 - at)}`,
    }));
    expect(both(bodies, [...bodies, ...bodies])).toBe(100);
    expect(both(bodies, bodies.slice(1))).toBe(99);
    expect(both(bodies, bodies.slice(0, 1))).toBe(1);
  });

  test('are told apart by their URLs', () => {
    const to = (exchange: Exchange, id: string): Exchange => {
      const { request } = exchange;
      return { ...exchange, id, request: { ...request, url: `${request.url}${id.slice(1)}` } };
    };
    const served = [exchangeOf('put', 'authorised', answer), exchangeOf('put', 'authorised', answer)];
    const exchanges = [
      ...served.map((exchange) => to(exchange, 's1')),
      ...['r1', 'r2'].map((id) => to(exchangeOf('put', 'none', asked), id)),
      to(exchangeOf('put', 'authorised', answer), 's2'),
      to(exchangeOf('put', 'none', asked), 'r3'),
    ].map((exchange, at) => ({ ...exchange, id: `e${at}` }));
    expect(judge(contract, exchanges).findings.get('put:authorization')?.counts).toMatchObject({
      conforms: 2,
      notExercised: 1,
    });
  });
});

describe('more different requests than are compared', () => {
  const refusals = Array.from({ length: bounds.requests + 2 }, (_, at) => ({
    ...exchangeOf('put', 'none', utf8Response(refusalBody, 401), { name: at }),
    id: `e${at}`,
  }));
  const judged = () => {
    const made = new Judge(contract);
    for (const [key, exchange] of refusals.entries()) made.add(exchange, key);
    return made;
  };

  test('are all counted in the results', () => {
    const found = judged()
      .results((key) => refusals[key])
      .findings.get('put:authorization');
    expect(found?.counts).toEqual({ conforms: 0, deviates: 0, notExercised: refusals.length });
  });

  test('are all counted in the state', () => {
    const { tallies, refusals: kept } = judged().state;
    expect(kept.kept).toHaveLength(bounds.requests);
    expect(tallies['put:authorization']?.counts.notExercised).toBe(2);
  });
});
