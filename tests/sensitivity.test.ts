import { describe, expect, test } from 'vitest';
import { requirements } from '../src/contract/requirements.ts';
import { judge } from '../src/judge/judge.ts';
import type { Exchange } from '../src/model/exchange.ts';
import { conformingExchanges } from './support/conforming.ts';
import { mutationsOf, variantsOf } from './support/mutations.ts';

function deviating(exchanges: readonly Exchange[]): readonly string[] {
  const ids = judge(exchanges)
    .filter(({ verdict }) => verdict === 'deviates')
    .map(({ requirement }) => requirement);
  return [...new Set(ids)].sort();
}

test('a conforming run conforms in every requirement', () => {
  const findings = judge(conformingExchanges());
  const conforming = new Set(
    findings.filter(({ verdict }) => verdict === 'conforms').map(({ requirement }) => requirement),
  );
  expect(requirements.map(({ id }) => id).filter((id) => !conforming.has(id))).toEqual([]);
  expect(deviating(conformingExchanges())).toEqual([]);
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
        expect(deviating(exchanges), name).toEqual([id, ...consequences].sort());
      }
    });

    test('does not deviate for values that its schema takes', () => {
      for (const { name, exchanges } of variantsOf(requirement)) {
        expect(deviating(exchanges), name).not.toContain(id);
      }
    });
  },
);
