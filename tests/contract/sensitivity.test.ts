import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformingExchanges, recordingOf } from '../support/conforming.ts';
import { deviatingIn, findingsOf } from '../support/engine.ts';
import { forms } from '../support/forms.ts';
import { type Mutation, mutationsOf, variantsOf } from '../support/mutations.ts';
import { nearMisses } from '../support/near-misses.ts';
import { sampleOf } from '../support/properties.ts';
import { buildReport, contract, mutationsOf as derivedMutationsOf, type Report } from '../support/subject.ts';

/** Each requirement deviates for each of its faults, and nothing else does. */

const { requirements } = contract;

/** A part of a list, all of it in the gate; the first one always. */
function some<Item>(list: readonly Item[]): readonly Item[] {
  const [first, ...others] = list;
  return first === undefined ? [] : [first, ...sampleOf(others)];
}

test('a conforming run conforms in every requirement', () => {
  const findings = findingsOf(conformingExchanges());
  const others = requirements.filter(({ id }) => findings.get(id)?.verdict !== 'conforms');
  expect(others.map(({ id }) => id)).toEqual([]);
  expect(buildReport(contract, recordingOf(conformingExchanges())).problems).toEqual([]);
});

test('there are texts that have each form of the schemas, and texts that nearly have it', () => {
  const used = requirements.flatMap(({ check }) =>
    check.kind === 'schema' ? (check.schema.format ?? []) : [],
  );
  const names = [...new Set(used)].sort();
  expect([Object.keys(forms).sort(), Object.keys(nearMisses).sort()]).toEqual([names, names]);
});

interface Judged extends Mutation {
  readonly report: Report;
}

describe.each(requirements.map((requirement) => [requirement.id, requirement] as const))(
  '%s',
  (id, requirement) => {
    let all: readonly Judged[] = [];
    beforeAll(() => {
      all = some(mutationsOf(requirement)).map((one) => ({
        ...one,
        report: buildReport(contract, recordingOf(one.exchanges)),
      }));
    });
    afterAll(() => {
      all = [];
    });

    test('deviates for each of its faults, and nothing else does but their named consequences', () => {
      expect(all.length).toBeGreaterThan(0);
      for (const { report, consequences, name } of all) {
        const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates');
        expect(deviating.map((one) => one.id).sort(), name).toEqual([id, ...consequences].sort());
      }
    });

    test('each of its faults is one problem, of it and its consequences, and has a fix', () => {
      for (const { report, consequences, name } of all) {
        const ids = report.problems.flatMap((one) => one.requirements);
        expect([...ids].sort(), name).toEqual([id, ...consequences].sort());
        const own = report.problems.find((one) => one.requirements.includes(id));
        expect(own?.cure ?? '', name).not.toBe('');
      }
    });

    test('does not deviate for values that its schema takes', () => {
      for (const { name, exchanges } of some(variantsOf(requirement)))
        expect(deviatingIn(exchanges), name).not.toContain(id);
    });
  },
);

/** The first fault of a requirement, in the text of a record with such members. */
test.each([
  ['put.data.name:echo', '"name":"one"', '"name":"onex"'],
  ['put.data.action.amount:echo', '"action":{"amount":1.0}', '"action":{"amount":987654321}'],
  ['put.data.action.amount:echo', '"action":{"amount":9.87654321e8}', '"action":{"amount":123456789}'],
  ['put.data.action.timezone:echo', '"action":{"timezone":"Asia/Shanghai"}', '"action":{"timezone":"UTC"}'],
  ['put.data.name:echo', '"name":null', '"name":null'],
  ['put.data.name:echo', '', ''],
  ['put.data.conditions:count', '"conditions":[{"a":1}, 2 ]', '"conditions":[{"a":1}, 2 ,{"a":1}]'],
  ['put.data.conditions:count', '"conditions":[]', '"conditions":[]'],
  ['put.data.conditions:count', '', ''],
  ['put.data.conditions.each.column:presence', '"conditions":[{"column":1},7]', '"conditions":[{},7]'],
  ['put.data.name:presence', '"a": 9007199254740993,"name":1', '"a":9007199254740993'],
  [
    'put.data.enabled:type',
    '"b":3.0,"enabled":true,"q\\"":"\\u0041"',
    '"b":3.0,"enabled":null,"q\\"":"\\u0041"',
  ],
])('%s: a record with %s', (id, members, expected) => {
  const requirement = requirements.find((one) => one.id === id);
  const [first] = requirement === undefined ? [] : derivedMutationsOf(contract, requirement);
  expect(first?.edit(`{"data":{${members}}}`)).toBe(`{"data":{${expected}}}`);
});
