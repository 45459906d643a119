import { describe, expect, test } from 'vitest';
import { faultFor, faultsAskedFor } from '../src/cli/faults.ts';
import { mutationsOf as derivedMutationsOf } from '../src/mutations/mutations.ts';
import { conformingExchanges } from './support/conforming.ts';
import { contract, deviatingIn, findingsOf, requirements } from './support/engine.ts';
import { consequencesOf, mutationsOf, variantsOf } from './support/mutations.ts';
import { runReference } from './support/reference-run.ts';

test('a conforming run conforms in every requirement', () => {
  const findings = findingsOf(conformingExchanges());
  expect(requirements.map(({ id }) => id).filter((id) => findings.get(id)?.verdict !== 'conforms')).toEqual(
    [],
  );
});

describe.each(requirements.map((requirement) => [requirement.id, requirement] as const))(
  '%s',
  (id, requirement) => {
    const mutations = mutationsOf(requirement);

    test('has a fault that trips it', () => {
      expect(mutations.length).toBeGreaterThan(0);
    });

    test('deviates for each of its faults, and nothing else does but their named consequences', () => {
      for (const { name, exchanges, consequences } of mutations) {
        expect(deviatingIn(exchanges), name).toEqual([id, ...consequences].sort());
      }
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
  const instead: Readonly<Record<string, string>> = {
    'put:authorization': 'put-open',
    'put:made-up-token': 'put-any-token',
    'put.requestId:uniqueness': 'request-id-repeated',
    'delete:authorization': 'delete-open',
    'delete:made-up-token': 'delete-any-token',
    'delete.requestId:uniqueness': 'request-id-repeated',
  };

  test('and a named fault stands in where no edit of one answer breaks it', () => {
    const unsaid = requirements.filter(
      (requirement) => derivedMutationsOf(contract, requirement).length === 0,
    );
    expect(Object.fromEntries(unsaid.map(({ id }) => [id, faultFor(id)?.name]))).toEqual(instead);
  });

  test.each(requirements.map((requirement) => [requirement.id, requirement] as const))(
    '%s: the answers deviate from it and from nothing else',
    async (id, requirement) => {
      const asked = faultsAskedFor([id]);
      expect(asked.faults).toEqual(instead[id] === undefined ? [] : [instead[id]]);
      expect(asked.edits).toHaveLength(instead[id] === undefined ? 1 : 0);
      const { deviating } = await runReference(asked);
      expect([...deviating].sort()).toEqual([id, ...consequencesOf(requirement)].sort());
    },
  );
});
