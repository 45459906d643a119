import { describe, expect, test } from 'vitest';
import { requirementsOn } from '../../../../src/contract/contract.ts';
import type { ContractRequirement } from '../../../../src/contract/requirements.ts';
import { planOf } from '../../../../src/judge/ordinary/plan.ts';
import { Walk } from '../../../../src/judge/ordinary/walk.ts';
import { contract } from '../../../../src/operations/index.ts';
import { deleteAnswer, putAnswer, sentTransformer } from '../../../support/conforming.ts';

function requirements(operation: string, side: 'request' | 'response'): readonly ContractRequirement[] {
  return requirementsOn(contract, side).filter((requirement) => requirement.operation === operation);
}

function walkOf(operation: string, observed: readonly string[] = []): Walk {
  const plan = planOf(requirements(operation, 'response'), observed);
  if (plan === null) throw new Error(`there is no plan of ${operation}`);
  return new Walk(plan);
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce((sum: number, one) => sum + keysIn(one), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
}

const { entityId } = putAnswer.data;
const sent = { body: sentTransformer, addressed: { entityId } };

describe('a walk', () => {
  test('counts the members of an answer that are documented', () => {
    const walk = walkOf('put');
    expect(walk.put(putAnswer, sent)).toBe(keysIn(putAnswer));
    expect(walk.put({ ...putAnswer, data: { ...putAnswer.data, further: { and: 1 } } }, sent)).toBe(
      keysIn(putAnswer),
    );
  });

  test.each([
    ['what is absent', { ...putAnswer, status: undefined }],
    ['fewer elements', { ...putAnswer, data: { ...putAnswer.data, conditions: [] } }],
    ['no object', { ...putAnswer, data: { ...putAnswer.data, action: [] } }],
  ])('leaves %s to the full judge', (_, answer) => {
    expect(walkOf('put').put(answer, sent)).toBe(-1);
  });

  test.each([
    ['another type', { ...putAnswer, requestId: 7 }, ['type', 'format']],
    ['another form', { ...putAnswer, requestId: '7' }, ['format']],
    ['another value', { ...putAnswer, data: { ...putAnswer.data, name: 'another' } }, ['echo']],
  ])('leaves %s aside, and what is silent because of it', (_, answer, facets) => {
    const walk = walkOf('put');
    expect(walk.put(answer, sent)).toBe(keysIn(answer));
    const all = planOf(requirements('put', 'response'))?.requirements;
    expect(walk.aside.map((at) => all?.[at]?.facet)).toEqual(facets);
  });

  test('a number that was sent as text is no echo', () => {
    const walk = walkOf('put');
    const { action } = sentTransformer;
    const body = { ...sentTransformer, action: { ...action, amount: String(action.amount) } };
    expect(walk.put(putAnswer, { ...sent, body })).toBe(keysIn(putAnswer));
    const all = planOf(requirements('put', 'response'))?.requirements;
    expect(walk.aside.map((at) => all?.[at]?.id)).toEqual(['put.data.action.amount:echo']);
  });

  test('gives what is at each place that is asked for, of the last answer alone', () => {
    const walk = walkOf('put', ['/data/status', '/data/conditions/*/operator', '/data/none']);
    const conditions = [...putAnswer.data.conditions, ...putAnswer.data.conditions];
    const body = {
      ...sentTransformer,
      conditions: [...sentTransformer.conditions, ...sentTransformer.conditions],
    };
    const operators = conditions.map(({ operator }) => operator);
    walk.put({ ...putAnswer, data: { ...putAnswer.data, conditions } }, { ...sent, body });
    expect(walk.values).toEqual([[putAnswer.data.status], operators, []]);
    walk.put(putAnswer, sent);
    expect(walk.values).toEqual([[putAnswer.data.status], operators.slice(operators.length / 2), []]);
  });

  test('compares a rule with the identifiers in the path', () => {
    const walk = walkOf('delete');
    const { automationRuleId, entityId: ofRule } = deleteAnswer.data;
    const addressed = { automationRuleId, entityId: ofRule };
    expect(walk.put(deleteAnswer, { body: undefined, addressed })).toBe(keysIn(deleteAnswer));
    expect(walk.aside).toHaveLength(0);
    walk.put(deleteAnswer, { body: undefined, addressed: { ...addressed, entityId: 'x' } });
    expect(walk.aside).toHaveLength(1);
  });
});
