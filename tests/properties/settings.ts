import fc from 'fast-check';

/** Answers that each property is tried on; `CONFORMANCE_PROPERTY_RUNS` asks for another number. */
const cases = Number(process.env['CONFORMANCE_PROPERTY_RUNS'] ?? 1_000);

/** A new seed in every run; `CONFORMANCE_PROPERTY_SEED` takes that of an earlier one again. */
const seed = Number(process.env['CONFORMANCE_PROPERTY_SEED'] ?? Math.floor(Math.random() * 0x7fffffff));

/** A run has a PUT's answer and a DELETE's, each with nothing to do with the other: two cases. */
const casesPerRun = 2;

/** Only there to end what hangs: a case takes a few milliseconds on an idle machine, and many times that on a busy one. */
export const patience = { timeout: 600_000 + 100 * cases };

console.info(`properties: ${cases} cases each, CONFORMANCE_PROPERTY_SEED=${seed}`);

/** Tries a property on as many cases as were asked for. @throws Error with the smallest counterexample and the seed */
export async function holds<Values>(property: fc.IAsyncProperty<Values>): Promise<void> {
  await fc.assert(property, { numRuns: Math.ceil(cases / casesPerRun), seed });
}
