import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalRows, fractions, integers, jsonRows, twiceRows } from '../cases/json-texts.ts';
import { exchangeOf, putAnswer, sentTransformer, utf8Response, withBody } from '../support/conforming.ts';
import { findingsOf } from '../support/engine.ts';
import { runs } from '../support/properties.ts';
import { type Exchange, judge, parseJson, spansOf, written } from '../support/subject.ts';

/** JSON texts: what the reader says of them, and that a body is judged by what it says, however it is written and read. */

/** What JSON.parse makes of a value that was read. */
function plain(value: unknown): unknown {
  return JSON.parse(written(value));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the reader', () => {
  test.each(jsonRows)('%j: %s', (text, problem) => {
    expect(isJson(text)).toBe(problem === null);
    if (problem === null) expect(plain(parseJson(text).value)).toEqual(JSON.parse(text));
    else expect(() => parseJson(text)).toThrow(problem);
  });

  test.each(twiceRows)('%s has these keys twice: %j', (text, pointers) => {
    expect(parseJson(text).duplicateKeys).toEqual(pointers);
    expect(plain(parseJson(text).value)).toEqual(JSON.parse(text));
    const body = text.replace('{', '{"status":"success",');
    const found = findingsOf(withBody('put', body)).get('put:unique-keys');
    expect(found?.verdict).toBe(pointers.length > 0 ? 'deviates' : 'conforms');
    if (pointers.length > 0) expect(found?.evidence.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test('says where each value is, and keeps the text of numbers', () => {
    const text = ' {"a": [9007199254740993, 1e400, -0, 3.0, "b\\n"]} ';
    const items = ['9007199254740993', '1e400', '-0', '3.0', '"b\\n"'];
    const spans = spansOf(text);
    const textAt = (pointer: string) => text.slice(spans.get(pointer)?.start, spans.get(pointer)?.end);
    expect(items.map((_, index) => textAt(`/a/${index}`))).toEqual(items);
    expect(['', '/a'].map(textAt)).toEqual([text.trim(), text.slice(7, -2)]);
    expect(written(parseJson(text).value)).toBe(`{"a":[${items.join(',')}]}`);
  });

  test('stops at a depth, whatever follows', () => {
    expect(() => parseJson('['.repeat(200_000))).toThrow('deeper than 256');
    expect(parseJson('[[1]]', { depth: 2 }).value).toEqual([[1]]);
    expect(() => parseJson('[[[1]]]', { depth: 2 })).toThrow('deeper than 2');
  });
});

const headers = [
  ['authorization', 'Bearer [masked: access token]'],
  ['content-type', 'application/json'],
] as const;
const whole = { headers: 'complete', body: 'whole' } as const;

function put(body: string, sent = JSON.stringify(sentTransformer)): Exchange {
  const exchange = exchangeOf('put', 'authorised', utf8Response(body));
  return { ...exchange, request: { ...exchange.request, headers, body: sent } };
}

/** As traffic is recorded, all of it. */
const recorded = (exchange: Exchange) => ({ ...exchange, recorded: { request: whole, response: whole } });

/** All that is found; with `traffic`, bodies are read by the shape of earlier ones, as those of recordings are. */
function found(exchanges: readonly Exchange[], traffic: boolean) {
  const numbered = exchanges.map((one, at) => ({ ...one, id: `e${at}` }));
  const shown = (exchange: Exchange) => exchange;
  return judge(numbered, traffic ? { side: 'both', shown } : { side: 'both' }).findings;
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
        ? recorded(put(JSON.stringify(putAnswer), write(changed(sentTransformer, at, scalar))))
        : recorded(put(write(changed(putAnswer, at, scalar))));
    const usual = [...Array(21)].map(() => recorded(put(JSON.stringify(putAnswer))));
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

const pieces = fc.constantFrom(
  ...'{}[],:"\\ \n\t01-.eE+\u00a0\u0000\ufeffé\ud800\''.split(''),
  ...['"a"', '"\\u0041"', '\\u00', '"a":', '"a" :', '"1":', '//', '"x:{"', 'true', 'false', 'null', 'nul'],
  ...['1.5', '-0', '01', '1e400', '12345678901234567'],
);
const built = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));

/** The text of a value with one character changed. */
const damaged = fc
  .tuple(fc.oneof(fc.jsonValue(), fc.constant(putAnswer)), fc.nat(), fc.string({ maxLength: 2 }))
  .map(([value, at, insert]) => {
    const text = JSON.stringify(value);
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + insert + text.slice(cut + 1);
  });

test('is JSON exactly where JSON.parse says so, for the reader, for a run and for traffic', () => {
  const property = fc.property(fc.array(fc.oneof(built, damaged), { maxLength: 20 }), (texts) => {
    for (const text of texts) {
      if (isJson(text)) expect(plain(parseJson(text).value)).toEqual(JSON.parse(text));
      else expect(() => parseJson(text), text).toThrow();
    }
    const isObject = (text: string) => isJson(text) && /^[ \t\r\n]*\{/.test(text);
    const bodies = texts
      .map((text) => `{"status":"success","data":${text}}`)
      .filter((text) => !text.includes('"error"'));
    const count = bodies.filter(isObject).length;
    for (const traffic of [false, true]) {
      const counts = found(
        bodies.map((body) => put(body)),
        traffic,
      ).get('put:json')?.counts;
      expect([counts?.conforms, counts?.deviates ?? 0]).toEqual([count, bodies.length - count]);
    }
  });
  fc.assert(property, runs());
});
