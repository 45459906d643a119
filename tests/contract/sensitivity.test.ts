import { expect, test } from 'vitest';
import { forms, nearMisses } from '../cases/forms.ts';
import { consequencesOf, type Fault, faultsOf, variantsOf } from '../cases/requirement-faults.ts';
import { conformingExchanges, recordingOf } from '../support/conforming.ts';
import { findingsOf } from '../support/engine.ts';
import { gateTakesAFifth, sampleOf } from '../support/properties.ts';
import { buildReport, contract, mutationsOf } from '../support/subject.ts';

/** Each requirement deviates for each of its faults, and nothing else does. */

const { requirements } = contract;

test('a conforming run conforms in every requirement', () => {
  const findings = findingsOf(conformingExchanges());
  const others = requirements.filter(({ id }) => findings.get(id)?.verdict !== 'conforms');
  expect(others.map(({ id }) => id)).toEqual([]);
  expect(buildReport(recordingOf(conformingExchanges())).problems).toEqual([]);
});

test('there are texts that have each form of the schemas, and texts that nearly have it', () => {
  const used = requirements.flatMap(({ check }) =>
    check.kind === 'schema' ? (check.schema.format ?? []) : [],
  );
  const names = [...new Set(used)].sort();
  expect([Object.keys(forms).sort(), Object.keys(nearMisses).sort()]).toEqual([names, names]);
});

/** Several runs as one. Their requestIds are the same, so nothing is to be said of these. */
function together(runs: readonly Fault[]) {
  const exchanges = runs.flatMap((run, at) =>
    run.exchanges.map((one) => ({ ...one, id: `${at} ${one.id}` })),
  );
  const findings = findingsOf(exchanges);
  const deviating = [...findings].filter(
    ([id, { verdict }]) => verdict === 'deviates' && !/uniqueness$/.test(id),
  );
  return { findings, deviating: deviating.map(([id, { counts }]) => [id, counts.deviates]) };
}

const named = requirements.map((requirement) => [requirement.id, requirement] as const);

test.each(named.filter(([, { facet }]) => facet !== 'uniqueness'))(
  '%s deviates for each of its faults, and nothing else does but their named consequences',
  (id, requirement) => {
    const faults = faultsOf(requirement);
    expect(faults.length).toBeGreaterThan(0);
    const ids = [id, ...consequencesOf(requirement)].sort();
    expect(together(faults).deviating.sort()).toEqual(ids.map((one) => [one, faults.length]));
  },
);

test.each(named)(
  '%s: each fault is one problem, of it and its consequences, with a fix',
  (id, requirement) => {
    const ids = [id, ...consequencesOf(requirement)].sort();
    const [first, ...others] = faultsOf(requirement);
    const sampled = sampleOf(others, gateTakesAFifth);
    for (const { exchanges, name } of first === undefined ? [] : [first, ...sampled]) {
      const report = buildReport(recordingOf(exchanges));
      const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates');
      expect(deviating.map((one) => one.id).sort(), name).toEqual(ids);
      expect(report.problems.flatMap((one) => one.requirements).sort(), name).toEqual(ids);
      const own = report.problems.find((one) => one.requirements.includes(id));
      expect(own?.cure ?? '', name).not.toBe('');
    }
  },
);

const withVariants = named.map(([id, one]) => [id, variantsOf(one)] as const);

test.each(withVariants.filter(([, variants]) => variants.length > 0))(
  '%s conforms for values that its schema takes',
  (id, variants) => {
    const counts = { conforms: variants.length, deviates: 0 };
    expect(together(variants).findings.get(id)?.counts).toMatchObject(counts);
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
  ['put.data.conditions:count', '"conditions":[{"a":1}, 2 ]', '"conditions":[{"a":1},2,{"a":1}]'],
  ['put.data.conditions:count', '"conditions":[]', '"conditions":[]'],
  ['put.data.conditions.each.column:presence', '"conditions":[{"column":1},7]', '"conditions":[{},7]'],
  ['put.data.name:presence', '"a": 9007199254740993,"name":1', '"a":9007199254740993'],
  ['put.data.enabled:type', '"b":3.0,"enabled":true,"q\\"":"\\u0041"', '"b":3.0,"enabled":null,"q\\"":"A"'],
])('%s: a record with %s', (id, members, expected) => {
  const requirement = requirements.find((one) => one.id === id);
  const [first] = requirement === undefined ? [] : mutationsOf(requirement);
  expect(first?.edit(`{"data":{${members}}}`)).toBe(`{"data":{${expected}}}`);
});
