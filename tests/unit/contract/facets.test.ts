import { expect, test } from 'vitest';
import { validator } from '../../../src/contract/facets.ts';
import type { Schema } from '../../../src/contract/schemas.ts';
import { ExactNumber } from '../../../src/json/decimal.ts';
import { readJson } from '../../../src/json/text.ts';

/** A number as a judge puts it to a validator. */
function like(text: string): unknown {
  const { value } = readJson(text);
  return value instanceof ExactNumber ? value.like : value;
}

test.each([
  ['1e400', true],
  ['9007199254740993', true],
  ['3.0', true],
  ['1.00000000000000000001', false],
  ['1e-400', false],
])('%s is an integer: %s', (text, wanted) => expect(validator({ type: 'integer' })(like(text))).toBe(wanted));

test('a keyword over numbers judges the number itself', () => {
  const schema = { maximum: 1000 } as Schema;
  expect(['1000', '1001', '1e3', '1000.5'].map((text) => validator(schema)(like(text)))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
