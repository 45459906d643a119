import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PlainJson, plainJson } from '../../../src/json/plain.ts';
import { PlainReader, Scalar } from '../../../src/json/shapes.ts';
import { runs } from '../../support/properties.ts';

const shape = '{ "a":"x","b":[1,{"c":true,"d":null}] ,"":{"__proto__":-2,"e f":""}}';

/** A value from the outline and the scalars of a text. */
function filled(outline: unknown, scalars: readonly string[]): unknown {
  if (outline instanceof Scalar) return outline.of(scalars);
  if (Array.isArray(outline)) return outline.map((item) => filled(item, scalars));
  if (outline === null) return null;
  return Object.fromEntries(
    Object.entries(outline as object).map(([key, inner]) => [key, filled(inner, scalars)]),
  );
}

/** What is read of a text: its value, and how many keys are in it; from its shape, where it is known. */
function plainOf(read: PlainJson | undefined) {
  if (read === undefined) return undefined;
  const { value, keys, shape, scalars = [] } = read;
  return { value: shape === undefined ? value : filled(shape.outline, scalars), keys };
}

/** A reader that has read texts, and what it says of another one. */
function after(texts: readonly string[], text: string) {
  const { read } = new PlainReader();
  for (const one of texts) read(one);
  return plainOf(read(text));
}

test.each([
  shape,
  '{ "a":"","b":[0,{"c":false,"d":null}] ,"":{"__proto__":123456789012345,"e f":"\u2028\ud83d\ude00"}}',
  '{ "a":"1,\\u007b","b":[1,{"c":true,"d":null}] ,"":{"__proto__":0,"e f":"}"}}',
  '{ "a":"x","b":[1,2,{"c":true,"d":null}] ,"":{"__proto__":-2,"e f":""}}',
  '{ "a":"x","b":[1.5,{"c":true,"d":null}] ,"":{"__proto__":-2,"e f":""}}',
  '"a"',
  '{}',
])('reads %s behind a text that may be of its shape', (text) => {
  const expected = plainJson(text);
  const found = after([shape], text);
  expect(found).toStrictEqual(expected);
  expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
});

test.each([
  ['{"a":1}', '{"a":01}'],
  ['{"a":1}', '{"a":-0}'],
  ['{"a":1}', '{"a":1.0}'],
  ['{"a":1}', '{"a":0.0000001}'],
  ['{"a":1}', '{"a":.5}'],
  ['{"a":1}', '{"a":12345678901234567}'],
  ['{"a":1}', '{"a":1}}'],
  ['{"a":1}', '{"a":1'],
  ['{"a":1}', '\n{"a":1}\n,'],
  ['{"a":true}', '{"a":truefalse}'],
  ['{"a":"x"}', '{"a":"\t"}'],
  ['{"a":"x"}', '{"a":"\ud800"}'],
  ['{"a":"x"}', String.raw`{"a":"\/"}`],
  ['{"a":"x","b":1}', '{"a":"x","a":1}'],
])('after %s does not vouch for %s', (before, text) => {
  expect(plainJson(text)).toBeUndefined();
  expect(after([before], text)).toBeUndefined();
});

test.each([1.5, -0.25, 0.000_001, -123_456_789.123_457])('%d has the shape of a whole number', (number) => {
  const { read } = new PlainReader();
  const { shape } = read('{"a":1}') ?? {};
  expect(shape).toBeDefined();
  expect(read(`{"a":${number}}`)?.shape).toBe(shape);
});

const key = fc.constantFrom('a', 'b', 'c.d', '$', '__proto__', 'true', ' 1', '"');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('', 'x', 'true', '1', '{"a":1}', '\ud83d\ude00', '\n'),
    fc.constantFrom(
      0,
      1,
      -1,
      1.5,
      -0.000_001,
      123_456_789.123_457,
      -0,
      1e21,
      123_456_789_012_345,
      1_234_567_890_123_456,
    ),
    fc.constantFrom(true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

/** Another value of the same shape, nearly. */
function varied(given: unknown, next: () => unknown): unknown {
  if (Array.isArray(given)) return given.map((item) => varied(item, next));
  if (typeof given === 'object' && given !== null)
    return Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, varied(inner, next)]));
  const other = next();
  return typeof other === typeof given ? other : given;
}

test('says of texts of many shapes what the reader of any text says', () => {
  const scalars = fc.array(fc.constantFrom('', 'y', '\\', 0, -7, 2.5, 999_999_999_999_999, true, false), {
    minLength: 1,
  });
  const broken = fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom('', '"', '1', '.', ' ', '\\', '}', ','));
  fc.assert(
    fc.property(fc.array(fc.tuple(value, scalars, broken), { maxLength: 8 }), (all) => {
      const { read } = new PlainReader();
      for (const [one, others, [at, length, piece]] of all) {
        let next = 0;
        const other = JSON.stringify(varied(one, () => others[next++ % others.length]));
        const cut = at % (other.length + 1);
        const texts = [JSON.stringify(one), other, other.slice(0, cut) + piece + other.slice(cut + length)];
        for (const text of texts) {
          const expected = plainJson(text);
          const found = plainOf(read(text));
          expect(found).toStrictEqual(expected);
          expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
        }
      }
    }),
    runs(2),
  );
});

test('takes up a new shape where there are many already, and forgets another', () => {
  const { read } = new PlainReader();
  const texts = Array.from({ length: 5_000 }, (_, at) =>
    JSON.stringify({ [`k${at}`]: at, of: `value ${at}` }),
  );
  for (const text of [...texts, ...texts]) expect(plainOf(read(text))).toStrictEqual(plainJson(text));
});
