import { describe, expect, test } from 'vitest';
import { requirementsOn } from '../../../src/contract/contract.ts';
import type { Schema } from '../../../src/contract/schemas.ts';
import { facets } from '../../../src/model/requirement.ts';
import { contract, requirements } from '../../support/engine.ts';

const all = requirementsOn(contract, 'both');

function pinned(listed: typeof all): string {
  return listed.map(({ id, strength, section }) => `${id} ${strength} ${section}\n`).join('');
}

describe('the requirements', () => {
  test('are pinned: id, strength and section are permanent', async () =>
    await expect(pinned(requirements)).toMatchFileSnapshot('requirements.txt'));

  test('on requests are pinned too', async () =>
    await expect(pinned(contract.requestRequirements)).toMatchFileSnapshot('request-requirements.txt'));

  test('on requests say so in their id, their place and their sentence, and ask for no field', () => {
    for (const { id, side, place, facet, statement } of contract.requestRequirements) {
      expect(id).toMatch(/^[a-z]+\.request[.:]/);
      expect(side).toBe('request');
      expect(place).toMatch(/^\/request(?:\/|$)/);
      expect(statement).toMatch(/\brequest\b/);
      expect(facet).not.toBe('presence');
    }
  });

  test('have ids that are unique and safe in shells, URL fragments and regular expressions', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id } of all) expect(id).toMatch(/^[a-z]+(?:\.[A-Za-z]+)*:[a-z-]+$/);
  });

  test('are found by id', () => {
    expect(contract.requirement('delete.data.createdAt:format')?.statement).toBe(
      'data.createdAt is a date and time written YYYY-MM-DD HH:MM:SS',
    );
    expect(contract.requirement('delete.data.createdAt:colour')).toBeUndefined();
  });

  test('use every facet', () => expect(new Set(all.map(({ facet }) => facet))).toEqual(new Set(facets)));

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
