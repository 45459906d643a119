import { expect, test } from 'vitest';
import { faults } from '../../../reference/faults.ts';
import { startReference } from '../../../reference/service.ts';
import { type Settlement, settlement } from '../../../src/report/settlement.ts';
import { sampleOf } from '../../support/properties.ts';
import { runAgainst, targetSettings } from '../../support/run-target.ts';

/** The tests of vitest, one per requirement, say of every fault of the reference what the gate says. */

async function judged(name: string, strict: boolean) {
  const service = await startReference({ faults: [name] });
  const { baseUrl, token, entityId, settings: values } = service;
  try {
    const { report } = await runAgainst(
      targetSettings(baseUrl, {
        token: { kind: 'value', value: token },
        entityId,
        values,
        strict,
      }),
    );
    return report;
  } finally {
    await service.close();
  }
}

test.each(sampleOf(faults))('$name', async ({ name, trips }) => {
  for (const strict of [false, true]) {
    const report = await judged(name, strict);
    const of = (kind: Settlement['kind']) =>
      report.requirements.filter((row) => settlement(report, row).kind === kind).map(({ id }) => id);
    expect(of('fail').length > 0).toBe(report.summary.exitCode !== 0);
    expect([...of('fail'), ...of('annotate')]).toEqual(expect.arrayContaining([...trips]));
    if (strict) expect(of('annotate')).toEqual([]);
  }
});
