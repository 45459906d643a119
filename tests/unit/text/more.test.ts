import { expect, test } from 'vitest';
import { numbered } from '../../../src/text/more.ts';

test('counts are written as in English', () => {
  const counts = [0, 7, 999, 1_000, 12_345, 100_000, 1_234_567, 1_000_000_000, 9_007_199_254_740_991];
  expect(counts.map(numbered)).toEqual(counts.map((count) => count.toLocaleString('en')));
});
