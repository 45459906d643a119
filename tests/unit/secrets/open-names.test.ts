import { describe, expect, test } from 'vitest';
import { OpenNames } from '../../../src/secrets/open-names.ts';
import { createRedactor } from '../../support/subject.ts';

describe('names that do not say that a value is a secret', () => {
  const names = new OpenNames();

  test.each([
    ['name', true],
    ['tokenType', true],
    ['accessToken', false],
    ['Set-Cookie', false],
    ['', true],
  ])('%j: %j, each time', (name, isOpen) =>
    expect([names.has(name), names.has(name)]).toEqual([isOpen, isOpen]),
  );

  test.for<[unknown, boolean]>([
    [{ a: [{ b: { c: 'x' } }, null, 1], d: 'token' }, true],
    [{ a: [[{ b: { apiKey: null } }]] }, false],
    [[{ a: 1 }, { token: 1 }], false],
    [JSON.parse('{"__proto__":{"token":"x"}}'), false],
    ['token', true],
    [null, true],
  ])('%j: %j', ([value, areOpen]) => expect(names.hasAllOf(value)).toBe(areOpen));

  test('may be as many and as long as somebody else likes', () => {
    const long = 'x'.repeat(1_000);
    const many = Array.from({ length: 10_010 }, (_, at) => `field${at}`);
    expect(many.every((name) => names.has(name))).toBe(true);
    expect([names.has(long), names.has(`${long}token`), names.has('field1')]).toEqual([true, false, true]);
  });
});

const { jsonBody } = createRedactor([]);

test.each([
  ['{"a":{"token":"abc"},"a":1}', '{"a":{"token":"[masked: token]"},"a":1}'],
  ['{"token":true,"token":"abc"}', '{"token":true,"token":"[masked: token]"}'],
  ['{"\\u0074oken":"abc"}', '{"\\u0074oken":"[masked: token]"}'],
  ['\ufeff{"token":"abc"}', '\ufeff{"token":"[masked: token]"}'],
  ['[{"a":{"pass-word":"abc"}}]', '[{"a":{"pass-word":"[masked: password]"}}]'],
])('a JSON body: %s has a name that says "secret", wherever it is', (body, text) =>
  expect(jsonBody(body).text).toBe(text),
);
