import fc from 'fast-check';

/** Cases that each property is tried on: 25 with `npm test`, 100 in the gate, 10,000 with `npm run properties`. */
const cases = Number(process.env['CONFORMANCE_PROPERTY_RUNS'] ?? 25);

/** A new seed in every run, one and the same in the gate; `CONFORMANCE_PROPERTY_SEED` takes that of an earlier run again. */
const seed = Number(process.env['CONFORMANCE_PROPERTY_SEED'] ?? Math.floor(Math.random() * 0x7fffffff));

console.info(`properties: ${cases} cases each, CONFORMANCE_PROPERTY_SEED=${seed}`);

/** How often a property is tried, and from which seed; `share` is below 1 where one value is many cases, or takes long. */
export function runs(share = 1): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: Math.ceil(cases * share), seed };
}

/** From so many cases on, a list is gone through whole; at least two fifths, of a longer one a tenth. */
const casesOfAll = 100;
const leastShare = (allFrom: number) => (allFrom > casesOfAll ? 0.1 : 0.4);

/** The same for a list of which the gate goes through a fifth, and `npm run properties` through all. */
export const gateTakesAFifth = 500;

/** A part of a long list of cases, another one with each seed; all of it in the gate, or from as many cases as are named. */
export function sampleOf<Item>(list: readonly Item[], allFrom = casesOfAll): readonly Item[] {
  if (cases >= allFrom) return list;
  const numRuns = Math.ceil(list.length * Math.max(leastShare(allFrom), cases / allFrom));
  const [chosen = []] = fc.sample(
    fc.shuffledSubarray([...list], { minLength: numRuns, maxLength: numRuns }),
    {
      seed,
      numRuns: 1,
    },
  );
  return list.filter((item) => chosen.includes(item));
}

/** A run has a PUT's answer and a DELETE's, each with nothing to do with the other: two cases. */
const answersOfARun = 1 / 2;

/** Tries a property of a run on as many cases as were asked for. @throws Error with the smallest counterexample and the seed */
export async function holds<Values>(property: fc.IAsyncProperty<Values>, share = 1): Promise<void> {
  await fc.assert(property, runs(share * answersOfARun));
}
