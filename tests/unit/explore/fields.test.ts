import { describe, expect, test } from 'vitest';
import { changed, valueIn, written } from '../../../src/explore/edits.ts';
import { allFields, topFields } from '../../../src/explore/fields.ts';
import { readSent } from '../../../src/json/text.ts';
import { contract } from '../../support/subject.ts';

/** The fields of a body, and what is changed in them. */

const fields = topFields(contract, contract.operation('put'));
test('the fields of the PUT, with their types, shown values and forms', () => {
  const all = allFields(fields);
  expect(all.map(({ name }) => name)).toEqual([
    ...['name', 'businessDataTypeId', 'conditions', 'conditions.column', 'conditions.columnType'],
    ...['conditions.type', 'conditions.operator', 'conditions.value', 'conditions.jsonPath'],
    ...['derivativeType', 'action', 'action.datetime', 'action.timezone', 'action.referenceNo'],
    ...['action.type', 'action.assetName', 'action.positionSide', 'action.currency', 'action.amount'],
  ]);
  const named = (name: string) => all.find((field) => field.name === name);
  expect(named('action.timezone')).toMatchObject({ types: ['string'], format: 'iana-time-zone' });
  expect(named('conditions.operator')).toMatchObject({
    path: ['conditions', '*', 'operator'],
    shown: ['EQ'],
    typeId: 'put.request.conditions.each.operator:type',
  });
  const known = contract.requestRequirements.map(({ id }) => id);
  expect(all.filter(({ typeId }) => !known.includes(typeId))).toEqual([]);
  expect(topFields(contract, contract.operation('delete'))).toEqual([]);
});

describe('an edit of a body', () => {
  const body = readSent('{"name":"n","list":[{"a":1.50,"b":2},{"a":9007199254740993}],"__proto__":1}').value;

  test('keeps every other value as it was written', () =>
    expect(written(changed(body, ['list', '*', 'b'], () => 3))).toBe(
      '{"name":"n","list":[{"a":1.50,"b":3},{"a":9007199254740993,"b":3}],"__proto__":1}',
    ));

  test('leaves a field out, in each element', () => {
    expect(written(changed(body, ['list', '*', 'a'], () => undefined))).toBe(
      '{"name":"n","list":[{"b":2},{}],"__proto__":1}',
    );
    expect(written(changed(body, ['none', 'inner'], () => undefined))).toBe(written(body));
  });

  test('finds the first value in a place', () => {
    expect(written(valueIn(body, ['list', '*', 'a']))).toBe('1.50');
    expect([valueIn(body, ['none']), valueIn(body, ['toString'])]).toEqual([undefined, undefined]);
  });
});
