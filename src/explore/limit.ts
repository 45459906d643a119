import type { Bound } from '../../schemas/types.ts';

/** How large a text or a list may be: a limit is looked for between two sizes, by as few sizes as it can. */

/** Limits that services have more often than others. */
const usualLimits = [
  1, 5, 10, 16, 20, 25, 32, 50, 60, 63, 64, 80, 100, 120, 127, 128, 140, 150, 160, 191, 200, 250, 254, 255,
  256, 300, 400, 500, 511, 512, 768, 1_000, 1_023, 1_024, 2_000, 2_047, 2_048, 4_000, 4_095, 4_096, 5_000,
  8_000, 8_191, 8_192, 10_000, 16_383, 16_384, 20_000, 32_767, 32_768, 50_000, 65_535,
];

function usualBetween(low: number, high: number): readonly number[] {
  return usualLimits.filter((limit) => limit > low && limit < high);
}

/** Sizes that are tried at most between a size that is served and the bound. */
export function mostSizes(served: number, to: number): number {
  const between = usualBetween(served, to);
  const gaps = [served, ...between, to].map((limit, at, all) => (all[at + 1] ?? limit) - limit);
  return 1 + Math.ceil(Math.log2(between.length + 1)) + 1 + Math.ceil(Math.log2(Math.max(...gaps, 1)));
}

/**
 * The largest size that is served.
 * @param served a size that is known to be served
 * @param to the bound: sizes above it are not tried
 * @param attempt what came of one size; null where nothing can be said, which ends the search
 * @param expected a limit that was found earlier, which two sizes confirm; null for none
 * @returns null where a size could not be told; a null in it where the bound itself is served
 */
export async function findLimit(
  served: number,
  to: number,
  attempt: (size: number) => Promise<'served' | 'refused' | null>,
  expected: Bound | null,
): Promise<Bound | null> {
  let largestAccepted = served;
  let smallestRefused: number | null = null;
  for (;;) {
    const size = nextSize(largestAccepted, smallestRefused, to, expected);
    if (size === null) return { largestAccepted, smallestRefused };
    const outcome = await attempt(size);
    if (outcome === null) return null;
    if (outcome === 'served') largestAccepted = size;
    else smallestRefused = size;
  }
}

/**
 * What is expected or the bound; then the middle one of the usual limits between two sizes; then what is next to the lower
 * one, as a usual limit is the likeliest. Null where nothing is left to try.
 */
function nextSize(low: number, high: number | null, to: number, expected: Bound | null): number | null {
  const { largestAccepted, smallestRefused } = expected ?? {};
  if (high === null) return [smallestRefused ?? to, to].find((size) => size > low) ?? null;
  if (largestAccepted != null && largestAccepted > low && largestAccepted < high) return largestAccepted;
  if (high - low <= 1) return null;
  const between = usualBetween(low, high);
  const size = usualLimits.includes(low) ? low + 1 : low + Math.floor((high - low) / 2);
  return between[Math.floor(between.length / 2)] ?? size;
}
