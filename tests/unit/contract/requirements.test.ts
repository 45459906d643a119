import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../src/contract/schemas.ts';
import { facets } from '../../../src/model/requirement.ts';
import { contract, requirements } from '../../support/engine.ts';

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
    expect(contract.requirement('delete.data.createdAt:format')?.statement).toBe(
      'data.createdAt is a date and time written YYYY-MM-DD HH:MM:SS',
    );
    expect(contract.requirement('delete.data.createdAt:colour')).toBeUndefined();
  });

  test('use every facet', () => {
    expect(new Set(requirements.map(({ facet }) => facet))).toEqual(new Set(facets));
  });

  test('come from operations whose schemas there are', () => {
    for (const { responseSchema, requestSchema } of contract.operations) {
      expect(Object.keys(contract.schemas)).toContain(responseSchema);
      if (requestSchema !== null) expect(Object.keys(contract.schemas)).toContain(requestSchema);
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
  const used = Object.values(contract.schemas)
    .flatMap(keywordsOf)
    .filter((keyword) => keyword.startsWith('x-'));
  expect([...new Set(used)].sort()).toEqual([...annotations].sort());
});
