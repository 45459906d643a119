import { describe, expect, it } from 'vitest';
import { concerns } from '../../../../reference/faults/fault.ts';
import { failures, faultNamed, faults } from '../../../../reference/faults/index.ts';
import { operations } from '../../../../reference/operations.ts';

const names = faults.map(({ name }) => name);

/** Rows that an example, a remark or a standard's advice supports; every other row is stated. */
const shownRows = [
  /^\w+:(byte-order-mark|unique-keys)$/,
  /^\w+\.requestId:uniqueness$/,
  /^put\.data\.conditions:count$/,
  /^put\.data\.conditions\.each\.(column|columnType|operator|value):echo$/,
  /^put\.data\.conditions\.each\.type:value$/,
  /^put\.data\.action\.\w+:echo$/,
  /^put\.data\.action\.timezone:format$/,
  /^put\.data\.entityId:echo$/,
  /^put\.data\.(derivativeFactTransformerId|entityId|businessDataTypeId):value$/,
  /^put\.data\.(created|updated|deleted)At:format$/,
  /^delete\.data\.updatedAt:format$/,
  /^delete\.data\.(automationRuleId|entityId):echo$/,
];

describe('the list of faults', () => {
  it('has names in kebab-case, each once', () => {
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(faults)('describes $name in one sentence', ({ description }) =>
    expect(description).toMatch(/^[A-Z].*\.$/),
  );

  it.each(faults)('gives the rows of $name, of one operation or of all, and their strength', (fault) => {
    const { trips, strength } = fault;
    const tripped = operations.filter(({ name }) => concerns(fault, name)).length;
    expect([1, operations.length]).toContain(tripped);
    expect(new Set(trips).size).toBe(trips.length);
    const shown = trips.every((id) => shownRows.some((row) => row.test(id)));
    expect(strength).toBe(shown ? 'shown' : 'stated');
  });

  it.each(shownRows)('has a fault of the shown rows %s', (row) =>
    expect(
      faults.some(({ trips, strength }) => strength === 'shown' && trips.some((id) => row.test(id))),
    ).toBe(true),
  );

  const anywhere = [
    ...['json', 'byte-order-mark', 'unique-keys', 'authorization', 'made-up-token'],
    ...['presence', 'type', 'format', 'value', 'echo', 'uniqueness'],
  ];
  const facets = [
    ...[...anywhere, 'absence', 'count'].map((facet) => ['put', facet]),
    ...anywhere.map((facet) => ['delete', facet]),
  ];
  it.each(facets)('has a fault of %s that makes a row of %s deviate', (operation, facet) => {
    const ids = faults.flatMap(({ trips }) => trips);
    expect(ids.some((id) => id.startsWith(`${operation}`) && id.endsWith(`:${facet}`))).toBe(true);
  });
});

describe('faultNamed', () => {
  it('finds a fault by its name', () =>
    expect(faultNamed('status-ok')).toMatchObject({
      name: 'status-ok',
      trips: operations.map(({ name }) => `${name}.status:value`),
    }));

  const all = [...names, ...failures.map(({ name }) => name)];
  it.each(['', 'STATUS-ok', 'constructor'])('names every fault where there is no %j', (name) =>
    expect(() => faultNamed(name)).toThrow(`"${name}". There are: ${all.join(', ')}.`),
  );
});
