import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalRows, fractions, integers } from '../cases/json-texts.ts';
import { exchangeOf, putAnswer, sentTransformer, utf8Response } from '../support/conforming.ts';
import { runs } from '../support/properties.ts';
import { contract, type Exchange, judge } from '../support/subject.ts';

/** A body is judged by what it says, however it is written and read. */

const headers = [
  ['authorization', 'Bearer [masked: access token]'],
  ['content-type', 'application/json'],
] as const;
const whole = { headers: 'complete', body: 'whole' } as const;

/** As traffic is recorded, all of it. */
function put(body: string, sent = JSON.stringify(sentTransformer)): Exchange {
  const exchange = exchangeOf('put', 'authorised', utf8Response(body));
  return {
    ...exchange,
    request: { ...exchange.request, headers, body: sent },
    recorded: { request: whole, response: whole },
  };
}

/** All that is found; with `traffic`, bodies are read by the shape of earlier ones, as those of recordings are. */
function found(exchanges: readonly Exchange[], traffic: boolean) {
  const numbered = exchanges.map((one, at) => ({ ...one, id: `e${at}` }));
  const shown = (exchange: Exchange) => exchange;
  return judge(contract, numbered, traffic ? { side: 'both', shown } : { side: 'both' }).findings;
}

describe('numbers by their value', () => {
  const amounts = [...integers, ...fractions].map((text) => [text, integers.includes(text)] as const);
  test.each(amounts)('%s is an integer: %s', (text, isInteger) => {
    const body = JSON.stringify(putAnswer).replace('"amount":16', `"amount":${text}`);
    const verdict = found([put(body)], false).get('put.data.action.amount:type')?.verdict;
    expect(verdict).toBe(isInteger ? 'conforms' : 'deviates');
  });

  test.each(equalRows)('%s was sent, %s came back: the same: %s', (sent, returned, same) => {
    const amount = (root: object, text: string) =>
      JSON.stringify(root).replace('"amount":16', `"amount":${text}`);
    const all = found([put(amount(putAnswer, returned), amount(sentTransformer, sent))], false);
    expect(all.get('put.data.action.amount:echo')?.verdict).toBe(same ? 'conforms' : 'deviates');
  });

  test('of a million digits are looked at once', () => {
    const zeros = '0'.repeat(1_000_000);
    const bodies = [`0.1${zeros}1`, `1${zeros}.${zeros}`].map(
      (text) => `{"status":"success","data":{"action":{"amount":${text}}}}`,
    );
    const verdicts = bodies.map(
      (body) => found([put(body)], false).get('put.data.action.amount:type')?.verdict,
    );
    expect(verdicts).toEqual(['deviates', 'conforms']);
  });
});

/** Other writings of one value. */
const writings: Readonly<Record<string, (value: unknown) => string>> = {
  'as JavaScript writes it': (value) => JSON.stringify(value),
  'with white space': (value) => ` \r\n\t${JSON.stringify(value, null, 4)}\n`,
  'with escapes': (value) => JSON.stringify(value).replaceAll('o', '\\u006f').replaceAll('/', '\\/'),
  'with decimals': (value) => JSON.stringify(value).replaceAll(/(?<=[:[,])(-?\d+)(?=[,\]}])/g, '$1.0'),
  'in another order': (value) =>
    JSON.stringify(value, (_, one) =>
      one?.constructor === Object ? Object.fromEntries(Object.entries(one).reverse()) : one,
    ),
};

const scalars = fc.constantFrom(
  ...['', 'x', 'CURRENCY_FIAT', '2025-02-30', 0, 7, -1, 0.25, true, false, null, [], {}],
);
/** The place of a scalar of a record, counted through. */
const changes = fc.array(fc.tuple(fc.nat(60), scalars), { minLength: 1, maxLength: 12 });

/** A value with one of its scalars replaced. */
function changed(root: unknown, at: number, scalar: unknown): unknown {
  let count = 0;
  return JSON.parse(JSON.stringify(root), (_, value) =>
    typeof value === 'object' && value !== null ? value : count++ === at ? scalar : value,
  );
}

test('a body is judged alike however it is written, and whatever came before it', () => {
  const property = fc.property(changes, fc.boolean(), (all, ofRequest) => {
    const message = (at: number, scalar: unknown, write: (value: unknown) => string) =>
      ofRequest
        ? put(JSON.stringify(putAnswer), write(changed(sentTransformer, at, scalar)))
        : put(write(changed(putAnswer, at, scalar)));
    const usual = [...Array(21)].map(() => put(JSON.stringify(putAnswer)));
    const verdictsOf = (write: (value: unknown) => string, traffic: boolean) => {
      const exchanges = [
        ...usual,
        ...all.flatMap(([at, scalar]) => [message(at, scalar, write), message(at, scalar, write)]),
      ];
      return [...found(exchanges, traffic)].map(([id, one]) => [
        id,
        one.verdict,
        one.counts,
        one.why?.because,
      ]);
    };
    const expected = verdictsOf(JSON.stringify, false);
    for (const [name, write] of Object.entries(writings))
      for (const traffic of [false, true]) expect(verdictsOf(write, traffic), name).toEqual(expected);
  });
  fc.assert(property, runs(0.15));
});
