import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultFor, faultsAskedFor } from '../../../src/cli/setup/faults.ts';
import type { ServiceProblem } from '../../../src/model/conclusion.ts';
import type { Report } from '../../../src/model/report.ts';
import { mutationsOf as derivedMutationsOf } from '../../../src/mutations/mutations.ts';
import { problemsOf } from '../../../src/report/problems.ts';
import { conformingExchanges, recordingOf } from '../../support/conforming.ts';
import { contract, deviatingIn, findingsOf, reportOf, requirements } from '../../support/engine.ts';
import { consequencesOf, type Mutation, mutationsOf, variantsOf } from '../../support/mutations.ts';
import { sampleOf } from '../../support/properties.ts';
import { runReference } from '../../support/reference-run.ts';

test('a conforming run conforms in every requirement', () => {
  const findings = findingsOf(conformingExchanges());
  expect(requirements.map(({ id }) => id).filter((id) => findings.get(id)?.verdict !== 'conforms')).toEqual(
    [],
  );
});

function deviating({ requirements: rows }: Report): readonly string[] {
  return rows.flatMap(({ id, verdict }) => (verdict === 'deviates' ? [id] : [])).sort();
}

/** The report with other words for what was wanted. */
function withoutWords(report: Report): Report {
  const requirements = report.requirements.map((row) => ({
    ...row,
    statement: '?',
    evidence: row.evidence.map((one) => ({ ...one, expected: '?' })),
  }));
  return { ...report, requirements };
}

interface Diagnosed {
  readonly mutation: Mutation;
  readonly report: Report;
  /** The problem that has the requirement of the mutation. */
  readonly problem: ServiceProblem;
}

/** What a report says of one faulty response. @throws Error when it has no problem of the requirement */
function diagnosed(mutation: Mutation): Diagnosed {
  const report = reportOf(recordingOf(mutation.exchanges));
  const problem = report.problems.find((one) => one.requirements.includes(mutation.requirement));
  if (problem === undefined) throw new Error(`${mutation.requirement}: no problem for ${mutation.name}`);
  return { mutation, report, problem };
}

describe.each(requirements.map((requirement) => [requirement.id, requirement] as const))(
  '%s',
  (id, requirement) => {
    let all: readonly Diagnosed[] = [];
    beforeAll(() => {
      all = mutationsOf(requirement).map(diagnosed);
    });
    afterAll(() => {
      all = [];
    });

    test('has a fault that trips it', () => expect(all.length).toBeGreaterThan(0));

    test('deviates for each of its faults, and nothing else does but their named consequences', () => {
      for (const { mutation, report } of all)
        expect(deviating(report), mutation.name).toEqual([id, ...mutation.consequences].sort());
    });

    test('each of its faults is one problem, of it and its consequences', () => {
      for (const { mutation, report, problem } of all) {
        expect(problem.requirements, mutation.name).toContain(id);
        const ids = report.problems.flatMap((one) => one.requirements);
        expect([...ids].sort(), mutation.name).toEqual([id, ...mutation.consequences].sort());
      }
    });

    test('each of its faults has a fix', () =>
      expect(all.filter(({ problem }) => problem.cure === null).map(({ mutation }) => mutation.name)).toEqual(
        [],
      ));

    test('each of its faults is diagnosed by what was checked, whatever the words about it', () => {
      const causes = (given: Report) => problemsOf(given, contract).map(({ cause }) => cause);
      for (const { mutation, report } of all)
        expect(causes(withoutWords(report)), mutation.name).toEqual(causes(report));
    });

    test('does not deviate for values that its schema takes', () => {
      for (const { name, exchanges } of variantsOf(requirement)) {
        expect(deviatingIn(exchanges), name).not.toContain(id);
      }
    });
  },
);

describe('serve --fault takes the id of a requirement', () => {
  /** What no edit of one answer can say, by the named fault that stands in for it. */
  const instead: Readonly<Record<string, string>> = Object.fromEntries(
    contract.operations.flatMap(({ name }) => [
      [`${name}:authorization`, `${name}-open`],
      [`${name}:made-up-token`, `${name}-any-token`],
      [`${name}.requestId:uniqueness`, 'request-id-repeated'],
    ]),
  );

  test('and a named fault stands in where no edit of one response breaks it', () => {
    const unsaid = requirements.filter(
      (requirement) => derivedMutationsOf(contract, requirement).length === 0,
    );
    expect(Object.fromEntries(unsaid.map(({ id }) => [id, faultFor(id)?.name]))).toEqual(instead);
  });

  test.each(sampleOf(requirements.map((requirement) => [requirement.id, requirement] as const)))(
    '%s: the responses deviate from it and from nothing else',
    async (id, requirement) => {
      const asked = faultsAskedFor([id]);
      expect(asked.faults).toEqual(instead[id] === undefined ? [] : [instead[id]]);
      expect(asked.edits).toHaveLength(instead[id] === undefined ? 1 : 0);
      const { report } = await runReference(asked);
      const derived = [id, ...consequencesOf(requirement)];
      const trips = instead[id] === undefined ? derived : (faultFor(id)?.trips ?? []);
      expect(deviating(report)).toEqual([...trips].sort());
    },
  );
});
