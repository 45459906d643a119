import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReferenceService, startReference } from '../../../reference/service.ts';
import { formats } from '../../../src/contract/formats.ts';
import { changed, valueIn, written } from '../../../src/explore/edits.ts';
import { allFields, type RequestField, topFields } from '../../../src/explore/fields.ts';
import { byType, sampled, valuesOfOtherTypes } from '../../../src/explore/variants.ts';
import { readSent } from '../../../src/json/text.ts';
import { contract } from '../../../src/operations/index.ts';

/** Bodies that are made from the schema of the request: the embedded service takes them, and none that was changed. */

const fields = topFields(contract, contract.operation('put'));
const seed = 20261124;
let service: ReferenceService;

beforeAll(async () => {
  service = await startReference({ keepsReceived: false });
});
afterAll(() => service.close());

async function statusOf(body: unknown): Promise<number> {
  const url = `${service.baseUrl}/entity/${service.entityId}/valuation/derivative/fact/transformer/`;
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'PUT', headers, body: written(body) });
  await response.arrayBuffer();
  return response.status;
}

/** Values that the document gives a field: of a form of text its examples, of shown values these. */
function valuesOf({ types, shown, format, members }: RequestField): fc.Arbitrary<unknown> {
  const examples = format === null ? shown : (formats.get(format)?.examples ?? []);
  if (types.includes('array')) return fc.array(bodies(members), { minLength: 1, maxLength: 3 });
  if (types.includes('object')) return bodies(members);
  if (examples.length > 0) return fc.constantFrom(...examples);
  return fc.oneof(...types.flatMap((type) => byType[type] ?? []));
}

/** Bodies with all fields of the document, each with a value of its type. */
function bodies(of: readonly RequestField[]): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const members = of.map((field) => [field.name.split('.').at(-1), valuesOf(field)] as const);
  return fc.record(Object.fromEntries(members), { noNullPrototype: true });
}

/** A body with one field left out, null, or of another type. */
function mutated(body: unknown) {
  return fc.constantFrom(...allFields(fields)).chain((field) => {
    const of = (how: string, value: unknown) => ({
      what: `${field.name} ${how}`,
      body: changed(body, field.path, () => value),
    });
    const others = valuesOfOtherTypes(field).map((value) => of('of another type', value));
    return fc.oneof(fc.constantFrom(of('left out', undefined), of('null', null)), others);
  });
}

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

test('1,000 bodies made from the schema are accepted, and each is refused with one field changed', async () => {
  const made = fc.sample(bodies(fields), { seed, numRuns: 1_000 });
  const wrong = made.map((body, at) => sampled(mutated(body), seed + at));
  expect(new Set(made.map(written)).size).toBeGreaterThan(990);
  expect(new Set(wrong.map(({ what }) => what)).size).toBe(3 * allFields(fields).length);
  const failed: unknown[] = [];
  const check = async (at: number) => {
    if ((await statusOf(made[at])) !== 200) failed.push(made[at]);
    if ((await statusOf(wrong[at]?.body)) !== 422) failed.push(wrong[at]);
  };
  for (let at = 0; at < made.length; at += 20)
    await Promise.all(Array.from({ length: 20 }, (_, by) => check(at + by)));
  expect(failed).toEqual([]);
}, 60_000);

test('the same seed gives the same body, another one another', () => {
  const [one, same, other] = [1, 1, 2].map((number) => written(sampled(bodies(fields), number)));
  expect(same).toBe(one);
  expect(other).not.toBe(one);
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
