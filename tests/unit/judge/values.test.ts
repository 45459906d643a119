import { expect, test } from 'vitest';
import type { Schema } from '../../../src/contract/schemas.ts';
import { accepts } from '../../../src/judge/values.ts';

const number = (text: string) => ({ type: 'number' as const, text, start: 0, end: text.length });

test.each([
  ['1e400', true],
  ['9007199254740993', true],
  ['3.0', true],
  ['1.00000000000000000001', false],
  ['1e-400', false],
])('%s is an integer: %s', (text, wanted) => {
  expect(accepts({ type: 'integer' })(number(text))).toBe(wanted);
});

test('a keyword over numbers judges the number itself', () => {
  const schema = { maximum: 1000 } as Schema;
  expect(['1000', '1001', '1e3', '1000.5'].map((text) => accepts(schema)(number(text)))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
