import { describe, expect, test } from 'vitest';
import type { Answer, FoundAnswers, NoAnswer } from '../../../src/model/answer.ts';
import { openApiDocument } from '../../../src/openapi/document.ts';
import { overlayOf } from '../../../src/openapi/overlay.ts';
import { contract } from '../../support/engine.ts';
import { threeOperations } from '../../support/third-operation.ts';

const answer: Answer = {
  ...{ answer: ['200'], basis: 'observed', seen: 3, contrary: 0, since: '2026-11-24' },
  contract: 'c'.repeat(64),
  requests: ['put-authorised'],
};
const neverAsked: NoAnswer = { answer: null, why: 'never asked' };

const { basis: _basis, contrary: _contrary, ...once } = answer;
const differed: NoAnswer = {
  answer: null,
  why: 'answers differed',
  answers: [once, { ...once, answer: ['201'] }],
};

const put = "$['paths']['/entity/{entityId}/valuation/derivative/fact/transformer/']['put']";
const request = "$['components']['schemas']['TransformerRequest']['properties']";

function actionsOf(found: FoundAnswers, declared = {}) {
  return overlayOf(contract, { found, declared }, '1.2.3').actions.slice(1);
}

describe('an overlay', () => {
  test.each([
    ['question.put.success-status', put],
    ['question.put.create-or-replace', put],
    ['question.put.values', put],
    ['question.put.required.name', `${request}['name']`],
    ['question.put.required.action.amount', `${request}['action']['properties']['amount']`],
    ['question.put.limit.conditions.value', `${request}['conditions']['items']['properties']['value']`],
    ['question.put.limit.conditions', `${request}['conditions']`],
    ['question.delete.rule-type', "$['components']['schemas']['AutomationRuleRecord']['properties']['type']"],
    ['question.error.shape', '$'],
  ])('has the answer to %s where it belongs', (id, target) => {
    expect(contract.questions.map((question) => question.id)).toContain(id);
    expect(actionsOf({ [id]: answer })).toEqual([{ target, update: { 'x-observed': { [id]: answer } } }]);
  });

  test('has answers that differed, and nothing of what was never asked', () => {
    const found = { 'question.put.success-status': differed, 'question.put.values': neverAsked };
    expect(actionsOf(found)).toEqual([
      { target: put, update: { 'x-observed': { 'question.put.success-status': differed } } },
    ]);
    expect(actionsOf({})).toEqual([]);
  });

  test('keeps what is declared apart, and says of which contract and answers it is', () => {
    const id = 'question.put.success-status';
    expect(actionsOf({ [id]: answer }, { [id]: { ...answer, basis: 'declared' } })).toEqual([
      {
        target: put,
        update: { 'x-observed': { [id]: answer }, 'x-declared': { [id]: { ...answer, basis: 'declared' } } },
      },
    ]);
    const [about] = overlayOf(contract, { found: {}, declared: {} }, '1.2.3').actions;
    expect(about).toMatchObject({ target: "$['info']" });
    expect(Object.keys(about?.update ?? {})).toEqual(['x-contract-sha256', 'x-answers-sha256']);
  });

  test.each([
    ['the document', contract],
    ['a contract with an invented operation', threeOperations],
  ])('of %s adds nothing but x-observed and x-declared, at places that are there', (_, one) => {
    const found = Object.fromEntries(one.questions.map(({ id }) => [id, answer]));
    const { actions } = overlayOf(one, { found, declared: found }, '1.2.3');
    const ids = actions.slice(1).flatMap(({ target, update }) => {
      expect(Object.keys(update)).toEqual(['x-observed', 'x-declared']);
      const keys = [...target.matchAll(/\['([^']*)'\]/g)].map(([, key = '']) => key);
      const at = keys.reduce<unknown>(
        (node, key) => (node as Readonly<Record<string, unknown>> | undefined)?.[key],
        openApiDocument(one, '1.2.3'),
      );
      expect(at, target).toBeTypeOf('object');
      expect(at, target).not.toHaveProperty('$ref');
      return Object.keys(update['x-observed'] as object);
    });
    expect(ids.toSorted()).toEqual(one.questions.map(({ id }) => id).toSorted());
  });
});
