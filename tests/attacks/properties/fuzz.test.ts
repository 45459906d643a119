import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../support/properties.ts';
import { tryFile } from '../fuzz/fuzz-files.ts';

/** `npm run fuzz` tries the same for as long as it is told. */

/** Others are services. */
const anyFileSeed = fc.nat(100_000_000).map((at) => 5 * at + 1);

test('a file of any kind, changed at random, is read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(anyFileSeed, async (seed) => {
      const { problems } = await tryFile(seed);
      expect(problems, `node scripts/fuzz.mjs --seed ${seed} --cases 1`).toEqual([]);
    }),
    runs(1 / 2),
  );
});
