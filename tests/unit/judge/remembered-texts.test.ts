import { expect, test } from 'vitest';
import { RememberedTexts } from '../../../src/bounded/remembered-texts.ts';

test('lists of texts are found again by all of their texts', () => {
  const seen = new RememberedTexts(10);
  expect([seen.has(1, ['a', 'b']), seen.has(1, ['a', 'b'])]).toEqual([false, true]);
  expect([seen.has(1, ['a', 'c']), seen.has(2, ['a', 'b']), seen.has(1, ['a', 'b'])]).toEqual([
    false,
    false,
    true,
  ]);
});

test('no more are remembered than may be, and none that is long', () => {
  const seen = new RememberedTexts(3);
  const texts = ['a', 'b', 'c', 'd'];
  expect(texts.map((text, at) => seen.has(at, [text]))).toEqual([false, false, false, false]);
  expect(texts.map((text, at) => seen.has(at, [text])).slice(0, 3)).toEqual([false, false, false]);
  const long = ['x'.repeat(2_000)];
  expect([seen.has(9, long), seen.has(9, long)]).toEqual([false, false]);
});

test('of many with one hash, the latest are remembered', () => {
  const seen = new RememberedTexts(1_000);
  for (let at = 0; at < 100; at += 1) seen.has(1, [`${at}`]);
  expect([seen.has(1, ['99']), seen.has(1, ['0'])]).toEqual([true, false]);
});
