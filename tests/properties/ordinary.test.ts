import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Judge } from '../../src/judge/judge.ts';
import type { AddedExchange } from '../../src/judge/judgement.ts';
import type { Exchange, Header } from '../../src/model/exchange.ts';
import { contract } from '../../src/operations/index.ts';
import { conformingExchanges, putAnswer, refusalBody, utf8Response } from '../support/conforming.ts';
import { mutationsOf, variantsOf } from '../support/mutations.ts';
import { gateTakesAFifth, holds, sampleOf } from '../support/properties.ts';
import {
  before,
  fresh,
  inOrder,
  judgesAfter,
  known,
  many,
  requestIdOf,
  resultsOf,
  withHeaders,
  withRequestId,
} from './both-judges.ts';
import { divisionOf, gathered, inOnePass } from './divisions.ts';
import { exchangesOfAllKinds } from './exchanges.ts';
import { rewritten } from './rewritten.ts';

/** One case is many exchanges, each judged twice. */
const share = 1 / 20;

const rewrittenExchanges = exchangesOfAllKinds.chain((all) => fc.tuple(...all.map((one) => rewritten(one))));

describe('a judge that does not look at everything in full finds what one does that looks', () => {
  test('whatever comes after exchanges that conform', async () => {
    const property = fc.asyncProperty(rewrittenExchanges, async (all) => {
      expect(inOrder('ordinary', all)).toStrictEqual(inOrder('inFull', all));
    });
    await holds(property, share);
  });

  test('in any order and nesting', async () => {
    const divided = rewrittenExchanges.chain((all) => fc.tuple(fc.constant(all), divisionOf(all.length)));
    const property = fc.asyncProperty(divided, async ([all, division]) => {
      const found = resultsOf(gathered(judgesAfter('ordinary'), all, division), all);
      expect(found).toStrictEqual(inOrder('inFull', all));
    });
    await holds(property, share);
  });

  const requirements = contract.requirements.map((requirement) => [requirement.id, requirement] as const);
  test.each(sampleOf(requirements, gateTakesAFifth))('for each fault of %s', (_, requirement) => {
    const changed = [...mutationsOf(requirement), ...variantsOf(requirement)];
    const all = changed.flatMap(({ exchanges }) => exchanges).map(withHeaders);
    expect(inOrder('ordinary', all)).toStrictEqual(inOrder('inFull', all));
  });
});

describe('a deviation of a single value', () => {
  const types = ['BUSINESS_CURRENCY', 'CURRENCY_FIAT'] as const;
  const pairs = types.flatMap((first) => types.map((second) => [first, second] as const));

  function withTypes(all: readonly (readonly string[])[]): readonly Exchange[] {
    const [put] = conformingExchanges().filter(
      ({ operation, credentials }) => operation === 'put' && credentials === 'authorised',
    );
    return all.map(([first, second], at) => {
      const conditions = putAnswer.data.conditions.map((one, of) => ({
        ...one,
        type: of === 0 ? first : second,
      }));
      const answer = {
        ...putAnswer,
        requestId: requestIdOf(1_000 + at),
        data: { ...putAnswer.data, conditions },
      };
      return withHeaders({
        ...(put as Exchange),
        id: `${at}`,
        response: utf8Response(JSON.stringify(answer)),
      });
    });
  }

  test('is counted once, in whichever elements of an array it is', () => {
    const all = withTypes([...pairs, ...pairs]);
    expect(inOrder('ordinary', all)).toStrictEqual(inOrder('inFull', all));
  });

  test('is told of the exchange, which need not be judged in full', () => {
    const judges = { ordinary: judgesAfter('ordinary')(), inFull: judgesAfter('inFull')() };
    let inFullToo = 0;
    Object.assign(judges.ordinary, {
      addInFull: (exchange: Exchange, key: number) => {
        inFullToo += 1;
        return judges.inFull.add(exchange, key);
      },
    });
    for (const [key, exchange] of withTypes([['BUSINESS_CURRENCY', 'CURRENCY_FIAT']]).entries()) {
      const { deviates, isShown } = judges.inFull.add(exchange, key);
      expect(deviates).toHaveLength(1);
      expect(judges.ordinary.add(exchange, key)).toMatchObject({ deviates, isShown });
    }
    expect(inFullToo).toBe(0);
  });
});

/** Names of headers whose values questions look at, in either case, and one whose value says nothing. */
const headerNames = fc.subarray(
  ['Content-Type', 'content-encoding', 'Location', 'X-RateLimit-Remaining', 'Api-Version', 'Date'],
  { maxLength: 2 },
);

/** What may differ between heads with the same names. */
const difference = fc.record({
  status: fc.constantFrom(200, 200, 201, 302, 401, 401),
  value: fc.constantFrom('a', 'b'),
  known: fc.constantFrom('complete', 'partial'),
  masked: fc.constantFrom(0, 0, 0, 1),
});

function recordedWith(
  exchange: Exchange,
  status: number,
  headers: readonly Header[],
  known: 'complete' | 'partial' = 'complete',
): Exchange {
  const { response } = exchange;
  const how = { headers: known, body: 'whole' } as const;
  return {
    ...exchange,
    ...(response !== undefined && { response: { ...response, status, headers } }),
    recorded: { request: how, response: how },
  };
}

