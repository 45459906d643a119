import { describe, expect, it } from 'vitest';
import { concerns, failures, faultNamed, faults } from '../../../../reference/faults.ts';
import { operations } from '../../../../reference/operations.ts';
import { shownRows, strengthOf } from '../../../cases/faults.ts';

const names = faults.map(({ name }) => name);

describe('the list of faults', () => {
  it('has names in kebab-case, each once', () => {
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(faults)('describes $name in one sentence', ({ description }) =>
    expect(description).toMatch(/^[A-Z].*\.$/),
  );

  it.each(faults)('gives the rows of $name, of one operation or of all', (fault) => {
    const { trips } = fault;
    const tripped = operations.filter(({ name }) => concerns(fault, name)).length;
    expect([1, operations.length]).toContain(tripped);
    expect(new Set(trips).size).toBe(trips.length);
  });

  it.each(shownRows)('has a fault of the shown rows %s alone', (row) =>
    expect(faults.some((one) => strengthOf(one) === 'shown' && one.trips.some((id) => row.test(id)))).toBe(
      true,
    ),
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
