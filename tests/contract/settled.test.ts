import { expect, test } from 'vitest';
import { sampleOf } from '../support/properties.ts';
import { faults, runReference } from '../support/reference-run.ts';
import { type Report, suite } from '../support/subject.ts';

/** The tests of vitest, one for each requirement, say of every fault of the reference what the gate says. */

/** How the test of each requirement ends. */
async function ends(report: Report): Promise<readonly (readonly [id: string, end: string])[]> {
  const ended = report.requirements.map(async ({ id }) => {
    let end = 'pass';
    const ending = (how: string) => () => {
      end = how;
    };
    const context = { skip: ending('skip'), annotate: async () => ending('annotate')() };
    await suite.settle(report, id, context).catch(ending('fail'));
    return [id, end] as const;
  });
  return await Promise.all(ended);
}

test.each(sampleOf(faults))('$name', async ({ name, trips }) => {
  for (const strict of [false, true]) {
    const { report } = await runReference({ faults: [name] }, { strict });
    const all = await ends(report);
    const of = (...kinds: readonly string[]) =>
      all.filter(([, end]) => kinds.includes(end)).map(([id]) => id);
    expect(of('fail').length > 0).toBe(report.summary.exitCode !== 0);
    expect(of('fail', 'annotate')).toEqual(expect.arrayContaining([...trips]));
    if (strict) expect(of('annotate')).toEqual([]);
  }
});
