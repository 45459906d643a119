import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonRows, twiceRows } from '../cases/json-texts.ts';
import { exchangeOf, putAnswer, sentTransformer, utf8Response, withBody } from '../support/conforming.ts';
import { findingsOf } from '../support/engine.ts';
import { runs } from '../support/properties.ts';
import { contract, type Exchange, type JsonNode, judge, parseJson } from '../support/subject.ts';

/** JSON texts: what the reader says of them, and what the judge does, however a body is written. */

function plain(node: JsonNode): unknown {
  if (node.type === 'object')
    return Object.fromEntries([...node.members].map(([key, value]) => [key, plain(value)]));
  if (node.type === 'array') return node.items.map(plain);
  if (node.type === 'null') return null;
  return node.type === 'number' ? Number(node.text) : node.value;
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
    if (problem === null) expect(plain(parseJson(text).root)).toEqual(JSON.parse(text));
    else expect(() => parseJson(text)).toThrow(problem);
  });

  test.each(twiceRows)('%s has these keys twice: %j', (text, pointers) => {
    expect(parseJson(text).duplicateKeys).toEqual(pointers);
    expect(plain(parseJson(text).root)).toEqual(JSON.parse(text));
    const body = text.replace('{', '{"status":"success",');
    const found = findingsOf(withBody('put', body)).get('put:unique-keys');
    expect(found?.verdict).toBe(pointers.length > 0 ? 'deviates' : 'conforms');
    if (pointers.length > 0) expect(found?.evidence.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test('says where each value is, and keeps the text of numbers', () => {
    const text = ' {"a": [9007199254740993, 1e400, -0, 3.0, "b\\n"]} ';
    const { root } = parseJson(text);
    const list = root.type === 'object' ? root.members.get('a') : undefined;
    const items = list?.type === 'array' ? list.items : [];
    const written = ['9007199254740993', '1e400', '-0', '3.0', '"b\\n"'];
    expect(items.map(({ start, end }) => text.slice(start, end))).toEqual(written);
    expect(items.flatMap((item) => (item.type === 'number' ? item.text : []))).toEqual(written.slice(0, 4));
  });

  test('stops at a depth, whatever follows', () => {
    expect(() => parseJson('['.repeat(200_000))).toThrow('deeper than 256');
    expect(parseJson('[[1]]', { depth: 2 }).root.type).toBe('array');
    expect(() => parseJson('[[[1]]]', { depth: 2 })).toThrow('deeper than 2');
  });
});

function put(body: string, sent = JSON.stringify(sentTransformer)): Exchange {
  const exchange = exchangeOf('put', 'authorised', utf8Response(body));
  return { ...exchange, request: { ...exchange.request, body: sent } };
}

/** All that is found; with `traffic`, bodies are read by the shape of earlier ones, as those of recordings are. */
function found(exchanges: readonly Exchange[], traffic: boolean) {
  const numbered = exchanges.map((one, at) => ({ ...one, id: `e${at}` }));
  const shown = (exchange: Exchange) => exchange;
  return judge(contract, numbered, traffic ? { side: 'both', shown } : { side: 'both' }).findings;
}

const pieces = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    ' ',
    '\n',
    '\t',
    '"a"',
    '"\\u0041"',
    '\\u00',
    '"a":',
    '"a" :',
    '"1":',
  ],
  ...[
    '0',
    '1',
    '-',
    '.',
    'e',
    'E',
    '+',
    '1.5',
    '-0',
    '01',
    '1e400',
    '12345678901234567',
    'true',
    'false',
    'null',
    'nul',
  ],
  ...['\u00a0', '\u0000', '\ufeff', 'é', '\ud800', '//', "'", '"x:{"'],
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
      if (isJson(text)) expect(plain(parseJson(text).root)).toEqual(JSON.parse(text));
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
