import { describe, expect, test } from 'vitest';
import { findLimit, mostSizes } from '../../../src/explore/probes/limits.ts';

/** A service that serves sizes up to a limit, and what it was asked. */
function upTo(limit: number) {
  const tried: number[] = [];
  const attempt = async (size: number) => {
    tried.push(size);
    return size <= limit ? ('served' as const) : ('refused' as const);
  };
  return { attempt, tried };
}

const usual = [43, 63, 64, 255, 256, 1_000, 4_096, 65_535];
const odd = [42, 44, 77, 333, 3_333, 40_001, 50_000, 65_534];

describe('the limit of a size', () => {
  test.each([...usual, ...odd])(
    '%i is found, each size tried once, and no more than planned',
    async (limit) => {
      const { attempt, tried } = upTo(limit);
      expect(await findLimit(42, 65_536, attempt)).toEqual({
        largestAccepted: limit,
        smallestRefused: limit + 1,
      });
      expect(new Set(tried).size).toBe(tried.length);
      expect(tried.length).toBeLessThanOrEqual(mostSizes(42, 65_536));
    },
  );

  test('every limit within a small bound, in no more sizes than planned', async () => {
    const most = mostSizes(2, 300);
    for (let limit = 2; limit < 300; limit += 1) {
      const { attempt, tried } = upTo(limit);
      const found = await findLimit(2, 300, attempt);
      expect(found).toEqual({ largestAccepted: limit, smallestRefused: limit + 1 });
      expect(tried.length).toBeLessThanOrEqual(most);
    }
  });

  test.each([64, 255, 1_000])('a usual one, %i, takes eight sizes at most', async (limit) => {
    const { attempt, tried } = upTo(limit);
    await findLimit(42, 65_536, attempt);
    expect(tried.length).toBeLessThanOrEqual(8);
  });

  test('the bound itself is served: one size', async () => {
    const { attempt, tried } = upTo(1_000_000);
    expect(await findLimit(42, 65_536, attempt)).toEqual({ largestAccepted: 65_536, smallestRefused: null });
    expect(tried).toEqual([65_536]);
  });

  test('a limit that was found earlier is confirmed by two sizes', async () => {
    const { attempt, tried } = upTo(3_333);
    const expected = { largestAccepted: 3_333, smallestRefused: 3_334 };
    expect(await findLimit(42, 65_536, attempt, expected)).toEqual(expected);
    expect(tried).toEqual([3_334, 3_333]);
  });

  test.each([100, 5_000])('one that has moved to %i is found all the same', async (limit) => {
    const { attempt, tried } = upTo(limit);
    const expected = { largestAccepted: 3_333, smallestRefused: 3_334 };
    expect(await findLimit(42, 65_536, attempt, expected)).toEqual({
      largestAccepted: limit,
      smallestRefused: limit + 1,
    });
    expect(tried.length).toBeLessThanOrEqual(mostSizes(42, 65_536) + 2);
  });

  test('a bound that was served earlier', async () => {
    const expected = { largestAccepted: 65_536, smallestRefused: null };
    const { attempt, tried } = upTo(100_000);
    expect(await findLimit(42, 65_536, attempt, expected)).toEqual(expected);
    expect(tried).toEqual([65_536]);
  });

  test('a size of which nothing can be said ends the search', async () =>
    expect(await findLimit(42, 65_536, async (size) => (size === 65_536 ? 'refused' : null))).toBeNull());
});
