import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  conformingExchanges,
  deleteAnswer,
  putAnswer,
  refusalBody,
  utf8Response,
} from '../../support/conforming.ts';
import { holds } from '../../support/properties.ts';
import type { Exchange, Header } from '../../support/subject.ts';
import { inOnePass } from './divisions.ts';
import { sentHeaders } from './rewritten.ts';
import { comparable, Written } from './written-judge.ts';

/** What heads show that come again and again is what each of them shows on its own. */

/** One case is many exchanges, each judged twice. */
const share = 1 / 20;

function requestIdOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function withRequestId(exchange: Exchange, number: number): Exchange {
  const requestId = requestIdOf(number);
  const answer = exchange.operation === 'put' ? putAnswer : deleteAnswer;
  const response = utf8Response(JSON.stringify({ ...answer, requestId }));
  const request = { ...exchange.request, headers: sentHeaders };
  return { ...exchange, id: `${exchange.id}-before-${number}`, request, response };
}

/** Names of headers whose values questions look at, in either case. */
const headerNamesRead = ['Content-Type', 'content-encoding', 'X-RateLimit-Remaining', 'Api-Version'];

const headerNames = fc.subarray([...headerNamesRead, 'Location', 'Date'], { maxLength: 2 });

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

/** What one judge knows, and what one knows that takes the states of judges of a single exchange. */
function expectAlike(made: readonly Exchange[]): void {
  const resultsOf = ({ judge }: Written) => comparable(judge.results((key) => made[key]));
  const whole = new Written();
  for (const [key, exchange] of made.entries()) {
    const one = new Written();
    one.add(exchange, key);
    whole.take(one);
  }
  expect(resultsOf(inOnePass(() => new Written(), made))).toStrictEqual(resultsOf(whole));
}

describe('whatever heads come again and again', () => {
  const kinds = [
    ['answers', conformingOnes, 2],
    ['refusals, and responses that are unclear', unansweredOnes, 3],
    ['both', [...conformingOnes, ...unansweredOnes], 4],
  ] as const;

  test.each(kinds)('of %s', async (_, all, most) => {
    await holds(
      fc.asyncProperty(fewHeadsOf(all, most), async (made) => expectAlike(made)),
      share,
    );
  });

  test.each(headerNamesRead)('of responses that differ in the value of %s alone', (name) => {
    const made = Array.from({ length: 60 }, () => conformingOnes)
      .flat()
      .map((make, at) => recordedWith(make(at), 200, [[name, at % 3 === 0 ? 'a' : 'b']]));
    expectAlike(made.map((one, at) => ({ ...one, id: `exchange ${at}` })));
  });

  test('of responses whose bodies alone differ', () => {
    const made = Array.from({ length: 10 }, () => unansweredOnes).flat();
    expectAlike(made.map((make, at) => ({ ...recordedWith(make(at), 401, []), id: `exchange ${at}` })));
  });
});
