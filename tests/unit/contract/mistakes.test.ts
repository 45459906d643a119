import { describe, expect, test } from 'vitest';
import { exampleOf, mistakesOf } from '../../../src/contract/mistakes.ts';
import { setAt } from '../../../src/mutations/edits.ts';
import { answerTo, withBody } from '../../support/conforming.ts';
import { contract, findingsOf, requirements } from '../../support/engine.ts';
import { threeOperations } from '../../support/third-operation.ts';

const { requirement: find } = contract;

/** The verdicts on one field of an answer that has this value in it. */
function verdicts(id: string, value: unknown): ReadonlyMap<string, string | undefined> {
  const { operation, place } = find(id) ?? { operation: '', place: null };
  const answer = JSON.stringify(answerTo(operation));
  const findings = findingsOf(withBody(operation, setAt(place ?? '', value as never)(answer)));
  const own = requirements.filter((one) => one.operation === operation && one.place === place);
  return new Map(own.map((one) => [one.facet, findings.get(one.id)?.verdict]));
}

/** Containers, whose members are requirements of their own. */
const fields = requirements.filter(({ check }) => check.kind === 'schema');

describe.each(fields.map((requirement) => [requirement.id, requirement] as const))(
  '%s',
  (id, requirement) => {
    test('its example conforms in every facet that says how the field is written', () => {
      const found = verdicts(id, exampleOf(requirement, find));
      for (const facet of ['presence', 'type', 'format', 'value'])
        expect([undefined, 'conforms']).toContain(found.get(facet));
    });

    test('its mistakes deviate', () => {
      const mistakes = mistakesOf(requirement, find);
      expect(mistakes.length).toBeGreaterThan(0);
      for (const mistake of mistakes)
        expect(verdicts(id, mistake).get(requirement.facet), JSON.stringify(mistake)).toBe('deviates');
    });
  },
);

test('the word that was sent is given back instead only where the contract says so', () => {
  const mistakes = (id: string) => {
    const requirement = threeOperations.requirement(id);
    return requirement && mistakesOf(requirement, threeOperations.requirement);
  };
  expect(mistakes('put.data.conditions.each.type:value')).toEqual(['CURRENCY_FIAT', 'business_currency']);
  expect(mistakes('read.data.history.each:value')).toEqual(['MADE']);
});
