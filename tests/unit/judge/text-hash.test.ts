import { expect, test } from 'vitest';
import { writeHash } from '../../../src/bounded/hashed-keys.ts';

/** Half of the hashes of so many texts, and all of them. */
function hashes(texts: readonly string[]): {
  readonly halves: readonly Set<number>[];
  readonly all: Set<bigint>;
} {
  const into = new Uint32Array(2 * texts.length);
  for (const [at, text] of texts.entries()) writeHash(text, into, 2 * at);
  const half = (first: number) => new Set(into.filter((_, at) => at % 2 === first));
  return { halves: [half(0), half(1)], all: new Set(new BigUint64Array(into.buffer)) };
}

const count = 30_000;

test.each([
  ['decimal numbers', (at: number) => `${at}`],
  [
    'UUIDs that differ in the last digits',
    (at: number) => `3b44423f-bf20-cc4d-b879-${at.toString(16).padStart(12, '0')}`,
  ],
  [
    'UUIDs that differ in the first digits',
    (at: number) => `${at.toString(16).padStart(8, '0')}-bf20-4c4d-b879-1682089f5336`,
  ],
  ['lengths', (at: number) => '\0'.repeat(at % 1_000) + String.fromCharCode(at / 1_000)],
  [
    'halves of surrogate pairs',
    (at: number) => String.fromCharCode(0xd800 + (at % 2_048), 0xd800 + at / 2_048),
  ],
])('tells %s apart, with each half as rarely the same as by chance', (_, textOf) => {
  const texts = [...new Set(Array.from({ length: count }, (_, at) => textOf(at)))];
  const { halves, all } = hashes(texts);
  expect(all.size).toBe(texts.length);
  // By chance 0.1 pairs of 30,000 are the same in 32 bits.
  for (const half of halves) expect(texts.length - half.size).toBeLessThan(6);
});

test('is the same for the same text wherever it is written', () => {
  const into = new Uint32Array(6);
  for (const [at, text] of ['a', 'b', 'a'].entries()) writeHash(text, into, 2 * at);
  expect(into.slice(0, 2)).toEqual(into.slice(4));
  expect(into.slice(0, 2)).not.toEqual(into.slice(2, 4));
});
