import { describe, expect, test } from 'vitest';
import { faults } from '../reference/faults/index.ts';
import { setAt } from '../src/mutations/edits.ts';
import { deviationReader } from '../src/report/diagnosis/deviation.ts';
import { diagnose } from '../src/report/diagnosis/index.ts';
import { conformingExchanges, recordingOf, withBody } from './support/conforming.ts';
import { diagnosed } from './support/diagnosis-table.ts';
import { contract, deviatingIn, reportOf, requirements } from './support/engine.ts';
import { mutationsOf } from './support/mutations.ts';
import { runReference } from './support/reference-run.ts';

test('a conforming answer has no problem', () => {
  expect(reportOf(recordingOf(conformingExchanges())).problems).toEqual([]);
});

describe.each(requirements.map((requirement) => [requirement.id, requirement] as const))(
  '%s',
  (id, requirement) => {
    const all = mutationsOf(requirement).map(diagnosed);

    test('each faulty answer is one problem, of this requirement and its consequences', () => {
      for (const { mutation, report, problem } of all) {
        expect(problem.requirements, mutation.name).toContain(id);
        const ids = report.problems.flatMap((one) => one.requirements);
        expect([...ids].sort(), mutation.name).toEqual([id, ...mutation.consequences].sort());
      }
    });

    test('a cure that names a value is right: with it, the answer conforms in this place', () => {
      for (const { mutation, report } of all) {
        const row = report.requirements.find((one) => one.id === id);
        const [evidence] = row?.evidence ?? [];
        if (row === undefined || evidence === undefined) throw new Error('no evidence');
        const deviation = deviationReader(report.exchanges, report.requirements)(row, evidence);
        const instead = diagnose(deviation)?.found.instead;
        if (instead === undefined) continue;
        const body =
          mutation.exchanges.find((one) => one.id === evidence.exchange)?.response?.body.text ?? '';
        const cured = setAt(evidence.pointer, JSON.parse(instead))(body);
        const place = `${requirement.operation} ${requirement.place}`;
        const deviating = deviatingIn(withBody(requirement.operation, cured)).filter((other) => {
          const found = contract.requirement(other);
          return found?.facet !== 'uniqueness' && `${found?.operation} ${found?.place}` === place;
        });
        expect(deviating, `${mutation.name}: ${instead}`).toEqual([]);
      }
    });
  },
);

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
