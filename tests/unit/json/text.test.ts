import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNumber, sameScalar } from '../../../src/json/decimal.ts';
import { parseJson } from '../../../src/json/json.ts';
import { JsonText, readJson } from '../../../src/json/text.ts';
import { holds } from '../../support/properties.ts';

/** Every place of a value, as tokens with `*` for elements, and positions. */
function placesOf(
  value: unknown,
  tokens: readonly string[] = [],
  positions: readonly number[] = [],
): readonly (readonly [tokens: readonly string[], positions: readonly number[], value: unknown])[] {
  const own = [tokens, positions, value] as const;
  if (Array.isArray(value))
    return [own, ...value.flatMap((item, at) => placesOf(item, [...tokens, '*'], [...positions, at]))];
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return [own];
  return [
    own,
    ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...tokens, key], positions)),
  ];
}

const layouts = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => JSON.stringify(JSON.parse(text), null, 2),
  (text) => ` ${text}\n`,
  (text) => text.replaceAll('/', '\\/'),
  (text) => text.replaceAll(/(?<=[:[,])(\d)(?=[,\]}])/g, '$1.0'),
);

test('a text that is read by JSON.parse has the value that its tree has, and the same text at every place', async () => {
  // No documented name is `*`, which stands for the elements of an array.
  const texts = fc.json().filter((text) => !text.includes('"*"'));
  const property = fc.asyncProperty(texts, layouts, async (json, layout) => {
    const text = layout(json);
    const read = readJson(text);
    const ofTree = JsonText.ofTree(parseJson(text));
    expect(read.value).toStrictEqual(ofTree.value);
    expect(read.duplicateKeys).toEqual(ofTree.duplicateKeys);
    for (const [tokens, positions, value] of placesOf(ofTree.value))
      expect(read.textAt(tokens, positions, value)).toBe(ofTree.textAt(tokens, positions, value));
  });
  await holds(property);
});

test.each<[text: string, keys: number | null]>([
  ['{"a":1,"b":{"c":[true]}}', 3],
  ['{"a":1.50}', null],
  ['{"a":1,"a":1}', null],
  ['{"a":9007199254740993}', null],
  ['{"1":1}', null],
])('%s has %s keys that are known', (text, keys) => expect(readJson(text).keys).toBe(keys));

test('keys that are there twice are named', () =>
  expect(readJson('{"a":1,"b":[{"c":1,"c":2}],"a":3}').duplicateKeys).toEqual(['/b/0/c', '/a']));

test.each<[left: string, right: string, same: boolean]>([
  ['1', '1.0', true],
  ['16', '1.6e1', true],
  ['0', '-0', true],
  ['0', '0e999999', true],
  ['0.1', '0.1000000000000000001', false],
  ['9007199254740993', '9007199254740992', false],
  ['1e400', '1e401', false],
  ['1', '"1"', false],
  ['null', 'null', true],
  ['true', 'true', true],
  ['"a"', '"\\u0061"', true],
])('%s and %s are the same scalar: %s', (left, right, same) =>
  expect(sameScalar(readJson(left).value, readJson(right).value)).toBe(same),
);
