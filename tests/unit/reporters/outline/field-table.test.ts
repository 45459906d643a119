import { expect, it } from 'vitest';
import { fieldTable } from '../../../../reporters/outline/operation.ts';
import { rowsOf } from '../../../../reporters/outline/rows.ts';
import type { RequirementResult } from '../../../../src/model/report.ts';
import { report } from '../fixture.ts';

const put = fieldTable(rowsOf(report, 'put'));

function rowAt(place: string | null): RequirementResult {
  const [first] = report.requirements;
  if (!first) throw new Error('the fixture has requirements');
  return { ...first, place, facet: 'type' };
}

it('keeps rows about the whole answer apart', () => {
  expect(put.whole.map(({ id }) => id)).toEqual(['put:json', 'put:authorization', 'put:made-up-token']);
  expect(fieldTable([rowAt('')]).whole).toHaveLength(1);
});

it('has the facets that occur in a place, in their order', () =>
  expect(put.facets).toEqual(['absence', 'type', 'format', 'echo', 'uniqueness']));

it('lists places in document order with those below them, parents without rows included', () =>
  expect(put.places.map(({ label, depth, cells }) => [label, depth, cells.size])).toEqual([
    ['requestId', 0, 2],
    ['data', 0, 0],
    ['name', 1, 1],
    ['conditions', 1, 0],
    ['each', 2, 0],
    ['column', 3, 1],
    ['jsonPath', 3, 1],
    ['action', 1, 0],
    ['timezone', 2, 1],
    ['deletedAt', 1, 1],
  ]));

it('brings a late row to its parent and undoes the escapes of a pointer', () => {
  const { places } = fieldTable([rowAt('/data/a'), rowAt('/other'), rowAt('/data/b~1c~0d')]);
  expect(places.map(({ label }) => label)).toEqual(['data', 'a', 'b/c~d', 'other']);
});
