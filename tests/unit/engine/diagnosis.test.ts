import { expect, test } from 'vitest';
import { faults } from '../../../reference/faults.ts';
import { conformingExchanges, recordingOf } from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';
import { runReference } from '../../support/reference-run.ts';

test('a conforming response has no problem', () =>
  expect(reportOf(recordingOf(conformingExchanges())).problems).toEqual([]));

/** Identifiers of one run, and its day. */
function lasting(text: string): string {
  return text.replaceAll(/\b[0-9a-fA-F]{12,}\b/g, 'HEX').replaceAll(/"\d{4}-\d{2}-\d{2}/g, '"DAY');
}

test('what reports say of every fault of the reference, and its cure', async () => {
  const lines: string[] = [];
  for (const { name } of faults) {
    const { report } = await runReference({ faults: [name] });
    lines.push(name);
    for (const { title, severity, cure, seen, blocks } of report.problems)
      lines.push(
        `  ${severity}: ${title} (${seen.deviates} of ${seen.judged}${blocks > 0 ? `, ${blocks} not checked` : ''})`,
        `    ${cure ?? 'NO CURE'}`,
      );
  }
  await expect(lasting(`${lines.join('\n')}\n`)).toMatchFileSnapshot('golden/fault-cures.txt');
});
