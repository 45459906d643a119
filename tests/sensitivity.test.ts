import { describe, expect, test } from 'vitest';
import { conformingExchanges } from './support/conforming.ts';
import { deviatingIn, findingsOf, requirements } from './support/engine.ts';
import { mutationsOf, variantsOf } from './support/mutations.ts';

test('a conforming run conforms in every requirement', () => {
  const findings = findingsOf(conformingExchanges());
  const others = requirements.filter(({ id }) => findings.get(id)?.verdict !== 'conforms');
  expect(others.map(({ id }) => id)).toEqual([]);
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
