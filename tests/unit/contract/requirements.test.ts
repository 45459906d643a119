import { describe, expect, test } from 'vitest';
import { operations } from '../../../src/contract/operations.ts';
import { requirementNamed, requirements } from '../../../src/contract/requirements.ts';
import { type Schema, schemas } from '../../../src/contract/schemas.ts';
import { facets } from '../../../src/model/requirement.ts';
import { areas } from '../../../suites/support/areas.ts';

describe('the requirements', () => {
  test('are pinned: id, strength and section are permanent', async () => {
    const lines = requirements.map(({ id, strength, section }) => `${id} ${strength} ${section}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('requirements.txt');
  });

  test('have ids that are unique and safe in shells, URL fragments and regular expressions', () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    for (const { id } of requirements) expect(id).toMatch(/^(?:put|delete)(?:\.[A-Za-z]+)*:[a-z-]+$/);
  });

  test('are found by id', () => {
    expect(requirementNamed('delete.data.createdAt:format')?.statement).toBe(
      'data.createdAt is a date and time written YYYY-MM-DD HH:MM:SS',
    );
    expect(requirementNamed('delete.data.createdAt:colour')).toBeUndefined();
  });

  test('belong to exactly one suite each', () => {
    for (const requirement of requirements) {
      const owners = Object.values(areas).filter(({ has }) => has(requirement));
      expect(owners, requirement.id).toHaveLength(1);
    }
  });

  test('use every facet', () => {
    expect(new Set(requirements.map(({ facet }) => facet))).toEqual(new Set(facets));
  });

  test('come from operations whose schemas there are', () => {
    for (const { responseSchema, requestSchema } of operations) {
      expect(Object.keys(schemas)).toContain(responseSchema);
      if (requestSchema !== null) expect(Object.keys(schemas)).toContain(requestSchema);
    }
  });
});

const annotations = ['x-section', 'x-shown', 'x-echo', 'x-echo-count', 'x-where', 'x-unless'];

function keywordsOf(schema: Schema): string[] {
  const children = [...Object.values(schema.properties ?? {}), ...Object.values(schema.$defs ?? {})];
  const nested = [schema.items, schema.not, schema['x-shown']].filter((child) => child !== undefined);
  return [...Object.keys(schema), ...[...children, ...nested].flatMap(keywordsOf)];
}

test('the schemas use no annotation that nobody reads', () => {
  const used = Object.values(schemas)
    .flatMap(keywordsOf)
    .filter((keyword) => keyword.startsWith('x-'));
  expect([...new Set(used)].sort()).toEqual([...annotations].sort());
});
