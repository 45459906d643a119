import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BodyText, bodyText, brokenPlace, nearestPlace } from '../../../../reporters/outline/body.ts';
import { cut } from '../../../../src/text/cut.ts';

function plain({ lines }: BodyText): string {
  return lines.map((line) => line.map(({ text }) => text).join('')).join('\n');
}

/** What stands at each place. */
function marked({ lines }: BodyText): readonly (readonly [string, string])[] {
  return lines.flatMap((line) =>
    line.flatMap(({ text, place }) => (place === null ? [] : [[place, text] as const])),
  );
}

describe('the text of a body', () => {
  test('is laid out where it is JSON, its tokens as they came', () => {
    const body = bodyText('{"a":3.0,"b":[],"c":[{"d":"\\u0041"},null],"a":{}}', []);
    expect(body.laidOut).toBe(true);
    expect(plain(body)).toBe(`{
  "a": 3.0,
  "b": [],
  "c": [
    {
      "d": "\\u0041"
    },
    null
  ],
  "a": {}
}`);
  });

  test.each([
    ['', ''],
    ['<h1>no</h1>\nnot JSON', '<h1>no</h1>\nnot JSON'],
    ['{"a": 1,}', '{"a": 1,}'],
    ['{"a" :\t"b', '{"a" :\t"b'],
    ['}{][":', '}{][":'],
  ])('is left as it came otherwise: %j', (text, wanted) => {
    const body = bodyText(text, ['/a']);
    expect([plain(body), body.laidOut]).toEqual([wanted, false]);
  });

  test.each([
    ['{"a":1,"b":NaN,"c":2}', 'NaN,"c":'],
    ['{"a":1,}', '}'],
    ['{"a":1} {"a":2}', ' {"a":2}'],
  ])('has the place from which on it is not JSON: %s', (text, broken) =>
    expect(marked(bodyText(text, [], true))).toEqual([[brokenPlace, broken]]),
  );

  test.each([
    '<html>',
    'OK',
    '401 Unauthorized',
    '"a" is wrong',
    '{"a":1}',
    cut(`{"a":"${'b'.repeat(500)}"}`),
  ])('has none of a text that is no JSON at all, or all of it, or that was cut: %.20s', (text) =>
    expect(marked(bodyText(text, [], true))).toEqual([]),
  );

  test('has none where nobody found that wrong', () => expect(marked(bodyText('{"a":1,}', []))).toEqual([]));

  test('is left as it came where it would grow beyond measure', () => {
    const text = `${'['.repeat(500)}${']'.repeat(500)}`;
    expect(plain(bodyText(text, []))).toBe(text);
  });

  test('is left as it came where it has very many tokens, and only places near its beginning are found', () => {
    const text = `[${'1, '.repeat(6000)}1]`;
    const body = bodyText(text, ['/0', '/5999']);
    expect([plain(body), body.laidOut]).toEqual([text, false]);
    expect(nearestPlace(body.places, '/0')).toBe('/0');
    expect(nearestPlace(body.places, '/5999')).toBeNull();
    expect(bodyText(`[${'1, '.repeat(60)}1]`, []).laidOut).toBe(true);
  });

  test('any text comes out whole', () => {
    const pointers = ['/a', '/a/0', '/0/b', ''];
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        const body = bodyText(text, pointers);
        if (body.laidOut) expect(JSON.parse(plain(body))).toEqual(JSON.parse(text));
        else expect(plain(body)).toBe(text);
      }),
    );
  });

  test.each([
    '{"a":[],"b":{},"c":[{"d":"x\\n","e":-0.5},null],"":true}',
    ' {"b":1, "0":2}',
    '{"a":1.50,"b":-0,"c":"\\u0041\\/"}',
    '{"a":1,"a":1}',
    `${'[1,'.repeat(9)}1${']'.repeat(9)}`,
    `[${'[],'.repeat(6000)}1]`,
    '"a"',
  ])('is the same whether or not places in it are wanted: %.60s', (text) =>
    expect(bodyText(text, [])).toEqual(bodyText(text, ['/nowhere'])),
  );

  test('any JSON is the same whether or not places in it are wanted', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(0, 1), (text, space) => {
        const spaced = JSON.stringify(JSON.parse(text), null, space);
        expect(bodyText(spaced, [])).toEqual(bodyText(spaced, ['/nowhere']));
      }),
    );
  });
});

describe('a place', () => {
  const text = '{"data":{"name":"x","list":[1,{"a/b~c":true}],"name":2}}';

  test.each([
    ['/data/name', ['"name": "x"', '"name": 2']],
    ['/data/list/0', ['1']],
    ['/data/list/1/a~1b~0c', ['"a/b~c": true']],
    ['/data/list', ['"list": [']],
  ])('%s is the key and the beginning of the value', (pointer, texts) => {
    const found = marked(bodyText(text, [pointer])).filter(([place]) => place === pointer);
    expect(found.map(([, own]) => own)).toEqual(texts);
  });

  test('that is not there is the nearest value around it', () => {
    const { places } = bodyText(text, ['/data/name/deep', '/data/list/7', '/other/x']);
    expect(nearestPlace(places, '/data/name/deep')).toBe('/data/name');
    expect(nearestPlace(places, '/data/list/7')).toBe('/data/list');
    expect(nearestPlace(places, '/other/x')).toBeNull();
    expect(nearestPlace(places, '')).toBeNull();
  });

  test('is found in front of where a text was cut', () => {
    const cut = '{"data": {"name": "x", "list": [1… (99 characters';
    expect(marked(bodyText(cut, ['/data/name']))).toContainEqual(['/data/name', '"name": "x"']);
  });
});
