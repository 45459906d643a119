import { expect, test } from 'vitest';
import { hashOf } from '../../../src/judge/text-hash.ts';

/** So many that hashes of 32 bits would have about five pairs that are the same. */
const many = 200_000;

const kinds: readonly (readonly [string, (number: number) => string])[] = [
  ['numbers', (number) => `${number}`],
  ['UUIDs that count', (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`],
  ['binary digits', (number) => number.toString(2).padStart(32, '0')],
  ['halves of surrogate pairs', (number) => String.fromCharCode(0xd800 + (number % 1024), number >> 10)],
];

test.each(kinds)('%s have different hashes', (_, textOf) => {
  const hashes = new Set(Array.from({ length: many }, (_unused, number) => hashOf(textOf(number))));
  expect(hashes.size).toBe(many);
});

test('a hash has 64 bits, each of them 1 in about half of all', () => {
  const counts = new Array<number>(64).fill(0);
  for (let number = 0; number < 10_000; number += 1) {
    const bits = hashOf(`id-${number}`).toString(2).padStart(64, '0');
    for (const [at, bit] of [...bits].entries()) counts[at] = (counts[at] ?? 0) + Number(bit);
  }
  for (const count of counts) expect(Math.abs(count - 5_000)).toBeLessThan(400);
});
