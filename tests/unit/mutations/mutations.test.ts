import { describe, expect, test } from 'vitest';
import { changeAt, dropAt, repeatFirstMember, replaceAt, setAt } from '../../../src/mutations/edits.ts';
import { mutationsOf } from '../../../src/mutations/mutations.ts';
import { contract } from '../../support/engine.ts';

const answer = '{"a": 9007199254740993, "list":[{"b":3.0},{"c":[]}] ,"q\\"":"\\u0041"}';

describe('an edit', () => {
  test.each([
    ['/a', '{"a":null,"list":[{"b":3.0},{"c":[]}],"q\\"":"\\u0041"}'],
    ['/list/1', '{"a":9007199254740993,"list":[{"b":3.0},null],"q\\"":"\\u0041"}'],
    ['/list/*/b', '{"a":9007199254740993,"list":[{"b":null},{"c":[]}],"q\\"":"\\u0041"}'],
  ])('of %s keeps every other value letter by letter', (place, changed) =>
    expect(replaceAt(place, null)(answer)).toBe(changed),
  );

  test('adds a member where it may, and drops one', () => {
    expect(setAt('/list/*/d', 1)('{"list":[{},{"d":0}]}')).toBe('{"list":[{"d":1},{"d":1}]}');
    expect(dropAt('/list/*/d')('{"list":[{},{"d":0}]}')).toBe('{"list":[{},{}]}');
    expect(dropAt('/list/0')('{"list":[{},{"d":0}]}')).toBe('{"list":[{"d":0}]}');
  });

  test.each(['/x', '/x/y', '/a/b', '/list/7', '/list/0/b/c'])(
    'of %s, which is not there, changes nothing',
    (place) => {
      const compact = answer.replaceAll(/\s/g, '');
      expect(replaceAt(place, null)(compact)).toBe(compact);
      expect(dropAt(place)(compact)).toBe(compact);
      expect(changeAt(place, (node) => (node === undefined ? undefined : 'never'))(compact)).toBe(compact);
    },
  );

  test('repeats the first member, where there is one', () => {
    expect(repeatFirstMember(' {"a": "$&" ,"b":1}')).toBe(' {"a":"$&","a": "$&" ,"b":1}');
    expect(repeatFirstMember('{}')).toBe('{}');
    expect(repeatFirstMember('[1]')).toBe('[1]');
  });
});

function broken(id: string, text: string): string | undefined {
  const requirement = contract.requirement(id);
  return requirement && mutationsOf(contract, requirement)[0]?.edit(text);
}

test.each([
  ['put.data.name:echo', '"name":"one"', '"name":"onex"'],
  ['put.data.action.amount:echo', '"action":{"amount":1.0}', '"action":{"amount":987654321}'],
  ['put.data.action.amount:echo', '"action":{"amount":9.87654321e8}', '"action":{"amount":123456789}'],
  ['put.data.action.timezone:echo', '"action":{"timezone":"Asia/Shanghai"}', '"action":{"timezone":"UTC"}'],
  ['put.data.name:echo', '"name":null', '"name":null'],
  ['put.data.name:echo', '', ''],
  ['put.data.conditions:count', '"conditions":[{"a":1}, 2 ]', '"conditions":[{"a":1}, 2 ,{"a":1}]'],
  ['put.data.conditions:count', '"conditions":[]', '"conditions":[]'],
  ['put.data.conditions:count', '', ''],
])('the first mutation of a requirement: %s of a record with %s', (id, members, expected) =>
  expect(broken(id, `{"data":{${members}}}`)).toBe(`{"data":{${expected}}}`),
);

test.each([
  ['put:json', '{}', '{} trailing text'],
  ['put:authorization', '{}', undefined],
  ['put.requestId:uniqueness', '{}', undefined],
])('the first mutation of a requirement: %s of %s', (id, text, expected) =>
  expect(broken(id, text)).toBe(expected),
);