/** Few heads, each of which comes again and again, in any order. */
const heads = fc
  .tuple(headerNames, fc.array(difference, { minLength: 1, maxLength: 3 }))
  .map(([names, differences]) =>
    differences.map(({ status, value, known, masked }) => (exchange: Exchange): Exchange => {
      const headers = names.map((name): Header => [name, value]);
      return {
        ...recordedWith(exchange, status, headers, known),
        masked: Array.from({ length: masked }, () => ({ part: 'header', at: 'date', what: 'a secret' })),
      };
    }),
  );

/** Refusals that differ in little, one that says nothing of why, and one that is longer than those that are remembered. */
const unansweredBodies = [
  refusalBody,
  refusalBody.replace('"error"', '"wrong"'),
  refusalBody.replace('{', '{"msg":"log in",'),
  refusalBody.replace('{', `{"msg":"${'log in '.repeat(500)}",`),
  '{"message":"busy"}',
];

const [put, del] = conformingExchanges().filter(({ credentials }) => credentials === 'authorised');
type Making = (at: number) => Exchange;
const conformingOnes: readonly Making[] = [put, del].map(
  (exchange) => (at) => withRequestId(exchange as Exchange, 1_000 + at),
);
const unansweredOnes: readonly Making[] = unansweredBodies.flatMap((body) =>
  [put, del].map((exchange) => () => ({ ...(exchange as Exchange), response: utf8Response(body) })),
);

/** Many of a few kinds, in any order. @param most kinds of `all` that are in it */
const fewHeadsOf = (all: readonly Making[], most: number) =>
  fc
    .tuple(
      fc.array(heads, { minLength: 1, maxLength: 2 }).map((some) => some.flat()),
      fc.subarray([...all], { minLength: 1, maxLength: most }),
    )
    .chain(([few, kinds]) =>
      fc.array(fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...few)), {
        minLength: 100,
        maxLength: 150,
      }),
    )
    .map((made) => made.map(([make, withHead], at) => withHead({ ...make(at), id: `exchange ${at}` })));

describe('whatever heads come again and again', () => {
  const kinds = [
    ['answers', conformingOnes, 2],
    ['refusals, and answers that are unclear', unansweredOnes, 3],
    ['both', [...conformingOnes, ...unansweredOnes], 4],
  ] as const;

  test.each(kinds)('of %s, after exchanges that conform', async (_, all, most) => {
    const divided = fewHeadsOf(all, most).chain((made) =>
      fc.tuple(fc.constant(made), divisionOf(made.length)),
    );
    const property = fc.asyncProperty(divided, async ([made, division]) => {
      expect(inOrder('ordinary', made)).toStrictEqual(inOrder('inFull', made));
      const found = resultsOf(gathered(judgesAfter('ordinary'), made, division), made);
      expect(found).toStrictEqual(inOrder('inFull', made));
    });
    await holds(property, share);
  });

  test('of answers whose bodies alone differ', () => {
    const made = Array.from({ length: 10 }, () => unansweredOnes)
      .flat()
      .map((make, at) => ({ ...recordedWith(make(at), 401, []), id: `exchange ${at}` }));
    expect(inOrder('ordinary', made)).toStrictEqual(inOrder('inFull', made));
  });

  test.each(kinds)('of %s, and nothing else', async (_, all, most) => {
    const divided = fewHeadsOf(all, most).chain((made) =>
      fc.tuple(fc.constant(made), divisionOf(made.length)),
    );
    const property = fc.asyncProperty(divided, async ([made, division]) => {
      const expected = resultsOf(inOnePass(fresh.inFull, made), made);
      expect(resultsOf(inOnePass(fresh.ordinary, made), made)).toStrictEqual(expected);
      expect(resultsOf(gathered(fresh.ordinary, made, division), made)).toStrictEqual(expected);
    });
    await holds(property, share);
  });
});

describe('an exchange of which no evidence is kept', () => {
  const [exchange] = before;
  if (exchange === undefined) throw new Error('there is none');

  test('is not looked at in full', () => {
    let inFullToo = 0;
    class CountingJudge extends Judge {
      protected override addInFull(one: Exchange, key: number): AddedExchange {
        inFullToo += 1;
        return super.addInFull(one, key);
      }
    }
    const judge = new CountingJudge(contract, { side: 'both' });
    judge.merge(known.ordinary);
    for (const key of [1, 2, 3]) judge.add(exchange, key);
    expect(inFullToo).toBe(0);
    judge.add({ ...exchange, credentials: 'none' }, 4);
    expect(inFullToo).toBe(1);
  });

  test('is looked at in full where it may be shown otherwise', () => {
    const masked = { part: 'body', at: '/data/name', what: 'a secret' } as const;
    const shown = (one: Exchange): Exchange => ({ ...one, masked: [...one.masked, masked] });
    const judge = new Judge(contract, { shown });
    for (const [key, one] of before.entries()) judge.add(one, key);
    const { findings } = judge.results((key) => before[key]);
    expect(findings.get('put.data.name:echo')?.counts.notExercised).toBe(many);
  });
});
